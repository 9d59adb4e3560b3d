import { useEffect, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { isMoneyMoving } from '#contract/payments/money-moves.ts';
import type { OrderPayment } from '#contract/payments/payments.ts';
import { useSite } from '../../site.tsx';
import { moneySentences } from './money-sentences.ts';
import styles from './payment-screen.module.css';

/** Milliseconds between two questions while money moves; the server waits about 20 s, so that the kitchen can undo. */
const pollMilliseconds = 5000;
/** Money that was taken may be given back later, for a dish that was missing. */
const refundPollMilliseconds = 60_000;

/** Guests who have paid online want to know where their money is: held, charged, released or given back. */
export function OrderMoney({ order: { _id: id, status } }: { order: Order }) {
  const { words, call, price } = useSite();
  const [payment, setPayment] = useState<OrderPayment | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      // The page says that the connection is lost; the sentence follows when it is back.
      let waitMilliseconds: number | null = pollMilliseconds;
      try {
        const answer = await call('GET /order/payment/:id', { params: { id }, signal: stop.signal });
        if (stop.signal.aborted) return;
        setPayment(answer.payment);
        if (answer.payment === null || !isMoneyMoving(answer.payment, status))
          waitMilliseconds = answer.payment?.state === 'captured' ? refundPollMilliseconds : null;
      } catch {
        if (stop.signal.aborted) return;
      }
      if (waitMilliseconds !== null) timer = setTimeout(() => void ask(), waitMilliseconds);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [call, id, status]);

  if (payment === null) return null;
  const sentences = moneySentences(payment, status, words, price);
  if (sentences.length === 0) return null;
  return (
    <output className={styles.money}>
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </output>
  );
}
