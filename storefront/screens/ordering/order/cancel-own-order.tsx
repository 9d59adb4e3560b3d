import { useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import controls from '../../../components/controls.module.css';
import { pressable } from '../../../components/pressable.ts';
import { Question } from '../../../components/question.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useSite } from '../../../site.tsx';

/** Takes an order back that the restaurant has not accepted. It asks first, and offers to keep the order before anything else. */
export function CancelOwnOrder({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const { words, call } = useSite();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);

  async function cancel(): Promise<void> {
    setIsCancelling(true);
    try {
      onOrder((await call('POST /order/cancel-own-order', { body: { orderId: order._id } })).order);
    } catch (error) {
      toast({ text: words.failure(error, 'order'), tone: 'error' });
    }
    setIsCancelling(false);
    setIsAsking(false);
  }

  return (
    <>
      <button type="button" className={controls.text} onClick={() => setIsAsking(true)}>
        {words.changes.cancel}
      </button>
      {isAsking ? (
        <Question
          title={words.changes.cancelTitle}
          onCancel={() => setIsAsking(false)}
          actions={
            <>
              <button type="button" className={controls.primary} onClick={() => setIsAsking(false)}>
                {words.changes.keep}
              </button>
              <button
                type="button"
                className={`${controls.secondary} ${controls.danger}`}
                aria-busy={isCancelling}
                {...pressable(!isCancelling, () => void cancel())}
              >
                {words.changes.cancelNow}
              </button>
            </>
          }
        >
          <p>{words.changes.cancelText}</p>
        </Question>
      ) : null}
    </>
  );
}
