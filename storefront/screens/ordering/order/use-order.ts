import { useEffect, useEffectEvent, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { useSession, useSite } from '../../../site.tsx';
import { cachedOrder, cacheOrder } from './order-cache.ts';
import { followOrder } from './order-events.ts';

interface FollowedOrder {
  /** null: not loaded yet, or not to be had. */
  order: Order | null;
  isConnected: boolean;
  /** When the server last said how it stands. */
  updatedAt: Date | null;
  /** Milliseconds by which the server's clock is ahead of this phone's. */
  clockAhead: number;
  /** Asks for the order now; rejects when no answer comes. */
  refresh: () => Promise<void>;
  /** Shows an answer that says how the order stands. */
  showOrder: (order: Order) => void;
}

/** An order of the guest who is logged in, kept up to date. `onFailure` hears why there is none to show at first. */
export function useOrder(orderId: OrderId, onFailure: (error: unknown) => void): FollowedOrder {
  const { call, client, sessionStore: session } = useSite();
  const token = useSession()?.token;
  const [seen, setSeen] = useState(() => ({ token, order: cachedOrder(orderId, token) }));
  // The order of a guest who has logged out is not the next one's.
  const order = seen.token === token ? seen.order : null;
  const [isConnected, setIsConnected] = useState(true);
  const [updatedAt, setUpdatedAt] = useState<Date | null>(null);
  const [clockAhead, setClockAhead] = useState(0);

  function showOrder(present: Order, isRewound = false): void {
    // An answer on its way may outlive the sign-in that it was asked with.
    if (session.get()?.token !== token) return;
    cacheOrder(present, token);
    setSeen((before) => {
      // Answers and events overtake each other.
      const isNewer = before.token === token && before.order !== null && before.order.version > present.version;
      return isNewer && !isRewound ? before : { token, order: present };
    });
    setUpdatedAt(new Date());
  }

  async function readOrder(isRewound: boolean, signal?: AbortSignal): Promise<void> {
    const answer = await call('GET /order/get-order-details/:id', {
      params: { id: orderId },
      ...(signal && { signal }),
    });
    showOrder(answer.order, isRewound);
  }

  const ask = useEffectEvent(readOrder);
  const fail = useEffectEvent((error: unknown) => {
    if (order === null) onFailure(error);
  });
  const showEventOrder = useEffectEvent(showOrder);

  useEffect(() => {
    if (token === undefined) return;
    return followOrder({
      orderId,
      client,
      ask: (isRewound, signal) => ask(isRewound, signal),
      onOrder: (present) => showEventOrder(present),
      onFirstFailure: (error) => fail(error),
      onConnection: setIsConnected,
      onServerClock: setClockAhead,
    });
  }, [orderId, token, client]);

  return { order, isConnected, updatedAt, clockAhead, refresh: () => readOrder(false), showOrder };
}
