import Add from '@mui/icons-material/Add';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { Order } from '#contract/orders.ts';
import { isAllowedMove, nextMove } from '#contract/rules/order-status.ts';
import { openTicket } from '../../components/open-ticket.ts';
import { words } from '../../messages/words.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useMoveOrder } from './use-move-order.ts';

const { orders: text } = words;

/** The next button comes up where the last one was: a second, careless tap must not reach it. */
const HOLD = 700;

/** The one next step of the order, and far from it the way out. Give it the order's id as key. */
export function OrderActions({ order }: { order: Order }) {
  const move = useMoveOrder(order._id);
  const [minutes, setMinutes] = useState(order.preparationTime);
  const [isHeld, hold] = useHold(HOLD);
  const [isCancelling, setCancelling] = useState(false);
  const next = nextMove(order.status);
  if (next === null) return null;
  const isNew = order.status === 'New';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        p: 2,
        borderBlockStart: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        position: 'sticky',
        insetBlockEnd: 0,
      }}
    >
      {isNew && <Minutes value={minutes} onChange={setMinutes} />}
      <Button
        variant="contained"
        aria-disabled={isHeld || undefined}
        onClick={() => {
          if (isHeld) return;
          hold();
          move(order, next.to, isNew ? { preparationTime: minutes } : {});
        }}
        sx={{ minHeight: 'var(--primary-control)', fontSize: '1.125rem' }}
      >
        {text.actions[next.label]}
      </Button>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button startIcon={<PrintOutlined />} onClick={() => openTicket(order)}>
          {words.ticket.print}
        </Button>
        {isAllowedMove(order.status, 'Cancelled') && (
          <Button color="error" onClick={() => setCancelling(true)} sx={{ marginInlineStart: 'auto' }}>
            {text.cancel}
          </Button>
        )}
      </Box>
      <CancelDialog
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        onCancel={(reason) => {
          setCancelling(false);
          move(order, 'Cancelled', { reason });
        }}
      />
    </Box>
  );
}

/** Held from the first moment and after each call of `hold`, for some milliseconds. */
function useHold(milliseconds: number): [isHeld: boolean, hold: () => void] {
  const [since, setSince] = useState<number | null>(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => setSince(null), milliseconds);
    return () => clearTimeout(timer);
  }, [since, milliseconds]);
  return [since !== null, () => setSince(Date.now())];
}

const STEP = limits.timeStepMinutes;

/** Minutes until ready, promised to the guest when the order is accepted (M06). */
function Minutes({ value, onChange }: { value: number; onChange: (minutes: number) => void }) {
  const less = (Math.ceil(value / STEP) - 1) * STEP;
  const more = (Math.floor(value / STEP) + 1) * STEP;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
      <Typography>{text.readyIn}</Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <StepButton label={text.lessTime} Icon={Remove} isPossible={less >= STEP} onClick={() => onChange(less)} />
        <Typography
          component="output"
          sx={{ minWidth: '4.5em', textAlign: 'center', fontSize: '1.25rem', fontWeight: 700 }}
        >
          {text.minutes(value)}
        </Typography>
        <StepButton
          label={text.moreTime}
          Icon={Add}
          isPossible={more <= limits.promiseMinutesMax}
          onClick={() => onChange(more)}
        />
      </Box>
    </Box>
  );
}

interface StepButtonProps {
  label: string;
  Icon: typeof Add;
  isPossible: boolean;
  onClick: () => void;
}

function StepButton({ label, Icon, isPossible, onClick }: StepButtonProps) {
  return (
    <IconButton
      aria-label={label}
      disabled={!isPossible}
      onClick={onClick}
      sx={{ border: 1, borderColor: 'tone.controlBorder', color: 'text.primary' }}
    >
      <Icon />
    </IconButton>
  );
}
