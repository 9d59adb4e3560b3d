/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Leaflet draws the picture into the element. */
import { useEffect, useState } from 'react';
import type { CallAnswer } from '#contract/base/client.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import { useSite } from '../../site.tsx';
import { useLeafletMap } from '../use-leaflet-map.ts';
import styles from './way-map.module.css';

type MapSettings = CallAnswer<'GET /geocoding/settings'>;

/** Where the driver is, on the street map of the installation; nothing without one. The sentence above the map says the same. */
export function WayMap({ place, door }: { place: Pin; door: Pin | null }) {
  const { call } = useSite();
  const [settings, setSettings] = useState<MapSettings | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // Without an answer there is no map, as where none is configured.
    call('GET /geocoding/settings', { signal: stop.signal }).then(setSettings, () => undefined);
    return () => stop.abort();
  }, [call]);
  const { tileUrl = null, attribution = null } = settings ?? {};
  return tileUrl === null ? null : <OpenMap tileUrl={tileUrl} attribution={attribution} place={place} door={door} />;
}

interface OpenMapProps {
  tileUrl: string;
  attribution: string | null;
  place: Pin;
  door: Pin | null;
}

function OpenMap({ tileUrl, attribution, place, door }: OpenMapProps) {
  const { words } = useSite();
  const { element, map, hasFailed } = useLeafletMap(
    () => import('./leaflet-way.ts'),
    ({ openWayMap }, frame) => openWayMap(frame, tileUrl, place, door),
  );
  const { latitude, longitude } = place;
  useEffect(() => map?.setDriver({ latitude, longitude }), [map, latitude, longitude]);
  if (hasFailed) return null;
  return (
    <figure className={styles.frame}>
      <div
        ref={element}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws into it
        role="img"
        aria-label={door === null ? words.way.map : words.way.mapWithDoor}
        className={styles.map}
      />
      {attribution === null ? null : <figcaption className={styles.hint}>{attribution}</figcaption>}
    </figure>
  );
}
