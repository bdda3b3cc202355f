// The page's router: every place has a URL, so that the browser's history works.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** The URL without its origin; the part after `#` is not known to the server. */
const address = (): string => location.pathname + location.hash;
export const path = signal(address());

/** The plain page has the same paths as the drawn one, below `/plain`. */
export const BASE = location.pathname.startsWith('/plain') ? '/plain' : '';

export function followAddress(): void {
  window.addEventListener('popstate', () => (path.value = address()));
}

export function go(to: string): void {
  history.pushState(null, '', BASE + to);
  path.value = address();
  window.scrollTo(0, 0);
}

/** The segments of the path: `/t/h4tw9pzc` is `t`, `h4tw9pzc`. */
export function pathSegments(): string[] {
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
