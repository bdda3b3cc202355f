// Where one is: every place has an address, so that the way back works.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** The address without its host; what is not a page of the server stands behind `#`. */
const address = (): string => location.pathname + location.hash;
export const path = signal(address());

/** The plain page has the same places as the drawn one, one folder deeper. */
export const BASE = location.pathname.startsWith('/plain') ? '/plain' : '';

export function followAddress(): void {
  window.addEventListener('popstate', () => (path.value = address()));
}

export function go(to: string): void {
  history.pushState(null, '', BASE + to);
  path.value = address();
  window.scrollTo(0, 0);
}

/** The words of the address: `/t/h4tw9pzc` is `t`, `h4tw9pzc`. */
export function placeWords(): string[] {
  const [way = ''] = path.value.slice(BASE.length).split('#');
  return way.split('/').filter(Boolean).map(decodeURIComponent);
}

export function Link(props: {
  to: string;
  class?: string;
  id?: string;
  labelledBy?: string;
  children: ComponentChildren;
}) {
  const { to, children, labelledBy, ...more } = props;
  return (
    <a
      {...more}
      aria-labelledby={labelledBy}
      href={BASE + to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
