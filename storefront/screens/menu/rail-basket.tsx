import { basketTotals } from '../../basket/price.ts';
import { BasketLines } from '../../components/basket-lines.tsx';
import controls from '../../components/controls.module.css';
import { Totals } from '../../components/totals.tsx';
import { isBelowMinimum } from '../../basket/use-basket-check.ts';
import { useQuotedAmounts } from '../../basket/use-quoted-amounts.ts';
import { isPlaceMissing } from '../../state/place-complete.ts';
import { placeOf } from '../../state/place.ts';
import { useSite, useWholeBasket } from '../../site.tsx';
import { TableGuests } from '../ordering/basket/table-guests.tsx';
import { Suggestions } from '../ordering/suggestions/suggestions.tsx';
import styles from './basket-rail.module.css';

/** The basket beside the menu. */
export function RailBasket() {
  const { menu, words, paths, money } = useSite();
  const { basket } = useWholeBasket();
  const totals = basketTotals(menu, basket);
  const { amounts, isOpen } = useQuotedAmounts();
  // All that the basket page adds is its note, the names at a table, and what is missing.
  const isReady =
    basket.orderingMode !== 'Dine-in' && !isPlaceMissing(placeOf(menu, basket)) && !isBelowMinimum(totals);
  return (
    <>
      <div className={styles.lines}>
        <BasketLines />
        <TableGuests />
        <Suggestions />
      </div>
      <div aria-busy={isOpen}>
        <Totals amounts={amounts ?? totals} isPlaceKnown={basket.outlet !== null} isOpen={amounts === null} />
      </div>
      <a href={isReady ? paths.checkout() : paths.basket()} className={`${controls.primary} ${controls.withAmount}`}>
        {isReady ? words.reviewOrder : words.viewBasket}
        <span className={controls.amount}>{amounts === null ? '…' : money(amounts.total)}</span>
      </a>
    </>
  );
}
