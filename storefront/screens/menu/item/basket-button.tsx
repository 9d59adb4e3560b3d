import { basketTotals } from '../../../basket/price.ts';
import { portionsIn } from '../../../basket/stored-basket.ts';
import { BasketIcon } from '../../../components/icons.tsx';
import { useSite, useWholeBasket } from '../../../site.tsx';
import styles from './basket-button.module.css';

/** The way to the basket beside the button of a dish, where there is no room for a second bar. */
export function BasketButton() {
  const { menu, words, paths, money } = useSite();
  const { basket } = useWholeBasket();
  const count = portionsIn(basket);
  if (count === 0) return null;
  const total = money(basketTotals(menu, basket).total);
  return (
    <a href={paths.basket()} className={styles.button}>
      <span className="visually-hidden">{[words.viewBasket, words.itemCount(count), total].join(', ')}</span>
      <span aria-hidden="true" className={styles.icon}>
        <BasketIcon />
        <span className={styles.badge}>{count}</span>
      </span>
      <span aria-hidden="true" className={styles.small}>
        {total}
      </span>
    </a>
  );
}
