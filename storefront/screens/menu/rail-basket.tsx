import { basketTotals } from '../../basket/price.ts';
import { BasketLines } from '../../components/basket-lines.tsx';
import controls from '../../components/controls.module.css';
import { Totals } from '../../components/totals.tsx';
import { useSite, useWholeBasket } from '../../site.tsx';
import { TableGuests } from '../ordering/basket/table-guests.tsx';
import styles from './basket-rail.module.css';

/** The basket beside the menu. */
export function RailBasket() {
  const { menu, words, paths, money } = useSite();
  const { basket } = useWholeBasket();
  const totals = basketTotals(menu, basket);
  return (
    <>
      <div className={styles.lines}>
        <BasketLines />
        <TableGuests />
      </div>
      <Totals amounts={totals} isPlaceKnown={basket.outlet !== null} />
      <a href={paths.basket()} className={`${controls.primary} ${controls.withAmount}`}>
        {words.viewBasket}
        <span className={controls.amount}>{money(totals.total)}</span>
      </a>
    </>
  );
}
