// People whom the reader does not want to read, on this device.
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
