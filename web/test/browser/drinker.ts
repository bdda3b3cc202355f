// A guest of Zum Blauen Drachen who sees nothing but the accessibility tree: lays cards, aims them, answers, passes.
import type { Page } from 'playwright-core';
import { drawing } from './crowd';
import { press, treeOf, type Node } from './tree';

/** Words that he looks for, in English. */
const NAMES = { over: /win/, slip: 'Go on without', hand: 'region Your cards', seats: 'list At the table', yourself: 'yourself', fits: /You can play it now\.$/, asks: /^(Pass|Hesitate|No Action|Keep all|Drink it alone|Accept|Decline|Play|Discard|Buy|Share)/, sends: /^(Play|Discard|Buy|Share)/ };

const isIn = (node: Node, place: string): boolean => node.inside.includes(place);

export class Drinker {
  /** What was pressed, in order. */
  readonly did: string[] = [];
  /** How many cards were sent, and how many of them at somebody. */
  cards = 0;
  aimed = 0;
  private readonly random: (below: number) => number;

  constructor(readonly page: Page, seed: number, private readonly often = 3) {
    this.random = drawing(seed);
  }

  /** One gesture, if something is asked. */
  async act(): Promise<'acted' | 'waits' | 'over'> {
    const nodes = await treeOf(this.page);
    if (nodes.some((one) => one.role === 'heading' && NAMES.over.test(one.name))) return 'over';
    // A slip of the guide comes with the question or before it, and is read first.
    const next = nodes.some((one) => one.name === NAMES.slip) ? null : this.choose(nodes);
    if (!next || !(await press(this.page, nodes, next))) return 'waits';
    this.note(nodes, next);
    return 'acted';
  }

  private note(nodes: Node[], pressed: Node): void {
    this.did.push(pressed.name);
    if (!pressed.name.startsWith('Play')) return;
    this.cards++;
    if (nodes.some((one) => one.isPressed && !isIn(one, NAMES.hand))) this.aimed++;
  }

  private pick(nodes: Node[]): Node | null {
    return nodes[this.random(Math.max(1, nodes.length))] ?? null;
  }

  /** Who has begun goes on: first whom a card is for, then the button. Else a card, always the first one, or what needs
   * none. Who may name somebody for a drink may also be asked for nothing else. */
  private choose(nodes: Node[]): Node | null {
    const buttons = nodes.filter((one) => one.role === 'button' && !one.isDisabled);
    const cards = buttons.filter((one) => isIn(one, NAMES.hand) && one.name !== NAMES.yourself);
    const aims = buttons.filter((one) => isIn(one, NAMES.seats) || one.name === NAMES.yourself);
    const presses = buttons.filter((one) => one.inside.length === 1 && NAMES.asks.test(one.name));
    const hasBegun = [...cards, ...aims].some((one) => one.isPressed);
    const sends = presses.find((one) => NAMES.sends.test(one.name));
    if (hasBegun && sends) return sends;
    if (aims.length && (hasBegun || !presses.length || !this.random(this.often))) return this.pick(aims);
    const fitting = cards.filter((one) => !one.isPressed && NAMES.fits.test(one.name));
    if (fitting.length && (!this.cards || this.random(this.often))) return this.pick(fitting);
    return this.pick(presses);
  }
}
