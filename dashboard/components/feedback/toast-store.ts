/**
 * Short messages that show for a few seconds (decision 27): in the bar at the top centre, for the screens of the
 * first document, or in the toast at the top left, for orders. Each place shows one message at a time, the newest.
 */
export interface Toast {
  place: 'bar' | 'toast';
  tone: 'ok' | 'error';
  text: string;
  /** Offered as a button; the toast closes when it is taken. */
  undo?: () => void;
}
export type ShownToast = Toast & { key: number };

let toasts: readonly ShownToast[] = [];
let lastKey = 0;
let isCovered = false;
const listeners = new Set<() => void>();

export function showToast(toast: Toast): void {
  if (isCovered && (toast.place !== 'bar' || toast.tone !== 'error')) return;
  lastKey += 1;
  set([...toasts.filter((shown) => shown.place !== toast.place), { ...toast, key: lastKey }]);
}

export function hideToast(key: number): void {
  if (toasts.some((toast) => toast.key === key)) set(toasts.filter((toast) => toast.key !== key));
}

/** Takes the errors away: the page or the try that they are about is over. Confirmations stay, with their Undo. */
export function hideErrors(): void {
  if (toasts.some(({ tone }) => tone === 'error')) set(toasts.filter(({ tone }) => tone !== 'error'));
}

/** Takes all away, with their Undo. */
export function hideToasts(): void {
  if (toasts.length > 0) set([]);
}

/**
 * While the page is hidden its toasts are, too: they name orders and dishes, and offer Undo. Errors in the bar are shown, which the dialog
 * in front of it has as well. Answers how to end it.
 */
export function coverToasts(): () => void {
  isCovered = true;
  hideToasts();
  return () => {
    isCovered = false;
  };
}

/** The toasts that are shown. The same array until they change. */
export function shownToasts(): readonly ShownToast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
