import { Optional } from '../../components/boundary.tsx';
import { useSite, useWholeBasket } from '../../site.tsx';
import { lazyPart } from '../lazy.tsx';
import styles from './basket-rail.module.css';

// Nobody's basket is in the page as it comes: its lines appear after the script anyway.
const RailBasket = lazyPart(() => import('./rail-basket.tsx').then((file) => file.RailBasket));

/** The basket beside the menu, on screens that are wide enough. */
export function BasketRail() {
  const { words } = useSite();
  const { basket } = useWholeBasket();
  return (
    <aside className={styles.rail} aria-label={words.basket}>
      <div className={styles.card}>
        <h2 className={styles.title}>{words.basket}</h2>
        {basket.items.length === 0 ? (
          <div className={styles.empty}>
            <p className={styles.emptyTitle}>{words.emptyBasket}</p>
            <p className={styles.hint}>{words.emptyBasketHint}</p>
          </div>
        ) : (
          // Without a connection the menu stays, and the way to the basket at its foot.
          <Optional>
            <RailBasket />
          </Optional>
        )}
      </div>
    </aside>
  );
}
