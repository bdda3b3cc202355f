// What a screen reader has of a page: roles, names and states, read in one go. Nothing else of the page is looked at.
import type { Page } from 'playwright-core';

/** One node, with the roles and names of what it lies in, outermost first. */
export type Node = { role: string; name: string; isDisabled: boolean; isPressed: boolean; isChecked: boolean; inside: string[] };

const LINE = /^( *)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)/;

/** The tree as the browser's script gives it, line by line. */
export function readTree(snapshot: string): Node[] {
  const nodes: Node[] = [];
  const path: string[] = [];
  for (const line of snapshot.split('\n')) {
    const found = LINE.exec(line);
    if (!found) continue;
    const [, indent = '', role = '', name = '', states = ''] = found;
    path.length = indent.length / 2;
    const plain = name.replace(/\\(.)/g, '$1').replaceAll("''", "'");
    nodes.push({ role, name: plain, isDisabled: states.includes('[disabled]'), isPressed: states.includes('[pressed]'), isChecked: states.includes('[checked'), inside: [...path] });
    path.push(`${role} ${plain}`.trim());
  }
  return nodes;
}

export async function treeOf(page: Page): Promise<Node[]> {
  return readTree(await page.locator('body').ariaSnapshot());
}

/** Presses a node of a tree that was just read; false: it is gone, or something else has come. One that is still there
 * is tried again: a slow machine only takes longer. */
export async function press(page: Page, nodes: Node[], node: Node): Promise<boolean> {
  const alike = nodes.filter((one) => one.role === node.role && one.name === node.name);
  const target = page.getByRole(node.role as 'button', { name: node.name, exact: true }).nth(alike.indexOf(node));
  for (let tries = 0; tries < 20; tries++) {
    try {
      await target.click({ timeout: 300 });
      return true;
    } catch {
      if (!(await target.count())) return false;
    }
  }
  return false;
}
