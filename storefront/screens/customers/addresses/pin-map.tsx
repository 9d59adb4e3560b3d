import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import { useSite } from '../../../site.tsx';
import { loadLeafletStyles } from '../../leaflet-styles.ts';
import type { openPinMap as openPinMapOf, PinMap as OpenedMap } from './leaflet-pin.ts';
import styles from './pin-map.module.css';

type OpenPinMap = typeof openPinMapOf;

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
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<OpenedMap | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const moved = useEffectEvent(onMove);
  const begin = useEffectEvent((openPinMap: OpenPinMap) =>
    openPinMap(element.current!, {
      tileUrl,
      start: pin ?? start,
      pin,
      names: { pin: words.pin, zoomIn: words.zoomIn, zoomOut: words.zoomOut },
      onMove: (position) => moved(position),
    }),
  );
  useEffect(() => {
    let isGone = false;
    let opened: OpenedMap | null = null;
    Promise.all([import('./leaflet-pin.ts'), loadLeafletStyles()]).then(
      ([{ openPinMap }]) => {
        if (isGone) return;
        opened = begin(openPinMap);
        setMap(opened);
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      opened?.close();
      setMap(null);
    };
  }, []);
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
