// Somebody on the plain page who has nothing but what a screen reader says of it: answers forms of any game, loads by
// numbers, and reaches for what falls. What he takes hangs on how much he has answered, so a match is the same again.
import type { Page } from 'playwright-core';
import { press, treeOf, type Node } from './tree';

/** Regions in which nothing is asked, and what ends a match. */
const NAMES = { aside: ['region The table', 'region What happened', 'region Talk'], over: /\bwins?!$/, load: 'Load it here' };

/** One thing that is asked: a button alone, or a group of boxes, lists and a button. */
type Part = { button: Node; choices: Node[] };

const isRegion = (name: string): boolean => name.startsWith('region ') && !NAMES.aside.includes(name);
const isWithin = (node: Node, group: string): boolean => node.inside.includes(group);

function partsOf(nodes: Node[]): Part[] {
  const asked = nodes.filter((node) => node.inside.some(isRegion));
  const groups = asked.filter((node) => node.role === 'group').map((node) => `group ${node.name}`);
  const alone = asked.filter((node) => node.role === 'button' && !groups.some((group) => isWithin(node, group)));
  return [
    ...alone.map((button): Part => ({ button, choices: [] })),
    ...groups.flatMap((group): Part[] => {
      const inside = asked.filter((node) => isWithin(node, group));
      const button = inside.find((node) => node.role === 'button');
      return button ? [{ button, choices: inside.filter((node) => node.role === 'radio' || node.role === 'checkbox') }] : [];
    }),
  ];
}

export class Listener {
  /** How much he has answered, and how many pieces he has loaded. */
  answers = 0;
  loadings = 0;

  constructor(readonly page: Page) {}

  /** One gesture, if something is asked. */
  async act(): Promise<'acted' | 'waits' | 'over'> {
    const nodes = await treeOf(this.page);
    if (nodes.some((one) => one.role === 'heading' && NAMES.over.test(one.name))) return 'over';
    const parts = partsOf(nodes);
    const part = parts.find((one) => one.choices.some((choice) => choice.isChecked)) ?? parts[this.answers % Math.max(1, parts.length)];
    const next = part && this.choose(part);
    if (!next || !(await press(this.page, nodes, next))) return 'waits';
    if (next.role === 'button') this.answers++;
    if (next.name === NAMES.load) this.loadings++;
    return 'acted';
  }

  /** One of each list, then as many boxes as it takes, then the button; null: it was pressed already. */
  private choose({ button, choices }: Part): Node | null {
    const lists = new Map<string, Node[]>();
    for (const one of choices.filter(({ role }) => role === 'radio')) {
      const list = one.inside.at(-1) ?? '';
      lists.set(list, [...(lists.get(list) ?? []), one]);
    }
    const open = [...lists.values()].find((list) => !list.some((one) => one.isChecked));
    if (open) return this.pick(open);
    const boxes = choices.filter(({ role }) => role === 'checkbox');
    const hasNone = boxes.length > 0 && !boxes.some((one) => one.isChecked);
    if (!button.isDisabled && !hasNone) return button;
    return this.pick(boxes.filter((one) => !one.isChecked));
  }

  private pick(nodes: Node[]): Node | null {
    return nodes[this.answers % Math.max(1, nodes.length)] ?? null;
  }
}
