import type { MouseEvent } from 'react';

/**
 * The properties of a button that cannot be pressed for now: while its call runs, or at the end of a range. It keeps the focus, which a
 * disabled one loses: the keyboard would begin anew at the top of the page. One that submits a form sends nothing then.
 */
export function pressable(isPossible: boolean, onPress?: () => void) {
  if (isPossible) return { onClick: onPress };
  return { onClick: (event: MouseEvent) => event.preventDefault(), 'aria-disabled': true };
}
