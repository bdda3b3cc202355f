// Measures the space in the middle of the table.

/** By how many pixels the content is higher than its container; CSS transforms are ignored. */
export function excess(place: HTMLElement): number {
  const shown = [...place.children].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.offsetHeight > 0,
  );
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return 0;
  return (
    last.offsetTop +
    last.offsetHeight -
    first.offsetTop +
    2 * parseFloat(getComputedStyle(place).paddingTop) -
    place.clientHeight
  );
}
