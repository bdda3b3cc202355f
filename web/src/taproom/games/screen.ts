// The interface of a game's screen: a stage, a hand, a pad, and texts for its seats and buttons. The frame
// (table/frame.tsx) does the rest: seats, ribbon, buttons, side panel, log, speech, time. A screen draws
// views and prompts. Only `at.lit` says what may be chosen, and only `at.tell` what an action brings.
import type { ComponentChildren, ComponentType } from 'preact';
import type { Info, Message, Prompt, View } from '#made/proto';
import type { Sim } from '../../table/table';
import type { Kit } from '../../common/kit';
import type { IconName } from '../ink/icons';
import type { Motion, Step } from '../table/queue';
import type { Scores } from '../table/ranking';

/** The table as one reader sees it now, and functions to act on it. */
export type At = {
  /** The table's name in messages. */
  table: string;
  game: string;
  info: Info;
  kit: Kit;
  names: string[];
  /** The reader's seat; -1 for watchers. */
  reader: number;
  isTelevision: boolean;
  /** The view to draw, which lags behind `truth` while animations run. */
  view: View;
  /** The newest view. Whatever belongs to the prompt (the hand, choices) is drawn from this one. */
  truth: View;
  prompt: Prompt | null;
  /** The running session. */
  sim: Sim | null;
  /** Why the server refused this seat's hand in the session, or null. */
  handRefused: Message | null;
  /** The log, as far back as the page knows it. */
  log: Message[];
  motion: Motion | null;
  isReduced: boolean;
  /** The recording of a throw, or null if it has not arrived. */
  film(number: number): Uint8Array | null;
  /** The selection: the words chosen so far. */
  words: string[];
  isChosen(thing: string): boolean;
  /** Whether this word can be chosen after the verb. */
  lit(verb: string, word: string): boolean;
  /** Toggles a thing in the selection; two things may have the same word. */
  choose(verb: string, word: string, thing?: string): void;
  /** Selects a verb alone, such as `discard` before its cards. */
  begin(verb: string): void;
  /** Selects all words of an action at once. */
  take(action: string): void;
  clear(): void;
  /** The selected action if it is complete, else null. */
  action: string | null;
  /** The certain consequences of an action, told by the server; [] until they are known. */
  tell(action: string): Message[];
  /** The probabilities that this seat may know. */
  odds(): Message[];
  send(action: string): void;
  /** Asks for time: the server does not answer for this seat. */
  hold(): void;
  isHeld: boolean;
  /** True while an answer is being sent. */
  isBusy: boolean;
  /** Ends all animations. */
  skip(): void;
  /** Ends the current animation, because its film has ended. */
  finish(): void;
};

export type SeatFace = {
  number?: number | null;
  /** A short text about what this seat does: "hat bestellt". */
  state?: string;
  badge?: { icon?: IconName; text?: string; tone?: 'awaited' | 'done'; label: string };
  glows?: boolean;
  /** The character's emblem before the name; `more` is shown below the name. */
  emblem?: ComponentChildren;
  /** Replaces the mark on the coaster; the mark must then be shown next to it. */
  picture?: ComponentChildren;
  /** Set if the seat is a possible target; it is a button then. */
  aim?: { thing: string; isTaken: boolean; choose(): void };
  more?: ComponentChildren;
};

/** A button: brass for the selection, plank for an action that needs no selection. */
export type Press = {
  action: string | null;
  text: string;
  help?: string;
  icon?: IconName;
  tone: 'brass' | 'plank';
  onPress?(): void;
};

export type Screen = {
  /** Text next to the title: round, goal. */
  where?(at: At): string;
  seat?(at: At, seat: number): SeatFace;
  /** The text of the ribbon; null for the default, the prompt's task or "we wait for". */
  ribbon?(at: At): string | null;
  Stage: ComponentType<{ at: At }>;
  /** The reader's hand; `hasHand` says whether there is one to show. */
  Hand?: ComponentType<{ at: At }>;
  hasHand?(at: At): boolean;
  Pad?: ComponentType<{ at: At }>;
  padTitle?(): string;
  /** Content above the log: what is pending now. */
  OverLog?: ComponentType<{ at: At }>;
  /** The tab that is open if there is room; the pad by default. */
  firstTab?: 'pad' | 'log';
  /** Handles the key `i` if no card has the focus: shows the most relevant card. */
  read?(at: At): void;
  /** The buttons; by default brass for the selection and planks for complete forms. */
  presses?(at: At): Press[];
  /** The possible answers, announced after the question. */
  fits?(at: At): string;
  /** The animations of a step; none by default. */
  motions?(step: Step): Motion[];
  /** Whether the stage itself steers sessions; else positions are entered as numbers. */
  steers?(): boolean;
  /** Whether this seat must act although there is no prompt, as in a session. */
  isAwaited?(at: At): boolean;
  /** The cards and choices of one seat (`at.reader`), small, for replays. */
  Held?: ComponentType<{ at: At }>;
  /** How scores are compared; by default higher is better. */
  scores?: Scores;
  /** Content of the end screen below the podium, such as a chart. */
  Ending?: ComponentType<{ at: At }>;
};
