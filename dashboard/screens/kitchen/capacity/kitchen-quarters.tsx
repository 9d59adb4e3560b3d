import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import type { KitchenLoad } from '#contract/ordering/capacity/kitchen-load.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';

const text = words.kitchen.capacity;

interface KitchenQuartersProps {
  kitchens: readonly KitchenLoad[];
  outlets: readonly Outlet[];
  onClose: () => void;
}

/** The next two hours of each kitchen, a line a quarter: what is taken, and how much there is. */
export function KitchenQuarters({ kitchens, outlets, onClose }: KitchenQuartersProps) {
  return (
    <>
      <DialogContent sx={{ pt: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Hint>{text.hint}</Hint>
        {kitchens.map((kitchen) => {
          const outlet = outlets.find(({ _id }) => _id === kitchen.outletId);
          if (outlet === undefined) return null;
          const mode = words.ordering.mode[kitchen.mode];
          const name = outlets.length === 1 ? mode : words.outlets.pausedBand.place({ outlet: outlet.name, mode });
          return (
            <Box component="section" key={`${kitchen.outletId} ${kitchen.mode}`}>
              <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
                {name}
              </Typography>
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
                {kitchen.quarters.map((quarter) => (
                  <Quarter
                    key={quarter.at}
                    time={timeOfMinutes(wallTime(new Date(quarter.at), outlet.timeZone).minuteOfDay)}
                    taken={quarter.taken}
                    most={kitchen.makeMinutesPerQuarter}
                  />
                ))}
              </Box>
            </Box>
          );
        })}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.close}</Button>
      </DialogActions>
    </>
  );
}

function Quarter({ time, taken, most }: { time: string; taken: number; most: number }) {
  const isFull = taken >= most;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        // Beside large text the words share the room of the bar.
        gridTemplateColumns: '3.5rem minmax(2rem, 1fr) minmax(0, 9rem)',
        alignItems: 'center',
        gap: 1,
      }}
    >
      <Typography component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {time}
      </Typography>
      {/* The words beside it say the same. */}
      <LinearProgress
        aria-hidden
        variant="determinate"
        color={isFull ? 'error' : 'primary'}
        value={Math.min(100, (100 * taken) / most)}
        sx={{ height: 8, borderRadius: 1 }}
      />
      <Typography
        component="span"
        variant="body2"
        sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums', ...(isFull && { fontWeight: 600 }) }}
      >
        {isFull ? text.quarterFull({ taken, most }) : text.quarter({ taken, most })}
      </Typography>
    </Box>
  );
}
