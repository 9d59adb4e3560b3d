/** The map of an order that is out, on Leaflet. Loaded when the first place is known, where a street map is configured. */
import { divIcon, latLngBounds, map as openLeaflet, type Marker, marker, tileLayer } from 'leaflet';
import type { Pin } from '#contract/outlets/zone-fee.ts';

export interface WayMap {
  /** Moves the driver, and the map where they would leave it. */
  setDriver: (place: Pin) => void;
  close: () => void;
}

const nearest = 17;
const dot = `<svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true"><circle cx="14" cy="14" r="11"/></svg>`;
const house = `<svg viewBox="0 0 32 44" width="32" height="44" aria-hidden="true">
  <path d="M16 1C7.7 1 1 7.7 1 16c0 11 15 27 15 27s15-16 15-27C31 7.7 24.3 1 16 1z"/><circle cx="16" cy="16" r="5.5"/>
</svg>`;

/** A picture to look at: it takes no touch and no key, so that a thumb scrolls the page past it. Nothing in it is animated. */
export function openWayMap(element: HTMLElement, tileUrl: string, place: Pin, door: Pin | null): WayMap {
  const map = openLeaflet(element, {
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    doubleClickZoom: false,
    dragging: false,
    touchZoom: false,
    boxZoom: false,
    keyboard: false,
    zoomAnimation: false,
    fadeAnimation: false,
    markerZoomAnimation: false,
  });
  const at = ({ latitude, longitude }: Pin): [number, number] => [latitude, longitude];
  const icon = (html: string, name: string, [width, height]: [number, number], foot: number) =>
    divIcon({ html, className: name, iconSize: [width, height], iconAnchor: [width / 2, foot] });
  const pin = (position: Pin, look: ReturnType<typeof divIcon>): Marker =>
    marker(at(position), { icon: look, interactive: false, keyboard: false });
  const fit = (position: Pin) =>
    map.fitBounds(latLngBounds([at(position), at(door ?? position)]), {
      animate: false,
      maxZoom: nearest,
      padding: [36, 48],
    });
  fit(place);
  tileLayer(tileUrl, { maxZoom: 19 }).addTo(map);
  if (door !== null) pin(door, icon(house, 'way-door', [32, 44], 44)).addTo(map);
  const driver = pin(place, icon(dot, 'way-driver', [28, 28], 14)).addTo(map);
  let last = place;
  // The map measures itself once.
  const sized = new ResizeObserver(() => {
    map.invalidateSize({ animate: false });
    fit(last);
  });
  sized.observe(element);
  return {
    setDriver: (position) => {
      last = position;
      driver.setLatLng(at(position));
      fit(position);
    },
    close: () => {
      sized.disconnect();
      map.remove();
    },
  };
}
