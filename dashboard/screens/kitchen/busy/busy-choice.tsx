import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { type BusyStep, busyLengths, busySteps, type Mode, modes } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { pressable } from '../../../components/form/pressable.ts';
import { useNow } from '../../../components/live/use-now.ts';
import { busyPlaces, busyText, offeredModes } from '../../../components/order/busy.ts';
import { words } from '../../../words/words.ts';
import { useBeginBusy, useEndBusy } from './use-busy.ts';

const text = words.kitchen.busy;

interface BusyChoiceProps {
  /** Active outlets. */
  outlets: readonly Outlet[];
  onClose: () => void;
}

/** How many minutes longer, where, and for how long: the last answer begins it. */
export function BusyChoice({ outlets, onClose }: BusyChoiceProps) {
  const [minutes, setMinutes] = useState<BusyStep>(10);
  const [outletId, setOutletId] = useState<OutletId | 'all'>('all');
  const [asked, setMode] = useState<Mode | null>(null);
  const now = useNow(1000);
  const beginning = useBeginBusy(onClose);
  const ending = useEndBusy(onClose);
  const chosen = outlets.filter(({ _id }) => outletId === 'all' || _id === outletId);
  const offered = modes.filter((one) => chosen.some((outlet) => offeredModes(outlet).includes(one)));
  // Another outlet may not have the mode that was chosen for the former one.
  const mode = asked !== null && offered.includes(asked) ? asked : null;
  const busy = busyPlaces(chosen, now);
  const isPending = beginning.isPending || ending.isPending;
  return (
    <>
      <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
        <Hint>{text.hint}</Hint>
        {busy.length > 0 && (
          <Box sx={{ borderBlockEnd: 1, borderColor: 'divider', pb: 2, display: 'grid', gap: 1 }}>
            {busy.map((place) => (
              <Typography key={`${place.outlet._id} ${place.mode}`} sx={{ color: 'warning.main', fontWeight: 600 }}>
                {busyText(place, now)}
              </Typography>
            ))}
            <Button
              variant="outlined"
              {...pressable(!isPending, () => ending.mutate([...new Set(busy.map(({ outlet }) => outlet._id))]))}
            >
              {text.end}
            </Button>
          </Box>
        )}
        {outlets.length > 1 && (
          <TextField
            select
            label={words.kitchen.liveOrders.outlet}
            value={outletId}
            onChange={(event) => setOutletId(event.target.value as OutletId | 'all')}
            sx={{ mt: 1 }}
          >
            <MenuItem value="all">{words.kitchen.liveOrders.allOutlets}</MenuItem>
            {outlets.map(({ _id, name }) => (
              <MenuItem key={_id} value={_id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        {offered.length > 1 && (
          <Choices label={text.which} columns={offered.length > 2 ? 2 : 3}>
            {[null, ...offered].map((one) => (
              <Choice key={one ?? 'all'} isChosen={mode === one} onClick={() => setMode(one)}>
                {one === null ? words.outlets.pauses.allModes : words.ordering.mode[one]}
              </Choice>
            ))}
          </Choices>
        )}
        <Choices label={text.longer} columns={3}>
          {busySteps.map((step) => (
            <Choice key={step} isChosen={minutes === step} onClick={() => setMinutes(step)}>
              {text.step({ minutes: step })}
            </Choice>
          ))}
        </Choices>
        <Choices label={text.howLong} columns={2}>
          {busyLengths.map((length) => (
            <Button
              key={length}
              variant="contained"
              {...pressable(!isPending, () => beginning.mutate({ outlets: chosen, mode, minutes, length }))}
            >
              {text.lengths[length]}
            </Button>
          ))}
        </Choices>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.close}</Button>
      </DialogActions>
    </>
  );
}

function Choices({ label, columns, children }: { label: string; columns: number; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
      <Typography variant="subtitle2" component="legend" sx={{ p: 0, mb: 1 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: 1 }}>{children}</Box>
    </Box>
  );
}

function Choice({ isChosen, onClick, children }: { isChosen: boolean; onClick: () => void; children: string }) {
  return (
    <Button
      variant="outlined"
      color={isChosen ? 'primary' : 'inherit'}
      aria-pressed={isChosen}
      onClick={onClick}
      sx={{ px: 0.5, ...(isChosen && { bgcolor: 'tone.primarySoft' }) }}
    >
      {children}
    </Button>
  );
}
