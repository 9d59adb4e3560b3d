import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { mapStyle } from './map-style.ts';
import type { Position } from './leaflet-map.ts';
import { useLazyMap } from './use-lazy-map.ts';

const text = words.outlets.map;

interface PlaceMapProps {
  pin: Position | null;
  /** ISO 3166 code: what is shown while there is no pin. */
  country: string;
  onMove: (position: Position) => void;
}

/** A map with one pin (decision 39). It needs neither a key nor a network, and what it shows is also in fields beside it. */
export function PlaceMap({ pin, country, onMove }: PlaceMapProps) {
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
        <LoadedMap
          key={tileUrl}
          tileUrl={tileUrl}
          pin={pin}
          country={country}
          onMove={onMove}
          onNoTiles={() => setNoTiles(true)}
        />
      )}
      {tileUrl === null && <output>{text.notConfigured}</output>}
      {hasNoTiles && <output>{text.noTiles}</output>}
      <Hint>{text.hint}</Hint>
      <Hint>{attribution ?? text.outlines}</Hint>
    </Box>
  );
}

interface LoadedMapProps extends PlaceMapProps {
  tileUrl: string | null;
  onNoTiles: () => void;
}

function LoadedMap({ tileUrl, pin, country, onMove, onNoTiles }: LoadedMapProps) {
  const { element, map, hasFailed } = useLazyMap(
    () => import('./leaflet-map.ts'),
    { onMove, onNoTiles },
    ({ openMap }, frame, tell) =>
      openMap(frame, {
        tileUrl,
        country,
        pin,
        onMove: (position) => tell((on) => on.onMove(position)),
        onNoTiles: () => tell((on) => on.onNoTiles()),
      }),
  );
  const { latitude, longitude } = pin ?? {};
  useEffect(() => {
    map?.setPin(latitude === undefined || longitude === undefined ? null : { latitude, longitude });
  }, [map, latitude, longitude]);
  if (hasFailed) return <Box role="alert">{text.failed}</Box>;
  // Leaflet counts from the left. An attribute, because styles are mirrored in Arabic.
  return <Box ref={element} dir="ltr" role="application" aria-label={text.label} sx={mapStyle} />;
}
