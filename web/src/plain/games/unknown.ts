// The description of a game without a module of its own: every field of its view on a line.
import type { Describe } from './describe';

export const unknown: Describe = (view) => [
  { title: '', lines: Object.entries(view).map(([key, value]) => `${key}: ${JSON.stringify(value)}`) },
];
