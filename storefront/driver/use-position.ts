import { useEffect, useEffectEvent } from 'react';
import { createClient } from '#contract/base/client.ts';

/** Milliseconds between two reports of the place. */
const everyMs = 8000;

/**
 * Reports the place of the phone while an order is out. Guests are shown a place of the last 20 seconds, so a phone that stands still
 * reports as well. Without leave to know the place, nothing is reported.
 */
export function usePosition(token: string, isOut: boolean): void {
  const report = useEffectEvent(({ latitude, longitude }: GeolocationCoordinates) => {
    const { call } = createClient({ fetch: (url, init) => fetch(url, init), token: () => token });
    // The next report follows soon.
    call('POST /delivery/report-position', { body: { latitude, longitude } }).catch(() => undefined);
  });
  useEffect(() => {
    if (!isOut || !('geolocation' in navigator)) return;
    // Asked each time: a phone at rest tells a watcher nothing.
    const look = () =>
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => report(coords),
        () => undefined,
        { enableHighAccuracy: true, maximumAge: everyMs, timeout: everyMs },
      );
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [isOut]);
}
