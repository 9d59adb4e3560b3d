import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { handedOverBy } from '#contract/ordering/ready-by.ts';
import { MINUTE } from '#contract/base/time.ts';
import { tableOf } from '../../components/order/order-place.ts';
import { outletDateTime, outletTime } from '../../components/order/outlet-time.ts';
import { words } from '../../words/words.ts';
import { channelText } from './channel-text.ts';
import { comma } from '../../words/lists.ts';

const text = words.ordering.order;

/** Where, how and when; and what was promised against what was kept (OH-07). */
export function OrderFacts({ order }: { order: Order }) {
  const { outlet, promisedAt, printedAt, createdAt, orderDate, firedAt, areaName } = order;
  const at = (instant: string) => <time dateTime={instant}>{outletDateTime(instant, outlet.timeZone)}</time>;
  const readyAt = readyTime(order);
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)', columnGap: 2 }}
    >
      <Fact label={text.outlet}>{outlet.name}</Fact>
      <Fact label={text.type}>{words.ordering.mode[order.deliveryMode]}</Fact>
      {tableOf(order) !== null && <Fact label={text.table}>{tableOf(order)}</Fact>}
      {areaName !== null && <Fact label={text.area}>{areaName}</Fact>}
      <Fact label={text.payment}>{words.ordering.payment[order.paymentMethod]}</Fact>
      <Fact label={text.channel}>{channelText(order.platform)}</Fact>
      <Fact label={text.placed}>{at(createdAt)}</Fact>
      {orderDate !== null && <Fact label={text.wantedFor}>{at(orderDate)}</Fact>}
      {firedAt !== null && <Fact label={text.fired}>{at(firedAt)}</Fact>}
      {promisedAt !== null && (
        <Fact label={text.promised}>
          {at(promisedAt)}
          {order.travelTime > 0 && ` · ${doorTime(promisedAt, order)}`}
        </Fact>
      )}
      {readyAt !== null && (
        <Fact label={text.ready}>
          {at(readyAt)}
          {promisedAt !== null && `${comma}${lateness(promisedAt, readyAt)}`}
        </Fact>
      )}
      <Fact label={text.printed}>{printedAt === null ? text.notPrinted : at(printedAt)}</Fact>
      <Fact label={text.id}>
        <bdi dir="ltr">{order._id}</bdi>
      </Fact>
    </Box>
  );
}

/** A delivery was promised to its guest by the end of its way. */
function doorTime(promisedAt: string, { travelTime, outlet }: Order): string {
  const handedOverAt = handedOverBy(new Date(promisedAt), travelTime).toISOString();
  return words.kitchen.liveOrders.doorBy({ time: outletTime(handedOverAt, outlet.timeZone) });
}

/** When it was first ready, unless that was taken back. */
function readyTime({ status, history }: Order): string | null {
  if (status === 'New' || status === 'Confirmed') return null;
  const undone = history.findLastIndex(({ to, isUndo }) => isUndo && to === 'Confirmed');
  return history.find(({ to, isUndo }, index) => index > undone && to === 'Ready' && !isUndo)?.at ?? null;
}

function lateness(promisedAt: string, readyAt: string): string {
  const minutes = Math.round((Date.parse(readyAt) - Date.parse(promisedAt)) / MINUTE);
  if (minutes === 0) return text.onTime;
  return minutes > 0 ? text.late({ minutes }) : text.early({ minutes: -minutes });
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, typography: 'body2', overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  );
}
