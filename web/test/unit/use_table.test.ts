// W-40: typed or pasted codes and links of tables.
import { expect, test } from 'vitest';
import { readCode, readInvitation } from '../../src/common/use_table';

test('a code is recognised however it is written; the name of a table is not a code', () => {
  expect(['h4tw9pzc', 'H4TW-9PZC', ' h4tw 9pzc'].map(readCode)).toEqual(['h4tw9pzc', 'h4tw9pzc', 'h4tw9pzc']);
  expect(['k3v9', 'h4tw9pzcc', ''].map(readCode)).toEqual([null, null, null]);
});

test('only the code or name in a link counts, whatever follows it', () => {
  for (const link of [
    'http://inn/t/H4TW-9PZC',
    'http://inn/t/h4tw9pzc?quality=0',
    'http://inn/plain/t/h4tw9pzc#chat',
    'http://inn/t/h4tw9pzc/tv',
    'H4TW-9PZC',
  ])
    expect(readInvitation(link), link).toBe('h4tw9pzc');
  expect(readInvitation('http://inn/t/k3v9?x')).toBe('k3v9');
  expect(readInvitation('  ')).toBeNull();
});
