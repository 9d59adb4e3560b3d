import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells, at any later moment, whether the component is still shown. An answer that comes late must not close the dialog that was
 * opened since, nor lead anybody away from where they are by then.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
