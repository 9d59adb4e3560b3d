import { useEffect, useEffectEvent, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import type { CancelReason } from '#contract/ordering/cancel-reasons.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { CloseIcon } from '../../components/icons.tsx';
import { useBasket, useNow, useSite } from '../../site.tsx';
import { promiseText } from '../ordering/order/promise-text.ts';
import { statusText, toldReason } from '../ordering/order/status-text.ts';
import { dot } from '../../language/dot.ts';
import styles from './active-order.module.css';

/** A guest who waits may read the menu, and is told of a step as soon as on the order's own page (C13). */
const everyMilliseconds = 10_000;

/**
 * The newest order that is on its way, if there is one; before it the order placed last on this device when it was cancelled,
 * until the guest closes the strip or orders again.
 */
export function NewestOrder() {
  const { words, paths, call, language } = useSite();
  const now = useNow();
  const { basket, change } = useBasket();
  const [order, setOrder] = useState<Order | null>(null);
  const lastId = basket.orderId;

  const load = useEffectEvent(async (lastId: OrderId | null, signal: AbortSignal) => {
    const { order: live } = await call('GET /order/get-all-orders', { query: { scope: 'live' }, signal });
    setOrder(live[0] ?? null);
    if (lastId === null || live.some(({ _id }) => _id === lastId)) return;
    const { order: last } = await call('GET /order/get-order-details/:id', { params: { id: lastId }, signal });
    // Guests know of what they took back themselves.
    const isOwn = last.cancelReason === ('guest_cancelled' satisfies CancelReason);
    if (last.status === 'Cancelled' && !isOwn) setOrder(last);
  });

  const isUnderWay = useEffectEvent(() => order !== null && order.status !== 'Cancelled');

  useEffect(() => {
    const leaving = new AbortController();
    // The strip is a convenience: without it the menu is whole.
    const reload = () => void load(lastId, leaving.signal).catch(() => undefined);
    const onReturn = () => {
      if (document.visibilityState === 'visible') reload();
    };
    reload();
    const timer = setInterval(() => {
      if (isUnderWay()) onReturn();
    }, everyMilliseconds);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [lastId]);

  if (order === null) return null;
  const promise = promiseText(order, now, words, language);
  if (order.status === 'Cancelled') {
    return (
      <div role="alert" className={`${styles.strip} ${styles.cancelled}`}>
        <a href={paths.order(order._id)} className={styles.text}>
          {words.orderCancelled(order.orderName, toldReason(order.cancelReason))}
        </a>
        <button
          type="button"
          className={styles.close}
          aria-label={words.close}
          onClick={() => {
            setOrder(null);
            change((before) => ({ ...before, orderId: null }));
          }}
        >
          <CloseIcon />
        </button>
      </div>
    );
  }
  return (
    <a href={paths.order(order._id)} className={styles.strip}>
      <span className={styles.order}>
        {words.orderWithStatus(order.orderName, statusText(order, words))}
        {promise === null ? null : (
          <span className={styles.promise}>
            {dot}
            {promise}
          </span>
        )}
      </span>
      <span className={styles.track}>{words.track}</span>
    </a>
  );
}
