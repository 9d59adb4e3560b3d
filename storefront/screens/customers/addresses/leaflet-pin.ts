/** The street map with the guest's pin, on Leaflet. Loaded when an address is written, where a street map is configured. */
import { control, divIcon, map as openLeaflet, marker, tileLayer } from 'leaflet';
import type { Pin } from '#contract/outlets/zone-fee.ts';

export interface PinMap {
  setPin: (pin: Pin) => void;
  close: () => void;
}

interface PinMapOptions {
  tileUrl: string;
  /** Where the map begins: the pin, else the outlet. */
  start: Pin;
  pin: Pin | null;
  names: { pin: string; zoomIn: string; zoomOut: string };
  onMove: (pin: Pin) => void;
}

const zoom = { begin: 16, nearest: 19 };
/** Pixels that an arrow key moves the pin. */
const keyStep = 10;
const arrows: Readonly<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};
const pinSvg = `<svg viewBox="0 0 32 44" width="32" height="44" aria-hidden="true">
  <path d="M16 1C7.7 1 1 7.7 1 16c0 11 15 27 15 27s15-16 15-27C31 7.7 24.3 1 16 1z"/><circle cx="16" cy="16" r="5.5"/>
</svg>`;

export function openPinMap(element: HTMLElement, { tileUrl, start, pin, names, onMove }: PinMapOptions): PinMap {
  const map = openLeaflet(element, {
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    // Its end comes by a timer that closing the map does not stop, and fails on a map that is gone.
    zoomAnimation: false,
  }).setView([start.latitude, start.longitude], zoom.begin);
  control.zoom({ zoomInTitle: names.zoomIn, zoomOutTitle: names.zoomOut }).addTo(map);
  tileLayer(tileUrl, { maxZoom: zoom.nearest }).addTo(map);
  const door = marker([start.latitude, start.longitude], {
    icon: divIcon({ html: pinSvg, className: 'map-pin', iconSize: [44, 44], iconAnchor: [22, 44] }),
    draggable: true,
    autoPan: true,
  });
  const report = () => {
    const { lat, lng } = door.getLatLng().wrap();
    onMove({ latitude: rounded(lat), longitude: rounded(lng) });
  };
  door.on('dragend', report);
  door.on('add', () => {
    const handle = door.getElement();
    handle?.setAttribute('aria-label', names.pin);
    handle?.addEventListener('keydown', (event) => {
      const [right, down] = arrows[event.key] ?? [0, 0];
      if (right === 0 && down === 0) return;
      event.preventDefault();
      event.stopPropagation();
      door.setLatLng(map.unproject(map.project(door.getLatLng()).add([right, down])));
      map.panInside(door.getLatLng(), { padding: [60, 60] });
      report();
    });
  });
  map.on('click', ({ latlng }) => {
    door.setLatLng(latlng).addTo(map);
    report();
  });
  const setPin = ({ latitude, longitude }: Pin) => {
    door.setLatLng([latitude, longitude]).addTo(map);
    if (!map.getBounds().contains(door.getLatLng())) map.setView(door.getLatLng(), zoom.begin);
  };
  if (pin !== null) setPin(pin);
  // The map measures itself once; the drawer may still be opening.
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

/** To about 10 cm: more digits say nothing. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
