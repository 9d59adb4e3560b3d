/** The map itself, on Leaflet: a street map where one is configured, else the outlines of the countries. Loaded when needed. */
import {
  control,
  geoJSON,
  type LatLngExpression,
  type Map as LeafletMap,
  map as openLeaflet,
  tileLayer,
} from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { words } from '../../../words/words.ts';
import { boundsOfCountry, countryOutlines } from './country-outlines.ts';

const text = words.outlets.map;

/** Where the documents let it begin; here, when neither outlet nor country says more. */
const newYork: LatLngExpression = [40.7128, -74.006];
const world: [[number, number], [number, number]] = [
  [-85, -200],
  [85, 200],
];
/** Outlines say nothing about streets. */
const nearest = { tiles: 19, outlines: 14 };
/** Pixels of the map that an arrow key moves what is chosen. */
const keyStep = 10;
export const arrows: Readonly<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

interface BaseMap {
  /** With {z}, {x} and {y}; null: outlines. */
  tileUrl: string | null;
  /** No tile came: the outlines are shown instead. */
  onNoTiles: () => void;
}

export function openBaseMap(element: HTMLElement, { tileUrl, onNoTiles }: BaseMap): LeafletMap {
  const map = openLeaflet(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: 2,
    maxZoom: tileUrl === null ? nearest.outlines : nearest.tiles,
    maxBounds: world,
    maxBoundsViscosity: 1,
    // A page is scrolled over the map more often than the map is zoomed.
    scrollWheelZoom: false,
    // Its end comes by a timer that closing the map does not stop, and fails on a map that is gone.
    zoomAnimation: false,
  });
  control.zoom({ zoomInTitle: text.zoomIn, zoomOutTitle: text.zoomOut }).addTo(map);
  const showOutlines = () =>
    geoJSON(countryOutlines, { interactive: false, style: { className: 'map-country' } }).addTo(map);
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
  return map;
}

export function showCountry(map: LeafletMap, code: string, zoom: number): void {
  const bounds = boundsOfCountry(code);
  if (bounds === null) map.setView(newYork, zoom);
  else map.fitBounds(bounds);
}

/** To about 10 cm: more digits say nothing. */
export function roundedDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
