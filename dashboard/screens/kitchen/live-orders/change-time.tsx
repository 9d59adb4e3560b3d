import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { pressable } from '../../../components/form/pressable.ts';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { changeLimit } from '../../../live/change-limit.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { minutesLeft } from './minutes-left.ts';
import { PresetMinutes, PromiseMinutes } from './promise-minutes.tsx';

const text = words.kitchen.liveOrders;

/** Promises another time for an order in the kitchen. */
export function ChangeTime({ order, sx }: { order: Order; sx: ComponentProps<typeof Button>['sx'] }) {
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  return (
    <EditingArea>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} sx={sx}>
        {text.changeTime}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={titleId} fullWidth maxWidth="xs">
        <DialogTitle id={titleId}>{text.changeTimeTitle({ number: order.orderName })}</DialogTitle>
        <TimeChoice order={order} onClose={() => setOpen(false)} />
      </Dialog>
    </EditingArea>
  );
}

/** It is there as long as it is drawn, so that it begins with the minutes that are left now. */
function TimeChoice({ order, onClose }: { order: Order; onClose: () => void }) {
  const [before] = useState(() => minutesLeft(order));
  const [minutes, setMinutes] = useState(before);
  const changing = useChangeTime(order, onClose);
  return (
    <>
      <DialogContent sx={{ pt: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, pb: 2 }}>
          <PromiseMinutes value={minutes} onChange={setMinutes} />
          <PresetMinutes value={minutes} onChange={setMinutes} />
        </Box>
        <GuestHint order={order} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.keepTime}</Button>
        <Button
          variant="contained"
          {...pressable(minutes !== before && !changing.isPending, () => changing.mutate(minutes))}
        >
          {text.saveTime}
        </Button>
      </DialogActions>
    </>
  );
}

/** Whether the guest is told, or somebody has to. A test order has no guest. */
function GuestHint({ order }: { order: Order }) {
  const isAtTable = order.deliveryMode === 'dine-in';
  const { data } = useQuery({ ...queries.guestMessages(order), enabled: !isAtTable && !order.isTest });
  if (isAtTable) return <Hint>{text.changeTimeAtTableHint}</Hint>;
  if (data === undefined) return null;
  return <Hint>{data.reachableEvents.includes('delayed') ? text.changeTimeHint : text.changeTimeCallHint}</Hint>;
}

/** After the moves of the order that are under way. */
function useChangeTime({ _id: orderId, orderName, outlet, promisedAt }: Order, onChanged: () => void) {
  const cache = useQueryClient();
  const { queryKey } = queries.liveOrders();
  return useMutation({
    scope: { id: `move ${orderId}` },
    mutationFn: async (preparationTime: number) =>
      (await client.call('POST /order/change-time', { body: { orderId, preparationTime }, signal: changeLimit() }))
        .order,
    onSuccess: (order) => {
      cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterAnswer(list, order));
      const time = outletTime(order.promisedAt ?? new Date(), outlet.timeZone);
      // A scheduled order stays promised for its slot at the earliest.
      const said = order.promisedAt === promisedAt ? text.timeKept : text.timeChanged;
      showToast({ place: 'toast', tone: 'ok', text: said({ number: orderName, time }) });
      onChanged();
    },
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
}
