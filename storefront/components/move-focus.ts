/** Puts the focus on a control before what had it goes. Enter that is still held down presses that control no more. */
export function moveFocus(control: HTMLElement | null, options?: FocusOptions): void {
  control?.focus(options);
  const letGo = new AbortController();
  const untilThen = { capture: true, signal: letGo.signal };
  const end = () => letGo.abort();
  // A finger, a mouse or Space, which presses as it is let go, holds no key: the next one is a key of its own.
  document.addEventListener('keydown', (event) => (event.repeat ? event.preventDefault() : end()), untilThen);
  document.addEventListener('keyup', end, untilThen);
  document.addEventListener('pointerdown', end, untilThen);
}

/** Where nothing else takes the focus: Tab goes on at the content of the page. */
export const focusMain = (): void => moveFocus(document.getElementById('main'), { preventScroll: true });

/** The row goes, and the focus must not go with it: to the row that follows, else to the one before, else to the content of the page. */
export function focusNextRow(row: HTMLElement | null): void {
  if (row === null || !row.contains(document.activeElement)) return;
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  const control = neighbour?.querySelector<HTMLElement>('a, button');
  if (control) moveFocus(control);
  else focusMain();
}
