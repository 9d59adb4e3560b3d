import type { BasketTotals } from '../../../basket/price.ts';
import { isBelowMinimum } from '../../../basket/use-basket-check.ts';
import { useSite } from '../../../site.tsx';
import styles from './add-more.module.css';

/** How far the basket is from what delivery to the area needs (C06). */
export function AddMore({ totals }: { totals: BasketTotals }) {
  const { words, money } = useSite();
  if (!isBelowMinimum(totals)) return null;
  const text = words.addMore(money(totals.missing));
  return (
    <output className={styles.addMore}>
      <p className={styles.text}>{text}</p>
      <progress className={styles.progress} aria-label={text} max={totals.minimum} value={totals.subtotal} />
    </output>
  );
}
