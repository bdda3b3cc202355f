// Help for the controls of the hand: a row for each, with the message keys of its texts.

export const DEVICES = {
  touch: 'page.hand.touch',
  mouse: 'page.hand.mouse',
  keys: 'page.hand.keys',
  pad: 'page.hand.pad',
} as const;

export type Control = { what: string } & Record<keyof typeof DEVICES, string>;

export const CONTROLS: readonly Control[] = [
  {
    what: 'page.hand.move',
    touch: 'page.hand.move_touch',
    mouse: 'page.hand.move_mouse',
    keys: 'page.hand.move_keys',
    pad: 'page.hand.move_pad',
  },
  {
    what: 'page.hand.raise',
    touch: 'page.hand.raise_touch',
    mouse: 'page.hand.raise_mouse',
    keys: 'page.hand.raise_keys',
    pad: 'page.hand.raise_pad',
  },
  {
    what: 'page.hand.turn',
    touch: 'page.hand.turn_touch',
    mouse: 'page.hand.turn_mouse',
    keys: 'page.hand.turn_keys',
    pad: 'page.hand.turn_pad',
  },
  {
    what: 'page.hand.pose',
    touch: 'page.hand.pose_touch',
    mouse: 'page.hand.pose_mouse',
    keys: 'page.hand.pose_keys',
    pad: 'page.hand.pose_pad',
  },
  {
    what: 'page.hand.look',
    touch: 'page.hand.look_touch',
    mouse: 'page.hand.look_mouse',
    keys: 'page.hand.look_keys',
    pad: 'page.hand.look_pad',
  },
  {
    what: 'page.hand.let_go',
    touch: 'page.hand.let_go_touch',
    mouse: 'page.hand.let_go_mouse',
    keys: 'page.hand.let_go_keys',
    pad: 'page.hand.let_go_pad',
  },
  {
    what: 'page.hand.catch',
    touch: 'page.hand.catch_touch',
    mouse: 'page.hand.catch_mouse',
    keys: 'page.hand.catch_keys',
    pad: 'page.hand.catch_pad',
  },
];
