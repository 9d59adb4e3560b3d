/** A map that is loaded when its part of a screen is there, and closed with it. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

interface LazyMap<Opened> {
  element: RefObject<HTMLDivElement | null>;
  /** Null until it is open. */
  map: Opened | null;
  hasFailed: boolean;
}

/** Calls the handler that the screen has by now. */
type Tell<Handlers> = (say: (handlers: Handlers) => void) => void;

/** `load` and `open` are those of the first rendering: what changes is told to the opened map. */
export function useLazyMap<Module, Handlers, Opened extends { close: () => void }>(
  load: () => Promise<Module>,
  handlers: Handlers,
  open: (module: Module, element: HTMLDivElement, tell: Tell<Handlers>) => Opened,
): LazyMap<Opened> {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Opened | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const tell = useEffectEvent<Tell<Handlers>>((say) => say(handlers));
  const begin = useEffectEvent(async (isGone: () => boolean) => {
    const module = await load();
    return isGone() ? null : open(module, element.current!, (say) => tell(say));
  });
  useEffect(() => {
    let isGone = false;
    let opened: Opened | null = null;
    begin(() => isGone).then(
      (map) => {
        opened = map;
        setMap(map);
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
