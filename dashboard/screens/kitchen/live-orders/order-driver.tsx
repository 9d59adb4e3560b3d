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
import type { CourierCompany } from '#contract/delivery/couriers.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { OrderCourier } from '../../../components/order/order-courier.tsx';
import { outletTime } from '../../../components/order/outlet-time.ts';
import { changeLimit } from '../../../live/change-limit.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { isOnline } from '../../payments/online-method.ts';
import { SendCourier } from './send-courier.tsx';

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
  const { data: companies = [] } = useQuery({ ...queries.couriers(), enabled: isDelivered });
  if (!isDelivered || (drivers.length + companies.length === 0 && order.delivery === undefined)) return null;
  const courier = order.delivery?.courier;
  return (
    <div>
      <DriverSentence order={order} />
      {courier !== undefined && <OrderCourier courier={courier} currency={order.currency} />}
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
    const failed = delivery.courier === undefined ? text.failed : text.courierFailed;
    return (
      <Typography color="error" sx={{ fontWeight: 600 }}>
        {failed({ name, reason, time: time(delivery.endedAt ?? delivery.takenAt) })}
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
  const { data: companies = [] } = useQuery(queries.couriers());
  const [company, setCompany] = useState<CourierCompany | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const cache = useQueryClient();
  const assigning = useMutation({
    mutationFn: (driverId: DriverId | null) =>
      client.call('POST /delivery/assign-order', { body: { orderId: order._id, driverId }, signal: changeLimit() }),
    onSuccess: ({ order: changed }) => {
      cache.setQueryData<LiveOrders>(queries.liveOrders().queryKey, (list) => list && afterAnswer(list, changed));
      return cache.invalidateQueries({ queryKey: queries.drivers().queryKey });
    },
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
  const { delivery } = order;
  const isTaken = delivery?.state === 'taken' || delivery?.state === 'out';
  const present = isTaken ? delivery.driverId : undefined;
  const choose = (driverId: DriverId | null) => {
    setAnchor(null);
    if (!assigning.isPending) assigning.mutate(driverId);
  };
  const serves = ({ outletIds }: { outletIds: readonly string[] | null }) =>
    outletIds === null || outletIds.includes(order.outletId);
  const able = drivers.filter(serves);
  // A company whose couriers take no money has orders that are paid alone.
  const couriers = isTaken
    ? []
    : companies.filter((one) => serves(one) && (one.takesMoney || isOnline(order.paymentMethod)));
  if (able.length + couriers.length === 0 && !isTaken) return null;
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
        {isTaken ? text.change : able.length === 0 ? text.send : text.give}
      </Button>
      <Menu id={menuId} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {able.length > 0 && <ListSubheader role="presentation">{text.give}</ListSubheader>}
        {able.map(({ _id, name, orders }) => (
          <MenuItem key={_id} selected={_id === present} onClick={() => choose(_id)} sx={{ whiteSpace: 'normal' }}>
            {orders.length === 0 ? name : text.withOrders({ name, count: orders.length })}
          </MenuItem>
        ))}
        {couriers.length > 0 && <ListSubheader role="presentation">{text.send}</ListSubheader>}
        {couriers.map((one) => (
          <MenuItem
            key={one._id}
            onClick={() => {
              setAnchor(null);
              setCompany(one);
            }}
            sx={{ whiteSpace: 'normal' }}
          >
            {text.sendWith({ name: one.name })}
          </MenuItem>
        ))}
        {isTaken && <MenuItem onClick={() => choose(null)}>{text.takeBack}</MenuItem>}
      </Menu>
      {company !== null && <SendCourier order={order} company={company} onClose={() => setCompany(null)} />}
    </>
  );
}
