import { modePathOf, type OrderingMode } from '../../basket/stored-basket.ts';
import { CheckIcon, ChevronIcon } from '../../components/icons.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { closeSheet, openSheet } from '../../routing/navigation.ts';
import { placeOf } from '../../state/place.ts';
import { useBasket, useNow, useSite } from '../../site.tsx';
import { slotText } from '../../language/slot-text.ts';
import styles from './order-type-sheet.module.css';
import { useChooseOrderType } from './choose-order-type.ts';

const orderTypes: readonly OrderingMode[] = ['Delivery', 'Pickup'];

/** The drawer of the order type. */
export function OrderTypeSheet() {
  const { menu, words } = useSite();
  const { basket } = useBasket();
  const choose = useChooseOrderType();
  const isOffered = (orderType: OrderingMode) =>
    menu.catalogue.outlets.some((outlet) => outlet.modes[modePathOf(orderType)]?.acceptsOrders);
  return (
    <Sheet name="order-type" title={words.orderType}>
      <ul className={styles.types}>
        {orderTypes.map((orderType) => (
          <li key={orderType}>
            <button
              type="button"
              className={styles.type}
              aria-pressed={basket.orderingMode === orderType}
              onClick={() => (basket.orderingMode === orderType ? closeSheet() : choose(orderType))}
            >
              <span>
                <span className={styles.name}>{words.orderTypes[orderType]}</span>
                {isOffered(orderType) ? null : <span className={styles.note}>{words.notOffered}</span>}
              </span>
              {basket.orderingMode === orderType ? <CheckIcon /> : null}
            </button>
          </li>
        ))}
      </ul>
      <OrderTimeRow />
    </Sheet>
  );
}

/** For when the order is; its own drawer takes this one's place. */
function OrderTimeRow() {
  const { menu, words, language } = useSite();
  const { basket } = useBasket();
  const now = useNow();
  const { outlet, mode } = placeOf(menu, basket);
  if (outlet === null || mode === 'dine-in') return null;
  const { orderDate } = basket;
  return (
    <button type="button" className={`${styles.type} ${styles.when}`} onClick={() => openSheet('when')}>
      <span>
        <span className={styles.note}>{words.when}</span>
        <span className={styles.name}>
          {orderDate === null ? words.asap : slotText(new Date(orderDate), now, outlet.timeZone, words, language)}
        </span>
      </span>
      <ChevronIcon />
    </button>
  );
}
