import { basketTotals } from '../../basket/price.ts';
import { BasketLines } from '../../components/basket-lines.tsx';
import controls from '../../components/controls.module.css';
import { Totals } from '../../components/totals.tsx';
import { useBasket, useSite } from '../../site.tsx';
import styles from './basket-rail.module.css';

/** The basket beside the menu, on screens that are wide enough. */
export function BasketRail() {
  const { menu, words, paths, money } = useSite();
  const { record } = useBasket();
  const totals = basketTotals(menu, record);
  return (
    <aside className={styles.rail} aria-label={words.basket}>
      <div className={styles.card}>
        <h2 className={styles.title}>{words.basket}</h2>
        {record.items.length === 0 ? (
          <div className={styles.empty}>
            <p className={styles.emptyTitle}>{words.emptyBasket}</p>
            <p className={styles.hint}>{words.emptyBasketHint}</p>
          </div>
        ) : (
          <>
            <div className={styles.lines}>
              <BasketLines />
            </div>
            <Totals amounts={totals} isPlaceKnown={record.outlet !== null} />
            <a href={paths.basket()} className={`${controls.primary} ${controls.withAmount}`}>
              {words.viewBasket}
              <span className={controls.amount}>{money(totals.total)}</span>
            </a>
          </>
        )}
      </div>
    </aside>
  );
}
