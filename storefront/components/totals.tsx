import { fromMajor, type MinorUnits, ZERO } from '#contract/base/money.ts';
import type { AppliedOffer } from '#contract/ordering/offers/offers.ts';
import { type SpokenText, spokenText } from '../language/in-language.ts';
import { taxNameIn } from '#contract/base/tax-name.ts';
import { useSite } from '../site.tsx';
import styles from './totals.module.css';

interface TotalsAmounts {
  /** Before discounts. */
  subtotal: MinorUnits;
  offers?: readonly AppliedOffer[];
  tax: MinorUnits;
  /** Percent. */
  taxRate: number;
  taxInclusive: boolean;
  /** After discounts. null: nothing is delivered. */
  deliveryFee: MinorUnits | null;
  /** null: none. */
  tip: MinorUnits | null;
  total: MinorUnits;
}

/** Subtotal, offers, VAT, delivery fee and total: the same lines on every screen that shows them (C07). */
export function Totals({
  amounts,
  isPlaceKnown = true,
  isOpen = false,
}: {
  amounts: TotalsAmounts;
  isPlaceKnown?: boolean;
  /** The total is being asked for. */
  isOpen?: boolean;
}) {
  const { menu, words, language, money } = useSite();
  const taxName = words.taxNames[taxNameIn(menu.catalogue.restaurant.country)];
  const { subtotal, offers = [], tax, taxRate, taxInclusive, deliveryFee, tip, total } = amounts;
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
      {offers.map((offer, index) =>
        offer.off === 'basket' ? (
          <Row key={index} name={nameOf(offer)} value={words.minus(money(fromMajor(offer.amount, menu.currency)))} />
        ) : null,
      )}
      {hasTax && !taxInclusive ? <Row name={words.tax(taxName, taxRate)} value={money(tax)} /> : null}
      {deliveryFee === null ? null : (
        <Row
          name={words.deliveryFee}
          value={deliveryFee === ZERO ? words.free : money(deliveryFee)}
          why={offers.filter(({ off }) => off === 'delivery').map(nameOf)}
        />
      )}
      {tip === null ? null : <Row name={words.tip} value={money(tip)} />}
      <Row name={words.total} value={isOpen ? '…' : money(total)} isTotal />
      {hasTax && taxInclusive ? <Row name={words.taxIncluded(taxName, taxRate)} value={money(tax)} isAside /> : null}
    </dl>
  );

  function nameOf({ name, nameTranslations }: AppliedOffer): SpokenText {
    return spokenText(menu, name, nameTranslations, language);
  }
}

interface RowProps {
  name: string | SpokenText;
  value: string;
  /** The offers that made the value what it is. */
  why?: readonly SpokenText[];
  isTotal?: boolean;
  isAside?: boolean;
}

function Row({ name, value, why = [], isTotal, isAside }: RowProps) {
  const spoken = typeof name === 'string' ? null : name;
  return (
    <div className={isTotal ? styles.total : isAside ? styles.aside : styles.row}>
      {spoken === null ? (
        <dt>{name as string}</dt>
      ) : (
        <dt lang={spoken.lang} dir="auto">
          {spoken.text}
        </dt>
      )}
      <dd className={styles.value}>{value}</dd>
      {why.map(({ text, lang }) => (
        <dd key={text} lang={lang} dir="auto" className={styles.why}>
          {text}
        </dd>
      ))}
    </div>
  );
}
