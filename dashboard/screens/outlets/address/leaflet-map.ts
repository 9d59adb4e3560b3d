/** The map of an outlet's pin, on Leaflet. Loaded when needed. */
import { divIcon, type LatLngExpression, marker } from 'leaflet';
import { words } from '../../../words/words.ts';
import { arrows, openBaseMap, roundedDegrees, showCountry } from './base-map.ts';

const text = words.outlets.map;

/** Degrees, WGS 84. */
export interface Position {
  latitude: number;
  longitude: number;
}

interface MapOptions {
  /** With {z}, {x} and {y}; null: outlines. */
  tileUrl: string | null;
  /** ISO 3166 code: where the map begins while there is no pin. */
  country: string;
  pin: Position | null;
  /** The pin was set or moved by hand. */
  onMove: (position: Position) => void;
  /** No tile came: the outlines are shown instead. */
  onNoTiles: () => void;
}

export interface OpenMap {
  setPin: (pin: Position | null) => void;
  close: () => void;
}

const pinZoom = { tiles: 16, outlines: 9 };
const pinSvg = `<svg viewBox="0 0 32 44" width="32" height="44" aria-hidden="true">
  <path d="M16 1C7.7 1 1 7.7 1 16c0 11 15 27 15 27s15-16 15-27C31 7.7 24.3 1 16 1z"/><circle cx="16" cy="16" r="5.5"/>
</svg>`;

export function openMap(element: HTMLElement, { tileUrl, country, pin, onMove, onNoTiles }: MapOptions): OpenMap {
  const kind = tileUrl === null ? 'outlines' : 'tiles';
  const map = openBaseMap(element, { tileUrl, onNoTiles });

  const pinMarker = marker([0, 0], {
    icon: divIcon({ html: pinSvg, className: 'map-pin', iconSize: [44, 44], iconAnchor: [22, 44] }),
    draggable: true,
    autoPan: true,
  });
  const reportPosition = () => {
    const { lat, lng } = pinMarker.getLatLng().wrap();
    onMove({ latitude: roundedDegrees(lat), longitude: roundedDegrees(lng) });
  };
  pinMarker.on('dragend', reportPosition);
  pinMarker.on('add', () => {
    const handle = pinMarker.getElement();
    handle?.setAttribute('aria-label', text.pin);
    handle?.addEventListener('keydown', (event) => {
      const [right, down] = arrows[event.key] ?? [0, 0];
      if (right === 0 && down === 0) return;
      event.preventDefault();
      event.stopPropagation();
      const at = map.project(pinMarker.getLatLng()).add([right, down]);
      pinMarker.setLatLng(map.unproject(at));
      map.panInside(pinMarker.getLatLng(), { padding: [60, 60] });
      reportPosition();
    });
  });
  map.on('click', ({ latlng }) => {
    pinMarker.setLatLng(latlng).addTo(map);
    reportPosition();
  });

  function setPin(next: Position | null): void {
    if (next === null) {
      pinMarker.remove();
      return;
    }
    const at: LatLngExpression = [next.latitude, next.longitude];
    const isNear = map.hasLayer(pinMarker) && map.getBounds().contains(at);
    pinMarker.setLatLng(at).addTo(map);
    if (!isNear) map.setView(at, pinZoom[kind]);
  }

  showCountry(map, country, pinZoom[kind]);
  setPin(pin);
  // The map measures itself once; its place on the page changes with the window.
  const sized = new ResizeObserver(() => map.invalidateSize());
  sized.observe(element);
  return {
    setPin,
    close: () => {
      sized.disconnect();
      map.remove();
    },
  };
}
