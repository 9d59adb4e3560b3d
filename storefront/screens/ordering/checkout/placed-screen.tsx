import type { CSSProperties } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import controls from '../../../components/controls.module.css';
import { CheckIcon } from '../../../components/icons.tsx';
import { Page } from '../../../components/page.tsx';
import { useParam } from '../../../routing/router.tsx';
import { useSite } from '../../../site.tsx';
import { BillLink } from '../../dining/bill-link.tsx';
import { Progress } from '../order/order-screen.tsx';
import { statusText, steps } from '../order/status-text.ts';
import { useOrder } from '../order/use-order.ts';
import styles from './placed-screen.module.css';

/** `/checkout/{orderId}`: the order is with the kitchen, and followed from here on. */
export function PlacedScreen() {
  const { words, paths } = useSite();
  const orderId = useParam('orderId') as OrderId;
  // The page of the order says why it cannot be followed.
  const { order, updatedAt, showOrder } = useOrder(orderId, () => undefined);
  const isNew = order === null || order.status === 'New';
  const status = isNew ? words.orderSent : statusText(order, words);
  const step = steps.findIndex((status) => status === order?.status);
  return (
    <Page title={words.yourOrder} fullTitle={status}>
      <div className={styles.placed}>
        <span className={styles.mark}>
          <CheckIcon size={32} />
        </span>
        <output className={styles.thanks}>
          {isNew ? <span className={styles.title}>{words.thanks}</span> : null} {status}
        </output>
        <span
          aria-hidden="true"
          className={styles.steps}
          style={{ '--done': Math.max(step, 0) + 1 } as CSSProperties}
        />
        <a href={paths.order(orderId)} className={`${controls.primary} ${controls.wide}`}>
          {words.trackOrder}
        </a>
        {order?.deliveryMode === 'dine-in' ? <BillLink /> : null}
      </div>
      {order === null ? (
        <a href={paths.menu()} className={`${controls.secondary} ${controls.wide}`}>
          {words.backToMenu}
        </a>
      ) : (
        <Progress order={order} updatedAt={updatedAt} onOrder={showOrder} hasSteps={false} />
      )}
    </Page>
  );
}
