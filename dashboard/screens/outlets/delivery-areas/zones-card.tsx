import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { MapPoint } from '#contract/outlets/zone-shape.ts';
import { client } from '../../../api/api.ts';
import { outletsKey, queries } from '../../../api/queries.ts';
import { saveFile } from '../../../components/feedback/save-file.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { errorText } from '../../../words/error-text.ts';
import { sayProblems } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';
import { kitchenOf } from './kitchen.ts';
import { WhyNotHere } from './why-not-here.tsx';
import { coverageOf } from './zone-coverage.ts';
import { ZoneMap } from './zone-map.tsx';
import { geoJsonOf, readGeoJson, textOfPoint } from './zone-text.ts';

const text = words.outlets.zones;

/** The zones of an outlet on one map: where they overlap, what they leave out, and why a place is served or not. */
export function ZonesCard({ outlet, areas }: { outlet: Outlet; areas: readonly DeliveryArea[] }) {
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<MapPoint | null>(null);
  const zones = useMemo(
    () => areas.flatMap(({ areaName, shape }) => (shape === undefined ? [] : [{ name: areaName, shape }])),
    [areas],
  );
  const { overlaps, shared, holes } = useMemo(() => coverageOf(zones), [zones]);
  const importing = useImport(outlet);
  const isMapped = zones.some(({ shape }) => shape.kind !== 'postcodes');
  return (
    <Card sx={{ p: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {text.title}
        </Typography>
        <input
          ref={input}
          type="file"
          accept=".geojson,.json,application/geo+json,application/json"
          aria-label={text.import}
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) importing.mutate(file);
            // The mended file has the same name.
            target.value = '';
          }}
          style={visuallyHidden}
        />
        <Button variant="outlined" aria-busy={importing.isPending || undefined} onClick={() => input.current?.click()}>
          {text.import}
        </Button>
        <Button
          variant="outlined"
          disabled={zones.length === 0}
          onClick={() => saveFile(new Blob([geoJsonOf(areas)], { type: 'application/geo+json' }), 'zones.geojson')}
        >
          {text.export}
        </Button>
      </Box>
      {zones.length === 0 && <Typography>{text.none}</Typography>}
      {isMapped && (
        <>
          <ZoneMap
            key={zones.length}
            label={text.map}
            hint={text.mapHint}
            scene={{
              zones,
              drawn: null,
              overlaps: shared,
              holes: holes.flatMap(({ boxes }) => boxes),
              pin: asked ?? kitchenOf(outlet),
            }}
            start={kitchenOf(outlet)}
            onTap={setAsked}
          />
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
            {overlaps.map(([first, second]) => (
              <li key={`${first} ${second}`}>{text.overlap({ first, second })}</li>
            ))}
            {holes.map(({ middle }) => (
              <li key={String(middle)}>{text.hole({ place: textOfPoint(middle) })}</li>
            ))}
            {overlaps.length === 0 && holes.length === 0 && <li>{text.noOverlaps}</li>}
          </Box>
        </>
      )}
      {zones.length > 0 && <WhyNotHere asked={asked} onAsk={setAsked} />}
    </Card>
  );
}

/** All zones of the file, or none. */
function useImport(outlet: Outlet) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const zones = readGeoJson(await file.text());
      if (zones === null) throw new NoZones();
      const named = zones.map((zone, index) => ({
        ...zone,
        areaName: zone.areaName ?? text.unnamed({ number: index + 1 }),
      }));
      await client.call('POST /outlet/import-delivery-areas/:id', {
        params: { id: outlet._id },
        body: { zones: named },
      });
      return zones.length;
    },
    onSuccess: (count) => showToast({ place: 'bar', tone: 'ok', text: text.imported({ count }) }),
    onError: (error) =>
      showToast({
        place: 'bar',
        tone: 'error',
        text: error instanceof NoZones ? text.noZonesInFile : refusalText(error),
      }),
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: queries.deliveryAreas(outlet._id).queryKey });
      await cache.invalidateQueries({ queryKey: outletsKey });
    },
  });
}

class NoZones extends Error {}

/** The first thing that is wrong in the file, where the server says it. */
function refusalText(error: unknown): string {
  const [problem] = Object.values(sayProblems(error instanceof CallError ? error.answer?.fields : undefined));
  return problem ?? errorText(error, 'operation');
}
