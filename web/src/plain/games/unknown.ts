// A game that has no sentences of its own: every field of its view, one a line.
import type { Describe } from './describe';

export const unknown: Describe = (view) => [
  { title: '', lines: Object.entries(view).map(([key, value]) => `${key}: ${JSON.stringify(value)}`) },
];
