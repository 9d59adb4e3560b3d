import type { OrderId } from '#contract/base/ids.ts';
import controls from '../../../components/controls.module.css';
import { CheckIcon } from '../../../components/icons.tsx';
import { Page } from '../../../components/page.tsx';
import { useParam } from '../../../routing/router.tsx';
import { useNow, useSite } from '../../../site.tsx';
import { slotText } from '../../../language/slot-text.ts';
import { cachedOrder } from '../order/order-cache.ts';
import styles from './placed-screen.module.css';

/** `/checkout/{orderId}`: the order is with the kitchen. */
export function PlacedScreen() {
  const { words, paths, language } = useSite();
  const now = useNow();
  const orderId = useParam('orderId') as OrderId;
  const order = cachedOrder(orderId);
  return (
    <Page title={words.yourOrder}>
      <div className={styles.placed}>
        <span className={styles.mark}>
          <CheckIcon size={40} />
        </span>
        <output className={styles.thanks}>
          <span className={styles.title}>{words.thanks}</span> {words.orderSent}
        </output>
        {order === null ? null : (
          <p className={styles.number}>
            {words.orderNumber(order.orderName)}
            {order.orderDate === null ? null : (
              <span className={styles.slot}>
                {words.forSlot(slotText(new Date(order.orderDate), now, order.outlet.timeZone, words, language))}
              </span>
            )}
          </p>
        )}
        <a href={paths.order(orderId)} className={`${controls.primary} ${controls.wide}`}>
          {words.trackOrder}
        </a>
        <a href={paths.menu()} className={controls.text}>
          {words.backToMenu}
        </a>
      </div>
    </Page>
  );
}
