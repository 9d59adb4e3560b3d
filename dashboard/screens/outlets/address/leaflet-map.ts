/** The map itself, on Leaflet: a street map where one is configured, else the outlines of the countries. Loaded when needed. */
import { control, divIcon, geoJSON, type LatLngExpression, map as openLeaflet, marker, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { words } from '../../../words/words.ts';
import { boundsOfCountry, countryOutlines } from './country-outlines.ts';

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

/** Where the documents let it begin; here, when neither outlet nor country says more. */
const newYork: LatLngExpression = [40.7128, -74.006];
const world: [[number, number], [number, number]] = [
  [-85, -200],
  [85, 200],
];
/** Outlines say nothing about streets. */
const nearest = { tiles: 19, outlines: 11 };
const pinZoom = { tiles: 16, outlines: 9 };
/** Pixels of the map that an arrow key moves the pin. */
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

export function openMap(element: HTMLElement, { tileUrl, country, pin, onMove, onNoTiles }: MapOptions): OpenMap {
  const kind = tileUrl === null ? 'outlines' : 'tiles';
  const map = openLeaflet(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: 2,
    maxZoom: nearest[kind],
    maxBounds: world,
    maxBoundsViscosity: 1,
    // A page is scrolled over the map more often than the map is zoomed.
    scrollWheelZoom: false,
    // Its end comes by a timer that closing the map does not stop, and fails on a map that is gone.
    zoomAnimation: false,
  });
  control.zoom({ zoomInTitle: text.zoomIn, zoomOutTitle: text.zoomOut }).addTo(map);
  const showOutlines = () => geoJSON(countryOutlines, { interactive: false }).addTo(map);
  if (tileUrl === null) showOutlines();
  else {
    const tiles = tileLayer(tileUrl, { maxZoom: nearest.tiles }).addTo(map);
    // Single tiles may be missing where there is nothing to see.
    const giveUp = () => {
      tiles.remove();
      showOutlines();
      onNoTiles();
    };
    tiles.once('tileerror', giveUp).once('tileload', () => tiles.off('tileerror', giveUp));
  }

  const pinMarker = marker(newYork, {
    icon: divIcon({ html: pinSvg, className: 'map-pin', iconSize: [44, 44], iconAnchor: [22, 44] }),
    draggable: true,
    autoPan: true,
  });
  const reportPosition = () => {
    const { lat, lng } = pinMarker.getLatLng().wrap();
    onMove({ latitude: rounded(lat), longitude: rounded(lng) });
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

  function showCountry(code: string): void {
    const bounds = boundsOfCountry(code);
    if (bounds === null) map.setView(newYork, pinZoom[kind]);
    else map.fitBounds(bounds);
  }

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

  showCountry(country);
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

/** To about 10 cm: more digits say nothing. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
