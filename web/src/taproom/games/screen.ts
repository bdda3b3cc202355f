// What a game gives to be drawn: a stage, a hand, a pad, words for its seats and for the buttons. The frame
// (table/frame.tsx) does the rest: seats, ribbon, buttons, side panel, log, speech, time. A screen draws
// views and reads prompts; what may be done it asks of `at.lit` alone, what it brings of `at.tell`.
import type { ComponentChildren, ComponentType } from 'preact';
import type { Info, Message, Prompt, View } from '#made/proto';
import type { Sim } from '../../table/table';
import type { Kit } from '../../visit/kit';
import type { IconName } from '../ink/icons';
import type { Motion, Step } from '../table/queue';
import type { Scores } from '../table/ranking';

/** The table as one reader sees it now. */
export type At = {
  /** The table's name on the wire, for what is said there. */
  table: string;
  game: string;
  info: Info;
  kit: Kit;
  names: string[];
  /** The reader's seat; -1 for those who watch. */
  reader: number;
  isTelevision: boolean;
  /** The view as it is drawn: behind the truth while something moves. */
  view: View;
  /** The newest view. What belongs to a prompt (a hand, choices) is drawn from this one. */
  truth: View;
  prompt: Prompt | null;
  /** The session that runs. */
  sim: Sim | null;
  /** Why the server refused what this seat's hand did in that session; null: it has not. */
  handRefused: Message | null;
  /** What happened, as far back as the page knows. */
  log: Message[];
  motion: Motion | null;
  isReduced: boolean;
  /** The recording of a throw, once it is there. */
  film(number: number): Uint8Array | null;
  /** Words chosen so far, and the things that stand for them. */
  words: string[];
  isChosen(thing: string): boolean;
  /** True if a form goes on with this word behind the verb. */
  lit(verb: string, word: string): boolean;
  /** Takes a thing into the choice or out of it; two things may have the same word. */
  choose(verb: string, word: string, thing?: string): void;
  /** Chooses the verb alone, as `discard` before its cards. */
  begin(verb: string): void;
  /** Chooses a whole action at once, all of its words. */
  take(action: string): void;
  clear(): void;
  /** The whole action that is chosen; null: none yet. */
  action: string | null;
  /** What an action is certain to bring, by the server's word; [] until it is known. */
  tell(action: string): Message[];
  /** The chances that this seat may know. */
  odds(): Message[];
  send(action: string): void;
  /** "I think": the server does not answer for this seat. */
  hold(): void;
  isHeld: boolean;
  /** True while an answer is on its way. */
  isBusy: boolean;
  /** Ends the motion that runs, at its final picture. */
  skip(): void;
  /** The motion that runs has ended by itself. */
  finish(): void;
};

export type SeatFace = {
  number?: number | null;
  /** A few words about what this seat does: "hat bestellt". */
  state?: string;
  badge?: { icon?: IconName; text?: string; tone?: 'awaited' | 'done'; label: string };
  glows?: boolean;
  /** Who this seat plays, before the name; what it has, under it. */
  emblem?: ComponentChildren;
  /** Drawn on the coaster in the place of the mark, which must then stand beside it. */
  picture?: ComponentChildren;
  /** This seat may be named by what is being chosen: it is a button. */
  aim?: { thing: string; isTaken: boolean; choose(): void };
  more?: ComponentChildren;
};

/** A button: brass for what was chosen, a plank for an action that is whole by itself. */
export type Press = {
  action: string | null;
  text: string;
  help?: string;
  icon?: IconName;
  tone: 'brass' | 'plank';
  onPress?(): void;
};

export type Screen = {
  /** Beside the title: round, goal. */
  where?(at: At): string;
  seat?(at: At, seat: number): SeatFace;
  /** What stands in the ribbon where the prompt's task or "we wait for" does not say it best. */
  ribbon?(at: At): string | null;
  Stage: ComponentType<{ at: At }>;
  /** The reader's hand; `hasHand` says whether there is one to show. */
  Hand?: ComponentType<{ at: At }>;
  hasHand?(at: At): boolean;
  Pad?: ComponentType<{ at: At }>;
  padTitle?(): string;
  /** Words that stand above the log: what is pending now. */
  OverLog?: ComponentType<{ at: At }>;
  /** The tab that lies open where there is room; without it, the pad. */
  firstTab?: 'pad' | 'log';
  /** `i` where no card has the focus: shows what is most worth reading now. */
  read?(at: At): void;
  /** The buttons; without it: brass for the choice, planks for whole forms, named by the catalogue. */
  presses?(at: At): Press[];
  /** What fits, for speech: behind the question. */
  fits?(at: At): string;
  /** What moves when these events happen; without it, nothing does. */
  motions?(step: Step): Motion[];
  /** True while the stage steers sessions; else they are loaded by numbers. */
  steers?(): boolean;
  /** True while this seat is to do something that no prompt asks for, as in a session. */
  isAwaited?(at: At): boolean;
  /** What one seat (`at.reader`) holds and has chosen, small: in a replay all cards lie open. */
  Held?: ComponentType<{ at: At }>;
  /** What the scores of the end mean; without it, the more the better. */
  scores?: Scores;
  /** The end: numbers behind the podium, such as a chart. */
  Ending?: ComponentType<{ at: At }>;
};
