// The time left for a seat: a countdown if the deadline is near, else its date and hour in the local time
// zone.
import { catalogue, t } from '../words/language';

const FAR = 6000 * 1000;

export const isFar = (ms: number): boolean => ms >= FAR;

/** "noch 12 Sekunden", "bis Do., 19. Nov., 14:30"; both arguments are times of the server's clock. */
export function sayDeadline(until: number, now: number): string {
  const left = Math.max(0, until - now);
  if (isFar(left)) return t('page.until', { when: sayMoment(Date.now() + left) });
  const seconds = Math.ceil(left / 1000);
  return seconds < 100
    ? t('page.seconds', { count: seconds })
    : t('page.minutes', { count: Math.round(seconds / 60) });
}

function sayMoment(time: number): string {
  return new Intl.DateTimeFormat(catalogue.value?.language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
}
