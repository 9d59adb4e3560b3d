import { focusHeading, inSight } from '../list/row-deletion.ts';

/** The control that the keyboard is at. */
interface Held {
  element: Element;
  path: string;
}

/**
 * When the control that the keyboard is at leaves the page, the focus goes to the menu of the row that follows, of the one before, or to
 * the heading: on nothing, Tab would begin at the top and a screen reader would be silent. Never to a button that does something at once:
 * somebody else may have removed the row in the moment of an Enter. A mouse and a finger have no focus to keep, another page says
 * itself where it begins, and a dialog does so, too. Rows that a person deletes, bars and panels move the focus before it is lost.
 */
export function moveLostFocus(): void {
  let held: Held | null = null;
  let isByKeyboard = false;
  let hasMoved = false;
  /** Counts what the person does: a move that has waited meanwhile is made no more. */
  let uses = 0;

  function hold(): void {
    uses += 1;
    const element = document.activeElement?.closest('#root, [role=dialog]') ? document.activeElement : null;
    held = isByKeyboard && element !== null ? { element, path: location.pathname } : null;
  }

  function move(row: Element | null, use: number): void {
    if (use !== uses || document.activeElement !== document.body) return;
    if (row === null && document.querySelector('[role=dialog]') !== null) return;
    hasMoved = true;
    const menu = inSight(row, '[data-row-menu]');
    if (menu === undefined) focusHeading();
    else menu.focus();
  }

  document.addEventListener(
    'keydown',
    (event) => {
      if (event.repeat) {
        // Enter that is held presses one control, and not the next one as well.
        if (hasMoved && event.key === 'Enter') event.preventDefault();
        return;
      }
      isByKeyboard = true;
      hasMoved = false;
      hold();
    },
    true,
  );
  document.addEventListener(
    'pointerdown',
    () => {
      isByKeyboard = false;
      hold();
    },
    true,
  );
  document.addEventListener('focusin', hold);
  new MutationObserver((changes) => {
    if (held === null || held.element.isConnected) return;
    const { element, path } = held;
    held = null;
    if (path !== location.pathname) return;
    const row = rowAfter(element, changes);
    const use = uses;
    // Screens that put the focus somewhere themselves do so first.
    requestAnimationFrame(() => setTimeout(() => move(row, use)));
  }).observe(document.body, { childList: true, subtree: true });
}

/** The row that comes to the place of the removed one, or the row of which a part was removed. */
function rowAfter(element: Element, changes: readonly MutationRecord[]): Element | null {
  const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));
  if (change === undefined) return null;
  const { removedNodes, nextSibling, previousSibling, target } = change;
  const row = element.closest('tr, li');
  const rows: (Node | null)[] =
    row === null
      ? [target instanceof Element ? target.closest('tr, li') : null]
      : [...removedNodes].includes(row)
        ? [nextSibling, previousSibling]
        : [];
  return rows.find((one): one is Element => one instanceof Element && one.isConnected) ?? null;
}
