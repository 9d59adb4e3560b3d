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
    let last: GeolocationPosition | null = null;
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        if (last === null) report(position.coords);
        last = position;
      },
      () => undefined,
      { enableHighAccuracy: true, maximumAge: everyMs },
    );
    const timer = setInterval(() => {
      // A place from minutes ago would pass for one of now.
      if (last !== null && Date.now() - last.timestamp < 2 * everyMs) report(last.coords);
    }, everyMs);
    return () => {
      navigator.geolocation.clearWatch(watch);
      clearInterval(timer);
    };
  }, [isOut]);
}
