// W-5: every text that people read comes from po/; there are none in the code of the pages.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAst, transformWithEsbuild } from 'vite';

type Node = { type: string; [part: string]: unknown };

const ROOT = new URL('../../src/', import.meta.url);
/** Allowed: proper names, which are the same in every language, and the example of a code. */
const ALLOWED = /^(· )?(Spelunke|h4tw-9pzc|Spelunke · Zum wilden Zapfhahn)$/;
/** Allowed: capitalised words for machines, such as keys, headers, names of errors and filters. */
const NAMES =
  /^(Shift|Tab|Enter|Escape|Home|End|Arrow\w+|Page(Up|Down)|Content-Type|AbortError|SourceGraphic)$/;
/** The key of a message. */
const KEY = /^[a-z_]+(\.[a-z_]+)+$/;
const READ_OUT = new Set(['children', 'aria-label', 'title', 'alt', 'placeholder', 'label']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return node.type === 'TemplateElement' ? (node['value'] as { cooked: string }).cooked : null;
}

/** The texts that an expression can have as its value, without conditions and arguments of functions. */
function textsIn(node: Node): string[] {
  const text = textOf(node);
  const isComparison = node.type === 'BinaryExpression' && node['operator'] !== '+';
  if (text !== null) return KEY.test(text) ? [] : [text];
  if (isComparison || node.type === 'MemberExpression' || node.type === 'ObjectExpression') return [];
  if (node.type === 'LogicalExpression' && node['operator'] === '&&') return textsIn(node['right'] as Node);
  if (node.type !== 'CallExpression')
    return nodesIn(node)
      .filter((one) => node.type !== 'ConditionalExpression' || one !== node['test'])
      .flatMap(textsIn);
  const method = (node['callee'] as { property?: { name: string } }).property?.name ?? '';
  return /^(map|flatMap|concat)$/.test(method) ? (node['arguments'] as Node[]).flatMap(textsIn) : [];
}

/** Texts in the content or in spoken attributes of an element. */
function textsShown(node: Node): string[] {
  const callee = node['callee'];
  const isElement =
    node.type === 'CallExpression' && isNode(callee) && /^_?jsxs?$/.test(String(callee['name']));
  const [, props] = isElement ? (node['arguments'] as Node[]) : [];
  const read = ((props?.['properties'] as Node[] | undefined) ?? []).filter(
    (one) => isNode(one['key']) && READ_OUT.has(String(one['key']['name'] ?? one['key']['value'])),
  );
  return [
    ...read.flatMap((one) => textsIn(one['value'] as Node)).filter((text) => /\p{L}{2}/u.test(text)),
    ...nodesIn(node).flatMap(textsShown),
  ];
}

/** Texts that begin like sentences or titles, anywhere. */
function textsBegun(node: Node): string[] {
  const text = textOf(node);
  const found = text !== null && /^[^\p{L}\d"]*\p{Lu}\p{Ll}/u.test(text) && !NAMES.test(text) ? [text] : [];
  return [...found, ...nodesIn(node).flatMap(textsBegun)];
}

async function textsOf(source: string, name = 'one.tsx'): Promise<string[]> {
  const { code } = await transformWithEsbuild(source, name, { jsx: 'automatic', jsxImportSource: 'preact' });
  const program = parseAst(code) as unknown as Node;
  return [...new Set([...textsShown(program), ...textsBegun(program)])];
}

test.each([
  ['<p class="x">Guten Abend {name}</p>', ['Guten Abend ']],
  ['<button aria-label="Close">{icon}</button>', ['Close']],
  ["<b>{isOpen ? 'offen' : ''}</b>", ['offen']],
  ["<b>{list.map((one) => <i>{one.name || 'nobody'}</i>)}</b>", ['nobody']],
  ['<b title={`${count} mugs`} />', [' mugs']],
  ["export const SAID = ['Copied'];", ['Copied']],
  [
    "<p class={isOpen ? 'open' : ''} data-key='Words'>{t('page.x')} · {state === 'over' && t('page.over')}</p>",
    ['Words'],
  ],
  ["<p>{t('page.x')} · 3</p>", []],
  ["if (key === 'Enter') throw new Error('there is no such key');", []],
])('what is read in %s', async (source, texts) => {
  expect(await textsOf(source)).toEqual(texts);
});

test('W-5 web/src has no texts that are not from po/', async () => {
  const names = (readdirSync(ROOT, { recursive: true }) as string[]).filter((name) => /\.tsx?$/.test(name));
  expect(names.length).toBeGreaterThan(100);
  const found = await Promise.all(
    names.map(async (name) =>
      (await textsOf(readFileSync(new URL(name, ROOT), 'utf8'), name)).map((text) => ({ name, text })),
    ),
  );
  expect(found.flat().filter((one) => !ALLOWED.test(one.text.trim()))).toEqual([]);
}, 60000);
