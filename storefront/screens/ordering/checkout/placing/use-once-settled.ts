import { useEffect, useEffectEvent, useState } from 'react';

/** Longest wait for the server's total. Then the order goes at the one that is shown, and is asked about if that is wrong. */
const mostMilliseconds = 4000;

/** Puts off what the guest has asked for until the total is settled. */
export function useOnceSettled(isSettled: boolean, act: () => void): { isWaiting: boolean; start: () => void } {
  const [isWaiting, setIsWaiting] = useState(false);
  const finish = useEffectEvent(() => {
    setIsWaiting(false);
    act();
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => finish(), isSettled ? 0 : mostMilliseconds);
    return () => clearTimeout(timer);
  }, [isWaiting, isSettled]);
  return { isWaiting, start: () => setIsWaiting(true) };
}
