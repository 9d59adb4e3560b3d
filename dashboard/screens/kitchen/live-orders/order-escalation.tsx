import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Order } from '#contract/ordering/orders.ts';
import { MINUTE } from '#contract/base/time.ts';
import { client } from '../../../api/api.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { timeLeft } from '../../../components/order/pause.ts';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { readAfterRefusal } from '../../../components/live/use-live-orders.ts';
import { changeLimit } from '../../../live/change-limit.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.kitchen.escalation;

/** How far a new order has climbed; nothing before anything has happened. */
export function EscalationChip({ order: { status, escalation } }: { order: Order }) {
  if (status !== 'New' || escalation === null) return null;
  return (
    <Mark Icon={NotificationsActiveOutlined} color="error.main" background="tone.errorSoft">
      {text.escalated[escalation]}
    </Mark>
  );
}

/** Name of the person who stopped the ringing; in the list, where there is less room, only that somebody has. */
export function SeenChip({ order, isShort = false }: { order: Order; isShort?: boolean }) {
  const { status, seenBy, seenAt, outlet } = order;
  if (status !== 'New' || seenBy === null || seenAt === null) return null;
  return (
    <Mark Icon={VisibilityOutlined} color="info.main" background="tone.infoSoft">
      {isShort ? text.seenShort : text.seenBy({ name: seenBy, time: outletTime(seenAt, outlet.timeZone) })}
    </Mark>
  );
}

/** Minutes before the end from which on the deadline is red. */
const SOON = 3;

/** Until when a new order has to be accepted, counted down as its guest sees it (LO-10). */
export function Deadline({ order: { status, acceptBy, outlet }, now }: { order: Order; now: Date }) {
  if (status !== 'New' || acceptBy === null) return null;
  const end = new Date(acceptBy);
  const isSoon = end.getTime() - now.getTime() <= SOON * MINUTE;
  return (
    <Typography sx={{ fontWeight: 600, color: isSoon ? 'error.main' : undefined }}>
      {end <= now
        ? text.acceptNow
        : text.acceptBy({ time: outletTime(end, outlet.timeZone), left: timeLeft(end, now) })}
    </Typography>
  );
}

/** Stops the ringing everywhere; what has to be done with the order stays to be done. */
export function SeenButton({ order, sx }: { order: Order; sx: ButtonProps['sx'] }) {
  const cache = useQueryClient();
  const seeing = useMutation({
    mutationFn: () =>
      client.call('POST /order/acknowledge-order', { body: { orderId: order._id }, signal: changeLimit() }),
    onSuccess: (answer) =>
      cache.setQueryData<LiveOrders>(
        queries.liveOrders().queryKey,
        (current) => current && afterAnswer(current, answer.order),
      ),
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') });
      readAfterRefusal(cache, error);
    },
  });
  if (order.status !== 'New' || order.seenAt !== null) return null;
  return (
    <EditingArea>
      <Button
        startIcon={<NotificationsOffOutlined />}
        title={text.seenHint}
        sx={sx}
        onClick={() => {
          if (!seeing.isPending) seeing.mutate();
        }}
      >
        {text.seen}
      </Button>
    </EditingArea>
  );
}
