// What is new in a panel is brought into sight within its paper. `scrollIntoView` would also scroll the page, which
// with large text is longer than the window: the board would be gone with every line that somebody says.

/** Scrolls the panel around it, and nothing else, until its lower end is seen. */
export function showInPanel(part: Element | null): void {
  const panel = part?.closest('.panel > .scroll');
  if (!part || !panel) return;
  const below = part.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
  if (below > 0) panel.scrollTop += below;
}
