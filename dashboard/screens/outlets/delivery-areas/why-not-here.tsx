import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import { type Explained, explainZones, type Zone } from '#contract/outlets/choose-zone.ts';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { type MapPoint, positionOf } from '#contract/outlets/zone-shape.ts';
import { queries } from '../../../api/queries.ts';
import { amountText } from '../../../components/order/amount.ts';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { kitchenOf } from './kitchen.ts';
import { readPoint, textOfPoint } from './zone-text.ts';

const text = words.outlets.zones;

type AskedZone = Zone & { area: DeliveryArea; outlet: Outlet };

/** Says of a place which zones of all outlets were considered, which one delivers, and why each other one does not. */
export function WhyNotHere({ asked, onAsk }: { asked: MapPoint | null; onAsk: (place: MapPoint | null) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [postcode, setPostcode] = useState('');
  const zones = useAllZones();
  // A tap on the map replaces what was typed.
  const place = typed ?? (asked === null ? '' : textOfPoint(asked));
  const isWrong = typed !== null && typed.trim() !== '' && readPoint(typed) === null;
  const destination = { position: asked === null ? null : positionOf(asked), postcode: postcode.trim() };
  const isAsked = asked !== null || destination.postcode !== '';
  const answers = isAsked && zones !== null ? explainZones(zones, destination) : [];
  const chosen = answers.find(({ verdict }) => verdict === 'chosen');
  return (
    <Box component="section" aria-labelledby="why-not-here" sx={{ display: 'grid', gap: 1 }}>
      <Typography id="why-not-here" variant="h2" component="h3">
        {text.why}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, columnGap: 2, gridTemplateColumns: twoColumns('12rem') }}>
        <TextField
          label={text.place}
          value={place}
          error={isWrong}
          helperText={isWrong ? text.centreWrong : text.placeHint}
          onChange={({ target }) => {
            setTyped(target.value);
            onAsk(readPoint(target.value));
          }}
          onBlur={() => {
            if (!isWrong) setTyped(null);
          }}
          slotProps={{ htmlInput: { dir: 'ltr', maxLength: 40 } }}
        />
        <TextField
          label={text.postcode}
          value={postcode}
          helperText=" "
          onChange={({ target }) => setPostcode(target.value)}
          slotProps={{ htmlInput: { maxLength: limits.postcode } }}
        />
      </Box>
      {isAsked && (
        <Box>
          <Button
            type="button"
            onClick={() => {
              setTyped(null);
              setPostcode('');
              onAsk(null);
            }}
          >
            {text.clear}
          </Button>
        </Box>
      )}
      <output>
        {isAsked && zones !== null && (
          <Typography sx={{ fontWeight: 600 }}>
            {chosen === undefined ? text.nobodyDelivers : text.delivers({ zone: nameOf(chosen.zone) })}
          </Typography>
        )}
      </output>
      {answers.length > 0 && (
        <Box
          component="ul"
          aria-label={text.considered}
          sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.5 }}
        >
          {answers.map((answer) => (
            <li key={answer.zone.area._id}>
              <Verdict answer={answer} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

function Verdict({ answer: { zone, verdict, fee, metres } }: { answer: Explained<AskedZone> }) {
  const { currency } = useRestaurant();
  const name = nameOf(zone);
  switch (verdict) {
    case 'chosen':
      return text.verdicts.chosen({ zone: name, fee: amountText(fee, currency) });
    case 'dearer':
      return text.verdicts.dearer({ zone: name, fee: amountText(fee, currency) });
    case 'outside':
      return text.verdicts.outside({ zone: name, distance: distanceText(metres ?? 0) });
    case 'by_name':
    case 'closed':
    case 'no_pin':
    case 'no_postcode':
    case 'other_postcode':
      return text.verdicts[verdict]({ zone: name });
  }
}

function nameOf({ area, outlet }: AskedZone): string {
  return text.zoneOf({ zone: area.areaName, outlet: outlet.name });
}

function distanceText(metres: number): string {
  return metres < 1000
    ? text.inMetres({ distance: String(metres) })
    : text.inKilometres({ distance: (metres / 1000).toFixed(1) });
}

/** The areas of all outlets: guests are served by the cheapest of them. Null while some are read. */
function useAllZones(): AskedZone[] | null {
  const { data: outlets } = useQuery(queries.outlets());
  const read = useQueries({ queries: (outlets ?? []).map(({ _id }) => queries.deliveryAreas(_id)) });
  if (outlets === undefined || read.some(({ data }) => data === undefined)) return null;
  return outlets.flatMap((outlet, index) => {
    const kitchen = kitchenOf(outlet);
    const takesDeliveries = outlet.modes.some(({ mode, acceptsOrders }) => mode === 'delivery' && acceptsOrders);
    return read[index]!.data!.map((area) => ({
      ...area,
      area,
      outlet,
      shape: area.shape ?? null,
      isOpen: takesDeliveries && outlet.status,
      kitchen: kitchen === null ? null : positionOf(kitchen),
    }));
  });
}
