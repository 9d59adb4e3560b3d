import { type CSSProperties, useEffect, useEffectEvent } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import controls from '../../../components/controls.module.css';
import { CheckIcon, CloseIcon } from '../../../components/icons.tsx';
import { Page } from '../../../components/page.tsx';
import { goTo } from '../../../routing/navigation.ts';
import { useParam } from '../../../routing/router.tsx';
import { useSession, useSite } from '../../../site.tsx';
import type { Session } from '../../../state/session.ts';
import { BillLink } from '../../dining/bill-link.tsx';
import { ConnectionLost, Progress } from '../order/order-screen.tsx';
import { statusText, steps } from '../order/status-text.ts';
import { useOrder } from '../order/use-order.ts';
import styles from './placed-screen.module.css';

/** `/checkout/{orderId}`: the order is with the kitchen, and followed from here on. */
export function PlacedScreen() {
  const { words, paths, sessionStore } = useSite();
  const session = useSession();
  const orderId = useParam('orderId') as OrderId;
  /** Nobody is thanked for an order that is not theirs: its own page says why it cannot be followed. */
  const leave = () => goTo(paths.order(orderId), { replace: true });
  const { order, isConnected, updatedAt, clockAhead, showOrder } = useOrder(orderId, (error) => {
    if (error instanceof CallError && [400, 401, 403, 404].includes(error.status)) leave();
  });
  const leaveLoggedOut = useEffectEvent((seen: Session | null) => {
    // While hydrating nobody is logged in.
    if (seen === null && sessionStore.get() === null) leave();
  });
  useEffect(() => leaveLoggedOut(session), [session]);
  const isNew = order === null || order.status === 'New';
  const status = isNew ? words.orderSent : statusText(order, words);
  const step = steps.findIndex((status) => status === order?.status);
  const isCancelled = order?.status === 'Cancelled';
  return (
    <Page title={words.yourOrder} fullTitle={status}>
      {isConnected || order === null ? null : <ConnectionLost />}
      <div className={styles.placed}>
        <span className={isCancelled ? `${styles.mark} ${styles.over}` : styles.mark}>
          {isCancelled ? <CloseIcon size={32} /> : <CheckIcon size={32} />}
        </span>
        <output className={styles.thanks}>
          {isNew ? <span className={styles.title}>{words.thanks}</span> : null} {status}
        </output>
        {isCancelled ? null : (
          <>
            <span
              aria-hidden="true"
              className={styles.steps}
              style={{ '--done': Math.max(step, 0) + 1 } as CSSProperties}
            />
            <a href={paths.order(orderId)} className={`${controls.primary} ${controls.wide}`}>
              {words.trackOrder}
            </a>
          </>
        )}
        {order?.deliveryMode === 'dine-in' ? <BillLink /> : null}
      </div>
      {order === null ? (
        <a href={paths.menu()} className={`${controls.secondary} ${controls.wide}`}>
          {words.backToMenu}
        </a>
      ) : (
        <Progress order={order} updatedAt={updatedAt} clockAhead={clockAhead} onOrder={showOrder} hasSteps={false} />
      )}
    </Page>
  );
}
