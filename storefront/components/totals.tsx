import { type MinorUnits, ZERO } from '#contract/base/money.ts';
import { taxNameIn } from '../language/tax-name.ts';
import { useSite } from '../site.tsx';
import styles from './totals.module.css';

interface TotalsAmounts {
  subtotal: MinorUnits;
  tax: MinorUnits;
  /** Percent. */
  taxRate: number;
  taxInclusive: boolean;
  /** null: nothing is delivered. */
  deliveryFee: MinorUnits | null;
  /** null: none. */
  tip: MinorUnits | null;
  total: MinorUnits;
}

/** Subtotal, VAT, delivery fee and total: the same lines on every screen that shows them (C07). */
export function Totals({ amounts, isPlaceKnown = true }: { amounts: TotalsAmounts; isPlaceKnown?: boolean }) {
  const { menu, words, money } = useSite();
  const taxName = words.taxNames[taxNameIn(menu.catalogue.restaurant.country)];
  const { subtotal, tax, taxRate, taxInclusive, deliveryFee, tip, total } = amounts;
  const hasTax = taxRate > 0;
  if (!isPlaceKnown) {
    return (
      <>
        <dl className={styles.totals}>
          <Row name={words.subtotal} value={money(subtotal)} />
        </dl>
        <p className={styles.aside}>{words.totalsHint}</p>
      </>
    );
  }
  return (
    <dl className={styles.totals}>
      <Row name={words.subtotal} value={money(subtotal)} />
      {hasTax && !taxInclusive ? <Row name={words.tax(taxName, taxRate)} value={money(tax)} /> : null}
      {deliveryFee === null ? null : (
        <Row name={words.deliveryFee} value={deliveryFee === ZERO ? words.free : money(deliveryFee)} />
      )}
      {tip === null ? null : <Row name={words.tip} value={money(tip)} />}
      <Row name={words.total} value={money(total)} isTotal />
      {hasTax && taxInclusive ? <Row name={words.taxIncluded(taxName, taxRate)} value={money(tax)} isAside /> : null}
    </dl>
  );
}

function Row({ name, value, isTotal, isAside }: { name: string; value: string; isTotal?: boolean; isAside?: boolean }) {
  return (
    <div className={isTotal ? styles.total : isAside ? styles.aside : styles.row}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}
