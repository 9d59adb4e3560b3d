import { useEffect, useState } from 'react';
import { serverNow } from '../../live/server-time.ts';

/** The server's time, renewed every `every` milliseconds. */
export function useNow(every: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
