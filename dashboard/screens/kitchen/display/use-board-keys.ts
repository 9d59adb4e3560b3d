import { type RefObject, useEffect, useEffectEvent } from 'react';

interface BoardKeys {
  turnPage: (by: 1 | -1) => void;
  recallLast: () => void;
}

/**
 * A bump bar or a keyboard: 1 to 9 choose a ticket, the arrows move between tickets and their dishes, R recalls the last one, Page Up and
 * Page Down turn the pages. Space and Enter press what has the focus, as everywhere.
 */
export function useBoardKeys(board: RefObject<HTMLElement | null>, { turnPage, recallLast }: BoardKeys): void {
  /** Whether the key means something here. */
  function follow(event: KeyboardEvent, element: HTMLElement): boolean {
    const { key } = event;
    if (event.repeat && isDeed(event)) return true;
    if (key === 'PageDown' || key === 'PageUp') turnPage(key === 'PageDown' ? 1 : -1);
    else if (isRecall(event)) recallLast();
    else if (/^[1-9]$/.test(key)) focusBump(element, Number(key) - 1);
    else return moveFocus(key, element);
    return true;
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (board.current === null || isElsewhere(event)) return;
    if (!follow(event, board.current)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Held with another key, written into a field, or meant for a dialog. */
function isElsewhere({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return true;
  return target instanceof Element && target.closest('input, textarea, [role=dialog], [role=menu]') !== null;
}

/** R, also where the keyboard writes another script. */
function isRecall({ key, code }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'r' || (code === 'KeyR' && !/^[a-z]$/i.test(key));
}

/** A key that does something with an order, once however long it is held: the next ticket has the focus by then. */
function isDeed(event: KeyboardEvent): boolean {
  const isPress = event.key === 'Enter' || event.key === ' ';
  return isRecall(event) || (isPress && event.target instanceof Element && event.target.closest('button') !== null);
}

export function focusBump(board: HTMLElement, slot: number): void {
  const ticket = ticketsIn(board)[slot];
  ticket?.querySelector<HTMLElement>('[data-bump]')?.focus({ preventScroll: true });
}

function moveFocus(key: string, board: HTMLElement): boolean {
  const tickets = ticketsIn(board);
  const slot = tickets.findIndex((ticket) => ticket.contains(document.activeElement));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft': {
      // The next ticket is on the left in Arabic.
      const isRtl = getComputedStyle(board).direction === 'rtl';
      const step = (key === 'ArrowRight') === isRtl ? -1 : 1;
      focusBump(board, Math.min(Math.max(slot + step, 0), tickets.length - 1));
      return true;
    }
    case 'ArrowDown':
    case 'ArrowUp': {
      const buttons = [
        ...(tickets[Math.max(slot, 0)]?.querySelectorAll<HTMLElement>('[data-line], [data-bump]') ?? []),
      ];
      const at = buttons.findIndex((button) => button === document.activeElement);
      const step = key === 'ArrowDown' ? 1 : -1;
      buttons.at((at + step + buttons.length) % buttons.length)?.focus();
      return buttons.length > 0;
    }
    default:
      return false;
  }
}

/** Tickets of the shown page. */
export function ticketsIn(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>('[data-ticket]:not([inert])')];
}
