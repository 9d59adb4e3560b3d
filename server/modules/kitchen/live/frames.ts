import type { CustomerId, OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { LiveEvent } from '#contract/kitchen/live.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { StoredEvent } from '#server/events/event-log.ts';
import { type StreamEvent, streamEvent } from '#server/http/streams/event-stream.ts';
import { listOrdersById, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { type Audience, orderForWire } from '#server/modules/ordering/wire.ts';

/** An event as sent to screens. Its text is made once for each audience, however many streams get it. */
export interface Frame {
  seq: number;
  orderId: OrderId | null;
  customerId: CustomerId | null;
  /** Null for an event of no outlet, or of all. */
  outletId: OutletId | null;
  /** Null when this audience is told nothing. */
  textFor(audience: Audience): StreamEvent | null;
}

/** The frames of a restaurant's events; each order is read once, in its present state. */
export async function makeFrames(db: Db, restaurantId: RestaurantId, events: readonly StoredEvent[]): Promise<Frame[]> {
  const ids = [...new Set(events.flatMap(({ orderId }) => orderId ?? []))];
  const read = () => transaction(db, restaurantId, (tx) => listOrdersById(tx, restaurantId, ids), { readOnly: true });
  const orders = new Map((ids.length === 0 ? [] : await read()).map((order) => [order.id, order]));
  return events.map((event) => frameOf(event, event.orderId === null ? undefined : orders.get(event.orderId)));
}

function frameOf(event: StoredEvent, order: StoredOrder | undefined): Frame {
  const { seq, orderId, customerId, data } = event;
  const texts = new Map<Audience, StreamEvent | null>();
  return {
    seq,
    orderId,
    customerId,
    outletId: order?.outlet_id ?? (data['outletId'] as OutletId | undefined) ?? null,
    textFor(audience) {
      let text = texts.get(audience);
      if (text === undefined) {
        const live = liveEventFor(event, order, audience);
        text = live && streamEventOf(live);
        texts.set(audience, text);
      }
      return text;
    },
  };
}

/** A guest hears of orders alone, and nothing of their escalation or of bumped lines. */
function liveEventFor(event: StoredEvent, order: StoredOrder | undefined, audience: Audience): LiveEvent | null {
  const { type, seq, data } = event;
  switch (type) {
    case 'order.placed':
    case 'order.fired':
    case 'order.status_changed':
      return order === undefined ? null : { type, seq, order: orderForWire(order, audience) };
    case 'order.escalated':
    case 'order.seen':
    case 'order.bumped':
      return order === undefined || audience === 'customer'
        ? null
        : { type, seq, order: orderForWire(order, audience) };
    case 'outlet.changed':
    case 'service_request.changed':
      return audience === 'customer' ? null : { type, seq, outletId: data['outletId'] as OutletId };
    case 'catalogue.changed':
      return audience === 'customer' ? null : { type, seq };
  }
}

export function streamEventOf(event: LiveEvent): StreamEvent {
  return streamEvent(event.seq, event.type, JSON.stringify(event));
}
