import type { KeyboardEvent, MouseEvent } from 'react';

/** The properties of a button that deletes its row. */
export function rowDeletion(onDelete: () => void) {
  return {
    'data-delete': true,
    // Holding Enter deletes one row, not every row that comes after it.
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
    onClick: (event: MouseEvent<HTMLElement>) => {
      focusNextRow(event.currentTarget);
      onDelete();
    },
  };
}

/** The row goes, and the focus must not go with it: to the row that follows, else to the one before, else to the heading of the page. */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('tr, li');
  focusRow(row?.nextElementSibling ?? row?.previousElementSibling ?? null);
}

function focusRow(row: Element | null): void {
  const next = inSight(row, '[data-row-menu], [data-delete]') ?? inSight(row, 'button');
  if (next === undefined) focusHeading();
  else next.focus();
}

/** The first such part of the row. Where a row is drawn for both widths, one of its buttons cannot take the focus. */
export function inSight(row: Element | null, selector: string): HTMLElement | undefined {
  return [...(row?.querySelectorAll<HTMLElement>(selector) ?? [])].find((one) => one.checkVisibility());
}

/** The page stays where it is scrolled to. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
