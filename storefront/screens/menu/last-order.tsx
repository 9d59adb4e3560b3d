import { useEffect, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isFinal, isOrderStatus } from '#contract/ordering/order-status.ts';
import { orderAgain } from '../../basket/order-again.ts';
import { MenuTexts } from '../../components/menu-text.tsx';
import { spokenText } from '../../language/in-language.ts';
import { goTo } from '../../routing/navigation.ts';
import { isAddressComplete, isPlaceMissing } from '../../state/place-complete.ts';
import { placeOf } from '../../state/place.ts';
import { useBasket, useSite } from '../../site.tsx';
import { cardText } from '../customers/account/card-text.ts';
import { isFull, useCard } from '../customers/account/use-card.ts';
import styles from './active-order.module.css';

/**
 * The order of last time, for a guest who has chosen nothing yet: one tap fills the basket and leads to the button that orders. A guest
 * with a stamp card reads its stamps above, where there is room for one line, or alone.
 */
export function LastOrder() {
  const { menu, words, paths, language, call, basketStore } = useSite();
  const { basket, change } = useBasket();
  const card = useCard();
  /** Null: there is none, and undefined: it is not known yet. */
  const [newest, setNewest] = useState<Order | null | undefined>();

  useEffect(() => {
    const leaving = new AbortController();
    call('GET /order/get-all-orders', { query: { scope: 'recent' }, signal: leaving.signal }).then(
      ({ order: [first] }) => setNewest(first ?? null),
      // The strip is a convenience: without it the menu is whole.
      () => undefined,
    );
    return () => leaving.abort();
  }, [call]);

  if (newest === undefined || (newest !== null && hasOwnStrip(newest, basket.orderId))) return null;
  const stamps = card && (isFull(card) ? words.cardFull : cardText(card, words));
  const isRepeatable = newest?.status === 'Completed' && newest.deliveryMode !== 'dine-in';
  if (!isRepeatable || basket.items.length > 0) {
    if (stamps === null) return null;
    return (
      <a href={paths.myOrders()} className={styles.strip}>
        <span className={styles.text}>{words.stampCard}</span>
        <span className={styles.track}>{stamps}</span>
      </a>
    );
  }
  const dishes = newest.cart.map(({ quantity, name, nameTranslations }) => {
    const { text, lang } = spokenText(menu, name, nameTranslations, language);
    return { text: `${quantity} × ${text}`, lang };
  });

  function again(): void {
    change((before) => orderAgain(menu, before, newest!));
    const filled = basketStore.get();
    const place = placeOf(menu, filled);
    const isKnown = !isPlaceMissing(place) && (place.mode !== 'delivery' || isAddressComplete(filled.address));
    goTo(isKnown ? paths.checkout() : paths.basket());
  }

  return (
    <div className={styles.strip}>
      <span className={styles.last}>
        <span className={styles.text}>
          {stamps === null ? words.lastOrder : <a href={paths.myOrders()}>{stamps}</a>}
        </span>
        <span className={styles.dishes}>
          <MenuTexts of={dishes} />
        </span>
      </span>
      <button type="button" className={styles.again} onClick={again}>
        {words.orderAgain}
      </button>
    </div>
  );
}

/** Whether an order is under way, or the one of this device that was cancelled (`NewestOrder`). */
function hasOwnStrip({ _id, status }: Order, lastId: OrderId | null): boolean {
  return status === 'Cancelled' ? _id === lastId : isOrderStatus(status) && !isFinal(status);
}
