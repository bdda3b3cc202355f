// The values of a game option that are offered as buttons.
import type { Option } from '../wire/http';

const SEGMENTS_MAX = 5;

/** Whether the option's number is a seat, from 0; seat 0 is the table's creator. */
export const isStool = (option: Option): boolean => option.name.startsWith('first_');

/** The value that is selected at first. */
export const offered = (option: Option): string => String(option.offer ?? option.default);

/** The option's value, or the initial one if the chosen seat has been removed since. */
export const standing = (option: Option, value: string, stools: number): string =>
  isStool(option) && Number(value) >= stools ? offered(option) : value;

/** The numbers offered for an option, limited to a few; for seats, those that exist. */
export function numberChoices(option: Option, value: string, stools: number): string[] {
  if (isStool(option))
    return [...Array.from({ length: stools }, (_unused, i) => String(i)), ...(option.values ?? [])];
  const around = Number(offered(option));
  const [min, max] = [option.min ?? 0, option.max ?? 0];
  const third = around < 15 ? Math.max(1, Math.round(around / 3)) : Math.round(around / 3 / 5) * 5;
  const near = Number.isNaN(around) ? [min] : [around - third, around, around + third];
  const few =
    max - min < SEGMENTS_MAX ? Array.from({ length: max - min + 1 }, (_unused, i) => min + i) : near;
  const all = [...few.filter((one) => one >= min && one <= max).map(String), ...(option.values ?? []), value];
  return [...new Set(all)];
}
