import type { Order } from '#contract/ordering/orders.ts';
import { isOrderStatus } from '#contract/ordering/order-status.ts';
import { CheckIcon } from '../../../components/icons.tsx';
import { useSite } from '../../../site.tsx';
import { timeText } from '../../../language/times.ts';
import styles from './status-steps.module.css';
import { statusText, steps, stepText } from './status-text.ts';

/** The way of the order, as far as it has come. Each change is also said aloud. */
export function StatusSteps({ order }: { order: Order }) {
  const { words } = useSite();
  return (
    <>
      <output className="visually-hidden">{statusText(order, words)}</output>
      {order.status === 'Cancelled' ? (
        <p className={styles.cancelled}>{statusText(order, words)}</p>
      ) : (
        <Steps order={order} />
      )}
    </>
  );
}

function Steps({ order }: { order: Order }) {
  const { words } = useSite();
  if (!isOrderStatus(order.status)) return <p className={styles.unknown}>{words.unknownStep}</p>;
  const reached = steps.findIndex((step) => step === order.status);
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => {
        const at = index <= reached ? order.history.findLast((change) => change.to === step)?.at : undefined;
        return (
          <li
            key={step}
            className={index < reached ? styles.done : index === reached ? styles.current : styles.ahead}
            aria-current={index === reached ? 'step' : undefined}
          >
            <span className={styles.mark}>{index <= reached ? <CheckIcon size={18} /> : null}</span>
            <span className={styles.text}>{stepText(step, order.deliveryMode, words)}</span>
            {at === undefined ? null : (
              <time className={styles.time} dateTime={at}>
                {timeText(new Date(at), order.outlet.timeZone)}
              </time>
            )}
          </li>
        );
      })}
    </ol>
  );
}
