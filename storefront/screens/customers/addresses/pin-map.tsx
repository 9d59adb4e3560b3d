import { useEffect, useRef } from 'react';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import { useSite } from '../../../site.tsx';
import { useLeafletMap } from '../../use-leaflet-map.ts';
import styles from './pin-map.module.css';

interface PinMapProps {
  tileUrl: string;
  attribution: string | null;
  /** Where the map begins without a pin. */
  start: Pin;
  pin: Pin | null;
  onMove: (pin: Pin) => void;
}

/** A street map on which the guest sets the pin of their door. */
export function PinMap({ tileUrl, attribution, start, pin, onMove }: PinMapProps) {
  const { words } = useSite();
  // The map keeps what it is given when it is drawn.
  const moved = useRef(onMove);
  useEffect(() => {
    moved.current = onMove;
  }, [onMove]);
  const { element, map, hasFailed } = useLeafletMap(
    () => import('./leaflet-pin.ts'),
    ({ openPinMap }, frame) =>
      openPinMap(frame, {
        tileUrl,
        start: pin ?? start,
        pin,
        names: { pin: words.pin, zoomIn: words.zoomIn, zoomOut: words.zoomOut },
        onMove: (position) => moved.current(position),
      }),
  );
  const { latitude, longitude } = pin ?? {};
  useEffect(() => {
    if (latitude !== undefined && longitude !== undefined) map?.setPin({ latitude, longitude });
  }, [map, latitude, longitude]);
  if (hasFailed) return null;
  return (
    <div className={styles.frame}>
      <div ref={element} role="application" aria-label={words.map} className={styles.map} />
      <span className={styles.hint}>{words.mapHint}</span>
      {attribution === null ? null : <span className={styles.hint}>{attribution}</span>}
    </div>
  );
}
