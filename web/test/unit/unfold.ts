// All actions that a prompt allows, computed independently of the page's code (docs/engine-protocol.md).
import type { Prompt } from '#made/proto';

/** Every action of a prompt, without duplicates: the engine's `legal`. */
export function unfold(prompt: Prompt): string[] {
  const actions = new Set<string>();
  for (const form of prompt.forms) {
    if (form.pick)
      for (const words of picks(form.pick, form.min ?? 0, form.max ?? form.pick.length))
        actions.add([form.say, ...words].join(' '));
    else for (const words of combinations(form.one ?? [])) actions.add([form.say, ...words].join(' '));
  }
  return [...actions];
}

function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>(
    (all, list) => all.flatMap((words) => list.map((word) => [...words, word])),
    [[]],
  );
}

function picks(list: string[], min: number, max: number): string[][] {
  let all: string[][] = [[]];
  for (const word of list)
    all = all.concat(all.filter((words) => words.length < max).map((words) => [...words, word]));
  return all.filter((words) => words.length >= min);
}
