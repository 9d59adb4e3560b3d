import { basketTotals } from '../../basket/price.ts';
import { portionsIn } from '../../basket/stored-basket.ts';
import { useSite, useWholeBasket } from '../../site.tsx';
import styles from './basket-bar.module.css';

/** The way to the basket, fixed at the bottom while there is something in it (C02). */
export function BasketBar() {
  const { menu, words, paths, money } = useSite();
  const { basket } = useWholeBasket();
  const count = portionsIn(basket);
  if (count === 0) return null;
  const totals = basketTotals(menu, basket);
  const total = money(totals.total);
  const toGo = totals.missing > 0 ? words.toGo(money(totals.missing)) : null;
  return (
    <aside className={styles.bar} aria-label={words.basket}>
      {toGo === null ? null : (
        <p className={styles.toGo}>
          {toGo}
          <progress aria-hidden="true" className={styles.progress} value={totals.subtotal} max={totals.minimum} />
        </p>
      )}
      <a href={paths.basket()} className={styles.link}>
        <span className="visually-hidden">{[words.viewBasket, words.itemCount(count), total].join(', ')}</span>
        <span aria-hidden="true" className={styles.count}>
          {words.itemCount(count)}
        </span>
        <span aria-hidden="true">{words.viewBasket}</span>
        <span aria-hidden="true" className={styles.total}>
          {total}
        </span>
      </a>
    </aside>
  );
}
