/** Keys for a field whose code is still on its way: they are held, and put into the field once it is there. */

export interface HeldKeys {
  text: string;
  /** Enter was the last of them. */
  isEntered: boolean;
}

const none: HeldKeys = { text: '', isEntered: false };
let held = none;
let stopHolding = () => {};

/** The keys with one more; null where it is none that a field of one line takes. A pure function. */
export function withKey({ text }: HeldKeys, key: string): HeldKeys | null {
  if (key === 'Enter') return { text, isEntered: true };
  if (key === 'Backspace') return { text: Array.from(text).slice(0, -1).join(''), isEntered: false };
  return Array.from(key).length === 1 ? { text: text + key, isEntered: false } : null;
}

/** Holds the keys from now on, until they are taken or dropped. Escape gives the field up. */
export function holdKeys(giveUp: () => void): void {
  dropHeldKeys();
  const hold = (event: KeyboardEvent) => {
    // Some letters are typed with AltGr, which counts as Control and Alt.
    const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    const next = isShortcut ? null : withKey(held, event.key);
    if (next === null && event.key !== 'Escape') return;
    // The page behind, which has the focus, must not take it as well.
    event.preventDefault();
    event.stopPropagation();
    if (next === null) giveUp();
    else held = next;
  };
  addEventListener('keydown', hold, { capture: true });
  stopHolding = () => removeEventListener('keydown', hold, { capture: true });
}

/** Hands the held keys to the field, which gets all others itself from now on. */
export function takeHeldKeys(): HeldKeys {
  const taken = held;
  dropHeldKeys();
  return taken;
}

export function dropHeldKeys(): void {
  stopHolding();
  held = none;
}
