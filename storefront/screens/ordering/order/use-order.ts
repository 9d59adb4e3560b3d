import { useEffect, useEffectEvent, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { useSession, useSite } from '../../../site.tsx';
import { knownOrder, rememberOrder } from './order-cache.ts';
import { watchOrder } from './order-events.ts';

export interface FollowedOrder {
  /** null: not loaded yet, or not to be had. */
  order: Order | null;
  isConnected: boolean;
  /** When the server last said how it stands. */
  updatedAt: Date | null;
  /** Asks for the order now; rejects when no answer comes. */
  refresh: () => Promise<void>;
}

/** An order of the guest who is logged in, kept up to date. `onFailure` hears why it could not be loaded at first. */
export function useOrder(orderId: OrderId, onFailure: (error: unknown) => void): FollowedOrder {
  const { call, client } = useSite();
  const token = useSession()?.token;
  const [order, setOrder] = useState(() => knownOrder(orderId));
  const [isConnected, setIsConnected] = useState(true);
  const [updatedAt, setUpdatedAt] = useState<Date | null>(null);

  function take(present: Order): void {
    rememberOrder(present);
    // Answers and events overtake each other.
    setOrder((before) => (before !== null && before.version > present.version ? before : present));
    setUpdatedAt(new Date());
  }

  async function refresh(): Promise<void> {
    const answer = await call('GET /order/get-order-details/:id', { params: { id: orderId } });
    take(answer.order);
  }

  const ask = useEffectEvent(refresh);
  const fail = useEffectEvent(onFailure);
  const takeEvent = useEffectEvent(take);

  useEffect(() => {
    if (token === undefined) return;
    return watchOrder({
      orderId,
      client,
      ask: () => ask(),
      onOrder: (present) => takeEvent(present),
      onFirstFailure: (error) => fail(error),
      onConnection: setIsConnected,
    });
  }, [orderId, token, client]);

  return { order, isConnected, updatedAt, refresh };
}
