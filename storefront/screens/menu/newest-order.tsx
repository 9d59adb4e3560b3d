import { useEffect, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { useSite } from '../../site.tsx';
import { statusText } from '../ordering/order/status-text.ts';
import styles from './active-order.module.css';

/** The newest order that is on its way, if there is one. */
export function NewestOrder() {
  const { words, paths, call } = useSite();
  const [order, setOrder] = useState<Order | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const load = () =>
      call('GET /order/get-all-orders', { query: { scope: 'live' }, signal: leaving.signal }).then(
        (answer) => setOrder(answer.order[0] ?? null),
        // The strip is a convenience: without it the menu is whole.
        () => undefined,
      );
    const onReturn = () => {
      if (document.visibilityState === 'visible') void load();
    };
    void load();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      leaving.abort();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [call]);

  if (order === null) return null;
  return (
    <a href={paths.order(order._id)} className={styles.strip}>
      <span className={styles.text}>{words.orderWithStatus(order.orderName, statusText(order, words))}</span>
      <span className={styles.track}>{words.track}</span>
    </a>
  );
}
