/** The map of zones, on Leaflet: zones to look at, one to draw, and a pin to ask about. Loaded when needed. */
import { circle, divIcon, layerGroup, marker, type Polygon, polygon, rectangle } from 'leaflet';
import type { MapPoint, ZoneShape } from '#contract/outlets/zone-shape.ts';
import { arrows, openBaseMap, roundedDegrees, showCountry } from '../address/base-map.ts';
import { type Box, extentOf } from './zone-coverage.ts';

export interface ZoneScene {
  zones: readonly { name: string; shape: ZoneShape; isChosen?: boolean }[];
  /** The zone that is drawn: its corners and its middle can be moved. */
  drawn: Exclude<ZoneShape, { kind: 'postcodes' }> | null;
  overlaps: readonly Box[];
  holes: readonly Box[];
  /** The place that is asked about, or the kitchen. */
  pin: MapPoint | null;
}

interface ZoneMapOptions {
  tileUrl: string | null;
  country: string;
  /** Where the map begins without zones. */
  start: MapPoint | null;
  names: { corner: (number: number) => string; between: string; middle: string; pin: string };
  onNoTiles: () => void;
  onTap: (point: MapPoint) => void;
  /** The corner with this number was moved to the point. */
  onCorner: (ring: number, index: number, point: MapPoint) => void;
  onInsert: (ring: number, index: number, point: MapPoint) => void;
  onRemove: (ring: number, index: number) => void;
  onMiddle: (point: MapPoint) => void;
}

export interface OpenZoneMap {
  draw: (scene: ZoneScene) => void;
  /** Shows all that is drawn. */
  fit: (scene: ZoneScene) => void;
  close: () => void;
}

const zoom = 12;
const pinSvg = `<svg viewBox="0 0 32 44" width="32" height="44" aria-hidden="true">
  <path d="M16 1C7.7 1 1 7.7 1 16c0 11 15 27 15 27s15-16 15-27C31 7.7 24.3 1 16 1z"/><circle cx="16" cy="16" r="5.5"/>
</svg>`;
const icons = {
  pin: divIcon({ html: pinSvg, className: 'map-pin', iconSize: [44, 44], iconAnchor: [22, 44] }),
  corner: divIcon({ html: '<span></span>', className: 'map-corner', iconSize: [32, 32] }),
  between: divIcon({ html: '<span></span>', className: 'map-between', iconSize: [24, 24] }),
};

const latLng = ([longitude, latitude]: MapPoint): [number, number] => [latitude, longitude];
const cornersOf = ([southWest, northEast]: Box): [[number, number], [number, number]] => [
  latLng(southWest),
  latLng(northEast),
];

export function openZoneMap(element: HTMLElement, options: ZoneMapOptions): OpenZoneMap {
  const { tileUrl, country, start, names, onNoTiles } = options;
  const map = openBaseMap(element, { tileUrl, onNoTiles });
  const layers = layerGroup().addTo(map);
  /** The corner that has the focus: drawing anew would lose it. */
  let focused: string | null = null;
  map.on('click', ({ latlng }) => options.onTap(pointOf(latlng.wrap())));

  function shapeOf(shape: ZoneShape, className: string) {
    if (shape.kind === 'circle') {
      return circle(latLng(shape.centre), { radius: shape.radius, className, interactive: false });
    }
    return polygon(shape.kind === 'polygon' ? shape.rings.map((ring) => ring.map(latLng)) : [], {
      className,
      interactive: false,
    });
  }

  interface HandleOptions {
    kind: keyof typeof icons;
    key: string;
    label: string;
    onDrag?: (at: MapPoint) => void;
    onEnd: (at: MapPoint) => void;
    onDelete?: () => void;
  }

  /** Something that is dragged, and moved with the arrow keys. */
  function addHandle(at: MapPoint, { kind, key, label, onDrag, onEnd, onDelete }: HandleOptions): void {
    const handle = marker(latLng(at), { icon: icons[kind], draggable: true, autoPan: true, keyboard: true });
    handle.on('drag', () => onDrag?.(pointOf(handle.getLatLng().wrap())));
    handle.on('dragend', () => onEnd(pointOf(handle.getLatLng().wrap())));
    handle.on('contextmenu', () => onDelete?.());
    handle.on('add', () => {
      const button = handle.getElement();
      button?.setAttribute('aria-label', label);
      button?.addEventListener('focus', () => {
        focused = key;
      });
      button?.addEventListener('keydown', (event) => {
        const [right, down] = arrows[event.key] ?? [0, 0];
        const isDelete = event.key === 'Delete' || event.key === 'Backspace';
        if (right === 0 && down === 0 && !(isDelete && onDelete !== undefined)) return;
        event.preventDefault();
        event.stopPropagation();
        if (isDelete) onDelete?.();
        else onEnd(pointOf(map.unproject(map.project(handle.getLatLng()).add([right, down]))));
      });
    });
    handle.addTo(layers);
    if (focused === key) handle.getElement()?.focus({ preventScroll: true });
  }

  function addCorners(rings: readonly (readonly MapPoint[])[], outline: Polygon): void {
    const moving = rings.map((ring) => ring.map(latLng));
    for (const [ringIndex, ring] of rings.entries()) {
      for (const [index, at] of ring.entries()) {
        addHandle(at, {
          kind: 'corner',
          key: `${ringIndex} ${index}`,
          label: names.corner(index + 1),
          onDrag: (point) => {
            moving[ringIndex]![index] = latLng(point);
            outline.setLatLngs(moving);
          },
          onEnd: (point) => options.onCorner(ringIndex, index, point),
          onDelete: () => options.onRemove(ringIndex, index),
        });
        const next = ring[(index + 1) % ring.length]!;
        if (ring.length < 3) continue;
        const middle: MapPoint = [(at[0] + next[0]) / 2, (at[1] + next[1]) / 2];
        addHandle(middle, {
          kind: 'between',
          key: `${ringIndex} ${index} between`,
          label: names.between,
          onEnd: (point) => {
            focused = `${ringIndex} ${index + 1}`;
            options.onInsert(ringIndex, index + 1, point);
          },
        });
      }
    }
  }

  function draw({ zones, drawn, overlaps, holes, pin }: ZoneScene): void {
    // A letter in any field of the form draws anew, and the focus stays in that field.
    if (!element.contains(document.activeElement)) focused = null;
    layers.clearLayers();
    for (const { name, shape, isChosen = false } of zones) {
      if (shape.kind === 'postcodes') continue;
      const layer = shapeOf(shape, isChosen ? 'map-zone map-zone-chosen' : 'map-zone').addTo(layers);
      layer.bindTooltip(name, { permanent: true, direction: 'bottom', className: 'map-name' });
    }
    for (const cell of overlaps)
      rectangle(cornersOf(cell), { className: 'map-overlap', interactive: false }).addTo(layers);
    for (const cell of holes) rectangle(cornersOf(cell), { className: 'map-hole', interactive: false }).addTo(layers);
    if (pin !== null) {
      marker(latLng(pin), { icon: icons.pin, alt: names.pin, keyboard: false, interactive: false }).addTo(layers);
    }
    if (drawn === null) return;
    const outline = shapeOf(drawn, 'map-drawn').addTo(layers);
    if (drawn.kind === 'polygon') addCorners(drawn.rings, outline as Polygon);
    else {
      addHandle(drawn.centre, { kind: 'corner', key: 'middle', label: names.middle, onEnd: options.onMiddle });
    }
  }

  function fit({ zones, drawn, pin }: ZoneScene): void {
    const shapes = drawn === null ? zones.map(({ shape }) => shape) : [drawn];
    const corners = [...shapes.flatMap(extentOf), ...(pin === null ? [] : [pin])].map(latLng);
    if (corners.length > 1)
      map.fitBounds(corners, {
        maxZoom: 15,
        padding: [20, 20],
      });
    else if (corners.length === 1 || start !== null) map.setView(corners[0] ?? latLng(start!), zoom);
    else showCountry(map, country, zoom);
  }

  // The map measures itself once; its place on the page changes with the window.
  const sized = new ResizeObserver(() => map.invalidateSize());
  sized.observe(element);
  return {
    draw,
    fit,
    close: () => {
      sized.disconnect();
      map.remove();
    },
  };
}

function pointOf({ lat, lng }: { lat: number; lng: number }): MapPoint {
  return [roundedDegrees(lng), roundedDegrees(lat)];
}
