// The Markdown parser for the rules.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { itemParts, readBlocks } from '../../src/words/markdown';

test('a list below an item of the rules is a nested list', () => {
  const dir = new URL('../../../rules/', import.meta.url);
  for (const name of readdirSync(dir).filter((one) => one.endsWith('.md'))) {
    const source = readFileSync(new URL(name, dir), 'utf8');
    const items = readBlocks(source)
      .filter((block) => block.kind === 'ol')
      .flatMap((block) => block.lines)
      .map(itemParts);
    const below = (source.match(/^ +- /gm) ?? []).length;
    expect([name, items.flatMap((parts) => parts.slice(1)).length]).toEqual([name, below]);
  }
});
