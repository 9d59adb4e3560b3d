import { useEffect, useEffectEvent } from 'react';
import controls from '../../components/controls.module.css';
import { goTo } from '../../routing/navigation.ts';
import { useSite } from '../../site.tsx';
import { placedOrderOf } from './after-payment.ts';
import styles from './payment-screen.module.css';
import { usePayment } from './use-payment.ts';

/** In the checkout of a basket that is being paid, perhaps in another window: the way back to the payment. */
export function BegunPayment({ reference }: { reference: string }) {
  const { words, paths } = useSite();
  const { payment } = usePayment(reference);
  const isPlaced = payment !== null && placedOrderOf(payment) !== null;
  const follow = useEffectEvent(() => goTo(paths.payment(reference), { replace: true }));
  useEffect(() => {
    if (isPlaced) follow();
  }, [isPlaced]);
  if (payment?.state !== 'begun') return null;
  return (
    <div className={styles.begun}>
      <output>{words.paymentBegun}</output>
      <a href={paths.payment(reference)} className={controls.text}>
        {words.toPayment}
      </a>
    </div>
  );
}
