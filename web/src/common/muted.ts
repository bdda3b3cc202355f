// People whose chat lines are hidden on this device.
import { signal } from '@preact/signals';

export const muted = signal<string[]>(JSON.parse(localStorage.getItem('muted') ?? '[]') as string[]);

export function mute(person: string): void {
  muted.value = muted.value.includes(person)
    ? muted.value.filter((one) => one !== person)
    : [...muted.value, person];
  localStorage.setItem('muted', JSON.stringify(muted.value));
}

export function unmuteAll(): void {
  muted.value = [];
  localStorage.removeItem('muted');
}
