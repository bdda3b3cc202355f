// Scrolls a panel to its newest content. `scrollIntoView` would also scroll the page, which with large text
// is longer than the window, so that each new chat line would move the board out of view.

/** Scrolls only the surrounding panel until the element's lower end is visible. */
export function showInPanel(part: Element | null): void {
  const panel = part?.closest('.panel > .scroll');
  if (!part || !panel) return;
  const below = part.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
  if (below > 0) panel.scrollTop += below;
}
