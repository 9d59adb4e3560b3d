import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadLeafletStyles } from './leaflet-styles.ts';

/**
 * A street map in an element of the caller, whose code and styles come when it is first drawn. `open` draws it with what the caller has by
 * then; the map is null until it has come, and again once it is gone.
 */
export function useLeafletMap<Code, Opened extends { close: () => void }>(
  load: () => Promise<Code>,
  open: (code: Code, element: HTMLDivElement) => Opened,
): { element: RefObject<HTMLDivElement | null>; map: Opened | null; hasFailed: boolean } {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Opened | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const begin = useEffectEvent(load);
  const draw = useEffectEvent(open);
  useEffect(() => {
    let isGone = false;
    let opened: Opened | null = null;
    Promise.all([begin(), loadLeafletStyles()]).then(
      ([code]) => {
        if (isGone) return;
        opened = draw(code, element.current!);
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
  return { element, map, hasFailed };
}
