import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

/**
 * For the heading of a page: after going to another page the keyboard and the screen reader start there, unless a field of the page
 * has the focus already and `keepsFocus` leaves it there.
 */
export function useFocusOnArrival({ keepsFocus = false } = {}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstLoad = useNavigationType() === NavigationType.Pop;
  const hasArrived = useRef(false);
  useEffect(() => {
    const mayMove = !keepsFocus || document.activeElement === document.body;
    if (!hasArrived.current && !isFirstLoad && mayMove) heading.current?.focus();
    hasArrived.current = true;
  }, [isFirstLoad, keepsFocus]);
  return heading;
}
