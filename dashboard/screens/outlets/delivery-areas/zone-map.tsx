import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MapPoint } from '#contract/outlets/zone-shape.ts';
import { queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { mapStyle } from '../address/map-style.ts';
import { useLazyMap } from '../address/use-lazy-map.ts';
import type { ZoneScene } from './leaflet-zones.ts';

const text = words.outlets.zones;

interface ZoneMapProps {
  label: string;
  hint: string;
  scene: ZoneScene;
  /** Where the map begins without zones: the outlet. */
  start: MapPoint | null;
  onTap: (point: MapPoint) => void;
  onCorner?: (ring: number, index: number, point: MapPoint) => void;
  onInsert?: (ring: number, index: number, point: MapPoint) => void;
  onRemove?: (ring: number, index: number) => void;
}

/** A map of zones. Everything on it is also in fields or lists beside it. */
export function ZoneMap(props: ZoneMapProps) {
  const settings = useQuery(queries.geocodingSettings());
  // Without an answer there is no street map, but there is a map.
  const tileUrl = settings.isError ? null : settings.data?.tileUrl;
  const [hasNoTiles, setNoTiles] = useState(false);
  const attribution = hasNoTiles ? null : settings.data?.attribution;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      {tileUrl === undefined ? (
        <Skeleton variant="rounded" height={320} />
      ) : (
        <LoadedMap key={tileUrl} {...props} tileUrl={tileUrl} onNoTiles={() => setNoTiles(true)} />
      )}
      <Hint>{props.hint}</Hint>
      <Hint>{attribution ?? words.outlets.map.outlines}</Hint>
    </Box>
  );
}

interface LoadedMapProps extends ZoneMapProps {
  tileUrl: string | null;
  onNoTiles: () => void;
}

function LoadedMap({ tileUrl, label, scene, start, onNoTiles, ...on }: LoadedMapProps) {
  const { country } = useRestaurant();
  const { element, map, hasFailed } = useLazyMap(
    () => import('./leaflet-zones.ts'),
    { ...on, onNoTiles },
    ({ openZoneMap }, frame, tell) => {
      const opened = openZoneMap(frame, {
        tileUrl,
        country,
        start,
        names: {
          corner: (number) => text.corner({ number }),
          between: text.between,
          middle: text.middle,
          pin: text.pin,
        },
        onNoTiles: () => tell((handlers) => handlers.onNoTiles()),
        onTap: (point) => tell((handlers) => handlers.onTap(point)),
        onMiddle: (point) => tell((handlers) => handlers.onTap(point)),
        onCorner: (...moved) => tell((handlers) => handlers.onCorner?.(...moved)),
        onInsert: (...added) => tell((handlers) => handlers.onInsert?.(...added)),
        onRemove: (...removed) => tell((handlers) => handlers.onRemove?.(...removed)),
      });
      opened.fit(scene);
      return opened;
    },
  );
  useEffect(() => {
    map?.draw(scene);
  }, [map, scene]);
  if (hasFailed) return <Box role="alert">{text.mapFailed}</Box>;
  // Leaflet counts from the left. An attribute, because styles are mirrored in Arabic.
  return <Box ref={element} dir="ltr" role="application" aria-label={label} sx={zoneStyle} />;
}

const zoneStyle = {
  ...mapStyle,
  blockSize: { xs: 320, sm: 420 },
  '& path.map-zone': {
    fill: 'var(--mui-palette-primary-main)',
    fillOpacity: 0.12,
    stroke: 'var(--mui-palette-primary-main)',
    strokeWidth: 2,
  },
  '& path.map-zone-chosen': { fillOpacity: 0.35, strokeWidth: 3 },
  '& path.map-drawn': {
    fill: 'var(--mui-palette-primary-main)',
    fillOpacity: 0.25,
    stroke: 'var(--mui-palette-primary-main)',
    strokeWidth: 3,
  },
  '& path.map-overlap': { fill: 'var(--mui-palette-warning-main)', fillOpacity: 0.45, stroke: 'none' },
  '& path.map-hole': { fill: 'var(--mui-palette-error-main)', fillOpacity: 0.45, stroke: 'none' },
  '& .map-name': {
    bgcolor: 'background.paper',
    color: 'text.primary',
    borderColor: 'divider',
    font: 'inherit',
    fontSize: '0.875rem',
    unicodeBidi: 'plaintext',
  },
  '& .map-corner, & .map-between': { display: 'grid', placeItems: 'center' },
  '& .map-corner span': {
    inlineSize: 18,
    blockSize: 18,
    borderRadius: '50%',
    bgcolor: 'background.paper',
    border: '3px solid var(--mui-palette-primary-main)',
  },
  '& .map-between span': { inlineSize: 10, blockSize: 10, borderRadius: '50%', bgcolor: 'primary.main', opacity: 0.8 },
  '& .map-corner:focus-visible, & .map-between:focus-visible': {
    outline: '3px solid var(--mui-palette-primary-main)',
    borderRadius: '50%',
  },
} as const;
