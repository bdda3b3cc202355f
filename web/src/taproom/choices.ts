// Which values of a setting are offered to be tapped.
import type { Option } from '../wire/http';

const SEGMENTS_MAX = 5;

/** A setting whose number is a stool, counted from 0; the first is the maker's. */
export const isStool = (option: Option): boolean => option.name.startsWith('first_');

/** What is tapped before anybody has tapped. */
export const offered = (option: Option): string => String(option.offer ?? option.default);

/** The value of a setting, or the offered one where the chosen stool has been taken away since. */
export const standing = (option: Option, value: string, stools: number): string =>
  isStool(option) && Number(value) >= stools ? offered(option) : value;

/** Numbers that a setting may have, few enough to be tapped; of stools those that stand there. */
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
