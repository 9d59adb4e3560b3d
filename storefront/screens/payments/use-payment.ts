import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import { useChangeBasket, useSite } from '../../site.tsx';
import { afterPayment } from './after-payment.ts';

/** Milliseconds between two questions while the guest pays. */
const pollMilliseconds = 2000;

interface FollowedPayment {
  /** null: not known yet. */
  payment: GuestPayment | null;
  /** No answer came to the last question. */
  failure: unknown;
  /** The server has not given out this reference. */
  isUnknown: boolean;
  show: (payment: GuestPayment) => void;
  retry: () => void;
}

/** A payment, asked for until it has an outcome, which this browser's basket then follows. */
export function usePayment(reference: string): FollowedPayment {
  const { call } = useSite();
  const change = useChangeBasket();
  const [payment, setPayment] = useState<GuestPayment | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isUnknown = failure instanceof CallError && (failure.status === 404 || failure.status === 400);
  const isFollowed = !isUnknown && (payment === null || payment.state === 'begun');

  function show(present: GuestPayment): void {
    setPayment(present);
    setFailure(null);
    change((before) => afterPayment(before, present));
  }
  const onAnswer = useEffectEvent(show);

  useEffect(() => {
    if (!isFollowed) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const answer = await call('GET /order/payment-state/:reference', {
          params: { reference },
          signal: stop.signal,
        });
        if (!stop.signal.aborted) onAnswer(answer.payment);
      } catch (error) {
        if (!stop.signal.aborted) setFailure(error);
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void ask(), pollMilliseconds);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [call, reference, isFollowed]);

  function retry(): void {
    setFailure(null);
    call('GET /order/payment-state/:reference', { params: { reference } }).then(
      (answer) => show(answer.payment),
      (error: unknown) => setFailure(error),
    );
  }

  return { payment, failure, isUnknown, show, retry };
}
