import MopedOutlined from '@mui/icons-material/MopedOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Button from '@mui/material/Button';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DriverId } from '#contract/base/ids.ts';
import { failureReasonText } from '#contract/delivery/failure-reasons.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';

const text = words.delivery.order;

const isLive = ({ status }: Order) => status === 'Confirmed' || status === 'Ready';

/** The driver who has the order, or that it came back. */
export function DriverChip({ order }: { order: Order }) {
  const { delivery } = order;
  if (delivery === undefined || !isLive(order) || delivery.state === 'delivered') return null;
  const name = delivery.driverName ?? '';
  if (delivery.state === 'failed') {
    return (
      <Mark Icon={WarningAmberOutlined} color="error.main" background="tone.errorSoft">
        {text.cameBack}
      </Mark>
    );
  }
  return (
    <Mark Icon={MopedOutlined} color="info.main" background="tone.infoSoft">
      {delivery.state === 'out' ? text.outWith({ name }) : text.takenBy({ name })}
    </Mark>
  );
}

/** The driver of the order, and the way to give it to another. Nothing where the restaurant has none. */
export function OrderDriver({ order }: { order: Order }) {
  const isDelivered = order.deliveryMode === 'delivery' && isLive(order) && !isScheduled(order) && !order.isTest;
  const { data: drivers = [] } = useQuery({ ...queries.drivers(), enabled: isDelivered });
  if (!isDelivered || (drivers.length === 0 && order.delivery === undefined)) return null;
  return (
    <div>
      <DriverSentence order={order} />
      <EditingArea>
        <GiveToDriver order={order} />
      </EditingArea>
    </div>
  );
}

function DriverSentence({ order: { delivery, outlet } }: { order: Order }) {
  if (delivery === undefined || delivery.state === 'delivered') return null;
  const name = delivery.driverName ?? '';
  const time = (instant: string) => outletTime(instant, outlet.timeZone);
  if (delivery.state === 'failed') {
    const reason = failureReasonText(delivery.reason ?? '', words.delivery.reasons);
    return (
      <Typography color="error" sx={{ fontWeight: 600 }}>
        {text.failed({ name, reason, time: time(delivery.endedAt ?? delivery.takenAt) })}
      </Typography>
    );
  }
  return (
    <Typography sx={{ fontWeight: 600 }}>
      {delivery.state === 'out'
        ? text.outSince({ name, time: time(delivery.leftAt ?? delivery.takenAt) })
        : text.takenSince({ name, time: time(delivery.takenAt) })}
    </Typography>
  );
}

function GiveToDriver({ order }: { order: Order }) {
  const { data: drivers = [] } = useQuery(queries.drivers());
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const cache = useQueryClient();
  const assigning = useMutation({
    mutationFn: (driverId: DriverId | null) =>
      client.call('POST /delivery/assign-order', { body: { orderId: order._id, driverId } }),
    onSuccess: ({ order: changed }) => {
      cache.setQueryData<LiveOrders>(queries.liveOrders().queryKey, (list) => list && afterAnswer(list, changed));
      return cache.invalidateQueries({ queryKey: queries.drivers().queryKey });
    },
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
  const { delivery } = order;
  const present = delivery?.state === 'taken' || delivery?.state === 'out' ? delivery.driverId : undefined;
  const choose = (driverId: DriverId | null) => {
    setAnchor(null);
    if (!assigning.isPending) assigning.mutate(driverId);
  };
  const able = drivers.filter(({ outletIds }) => outletIds === null || outletIds.includes(order.outletId));
  if (able.length === 0 && present === undefined) return null;
  return (
    <>
      <Button
        startIcon={<MopedOutlined />}
        aria-haspopup="menu"
        aria-controls={anchor === null ? undefined : menuId}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ marginInlineStart: -1, px: 1 }}
      >
        {present === undefined ? text.give : text.change}
      </Button>
      <Menu id={menuId} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <ListSubheader role="presentation">{text.give}</ListSubheader>
        {able.map(({ _id, name, orders }) => (
          <MenuItem key={_id} selected={_id === present} onClick={() => choose(_id)} sx={{ whiteSpace: 'normal' }}>
            {orders.length === 0 ? name : text.withOrders({ name, count: orders.length })}
          </MenuItem>
        ))}
        {present !== undefined && <MenuItem onClick={() => choose(null)}>{text.takeBack}</MenuItem>}
      </Menu>
    </>
  );
}
