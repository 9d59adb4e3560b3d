import type { MouseEvent } from 'react';

/**
 * The properties of a button that cannot be pressed for now: while its call runs, or at the end of a range. It looks disabled and
 * keeps the focus, which a disabled one loses: the keyboard would begin anew at the top of the page.
 */
export function pressable(isPossible: boolean, onPress: (event: MouseEvent<HTMLElement>) => void) {
  if (isPossible) return { onClick: onPress };
  return { onClick: undefined, 'aria-disabled': true, className: 'Mui-disabled' };
}
