import { useEffect, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { orderAgain } from '../../basket/order-again.ts';
import { MenuTexts } from '../../components/menu-text.tsx';
import { spokenText } from '../../language/in-language.ts';
import { goTo } from '../../routing/navigation.ts';
import { isAddressComplete, isPlaceMissing, placeOf } from '../../state/place.ts';
import { useBasket, useSite } from '../../site.tsx';
import styles from './active-order.module.css';

/** The order of last time, for a guest who has chosen nothing yet: one tap fills the basket and leads to the button that orders. */
export function LastOrder() {
  const { menu, words, paths, language, call, basketStore } = useSite();
  const { basket, change } = useBasket();
  const [order, setOrder] = useState<Order | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    call('GET /order/get-all-orders', { query: { scope: 'recent' }, signal: leaving.signal }).then(
      // One that is under way, or was cancelled, has a strip of its own here.
      ({ order: [newest] }) => setOrder(newest?.status === 'Completed' ? newest : null),
      // The strip is a convenience: without it the menu is whole.
      () => undefined,
    );
    return () => leaving.abort();
  }, [call]);

  if (order === null || order.deliveryMode === 'dine-in' || basket.items.length > 0) return null;
  const dishes = order.cart.map(({ quantity, name, nameTranslations }) => {
    const { text, lang } = spokenText(menu, name, nameTranslations, language);
    return { text: `${quantity} × ${text}`, lang };
  });

  function again(): void {
    change((before) => orderAgain(menu, before, order!));
    const filled = basketStore.get();
    const place = placeOf(menu, filled);
    const isKnown = !isPlaceMissing(place) && (place.mode !== 'delivery' || isAddressComplete(filled.address));
    goTo(isKnown ? paths.checkout() : paths.basket());
  }

  return (
    <div className={styles.strip}>
      <span className={styles.last}>
        <span className={styles.text}>{words.lastOrder}</span>
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
