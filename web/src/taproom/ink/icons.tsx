// Icons drawn with one stroke. They are hidden from screen readers: text is next to them or in the label of
// their button.

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  pad: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h4',
  log: 'M5 4h11a3 3 0 0 1 0 6H8a3 3 0 0 0 0 6h11M16 20H5',
  chat: 'M4 5h16v11h-9l-4 4v-4H4z',
  rules: 'M12 6c-2-2-5-2-8-1v14c3-1 6-1 8 1 2-2 5-2 8-1V5c-3-1-6-1-8 1zM12 6v14',
  check: 'M5 13l5 5L19 7',
  wait: 'M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9',
  apron: 'M9 3v4H6l-1 5h14l-1-5h-3V3M6 12l-1 9h14l-1-9M9 16h6',
  bell: 'M6 16c1-1 1-4 1-6a5 5 0 0 1 10 0c0 2 0 5 1 6zM10 19a2 2 0 0 0 4 0',
  mug: 'M5 8l1 12h9l1-12zM16 11h2a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2h-2.4M5 8a2.5 2.5 0 1 1 2.5-3.6A3 3 0 0 1 13 4a2.5 2.5 0 0 1 3 4',
  tap: 'M4 10h9a4 4 0 0 1 4 4v3h-4v-3H4zM9 10V6M6 6h6M15 20v1',
  cup: 'M6 6l2 14h8l2-14zM5 6h14M9 3l1 1M14 2l-1 2',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  die: 'M6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-11A2.5 2.5 0 0 1 6.5 4zM9 9h.01M15 15h.01M15 9h.01M9 15h.01',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  play: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  prev: 'M18 6l-8 6 8 6zM6 6v12',
  next: 'M6 6l8 6-8 6zM18 6v12',
  again: 'M4 12a8 8 0 1 1 2.5 5.8M4 20v-5h5',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  television: 'M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 21h8M12 17v4',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  plus: 'M12 5v14M5 12h14',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  cards: 'M4 7l9-3 4 13-9 3zM14 6h6v13h-4',
  clock: 'M12 5a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9v4l3 2M9 2h6',
  robot:
    'M8 8h8a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM12 8V4M9.5 13h.01M14.5 13h.01M10 16h4',
  away: 'M14 4H6v16h8M10 12h11M17 8l4 4-4 4',
  mute: 'M4 10v4h4l5 4V6l-5 4zM17 10l4 4M21 10l-4 4',
  sound: 'M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 20c0-4 3-6 7-6s7 2 7 6',
  arrow: 'M4 12h15M13 6l6 6-6 6',
  fist: 'M6 11V8a1.7 1.7 0 0 1 3.4 0V7a1.7 1.7 0 0 1 3.4 0v.6a1.6 1.6 0 0 1 3.2 0V9a1.5 1.5 0 0 1 3 0v4c0 5-3 7-6.5 7S6 18 6 14z',
  mask: 'M3 8c3-1 6-1 9 1 3-2 6-2 9-1 0 6-2 9-5 9-2 0-3-1-4-3-1 2-2 3-4 3-3 0-5-3-5-9zM7 11h2M15 11h2',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  bolt: 'M13 2L5 14h6l-1 8 8-12h-6z',
  hand: 'M7 12V6a1.5 1.5 0 0 1 3 0v5V4a1.5 1.5 0 0 1 3 0v7V5.5a1.5 1.5 0 0 1 3 0V13l1.5-2a1.5 1.5 0 0 1 2.5 1.5C18 18 16 21 12.5 21 9 21 7 18 7 12z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon(props: { name: IconName; size?: number }) {
  const { name, size = 24 } = props;
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill={name === 'play' ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
