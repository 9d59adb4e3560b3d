import type { Receipt } from '#contract/ordering/receipt.ts';
import totals from '../../../components/totals.module.css';
import { momentText } from '../../../language/dates.ts';
import { taxNameIn } from '#contract/base/tax-name.ts';
import { useSite } from '../../../site.tsx';

/** The money of the order that went back, and what is left of it; nothing where none did. */
export function ReceiptRefunds({ receipt: { order, refunds, remaining } }: { receipt: Receipt }) {
  const { menu, words, price, language } = useSite();
  if (refunds.length === 0 || remaining === null) return null;
  const taxName = words.taxNames[taxNameIn(menu.catalogue.restaurant.country)];
  return (
    <section className={totals.totals} aria-label={words.refunds}>
      <dl className={totals.totals}>
        {refunds.map(({ amount, at }, index) => (
          // Refunds are added at the end alone.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={totals.row}>
            <dt>{words.refundedOn(momentText(at, order.outlet.timeZone, language))}</dt>
            <dd className={totals.value}>{price(amount)}</dd>
          </div>
        ))}
        <div className={totals.total}>
          <dt>{words.leftAfterRefunds}</dt>
          <dd className={totals.value}>{price(remaining)}</dd>
        </div>
      </dl>
      {order.taxRate > 0 ? <p className={totals.aside}>{words.taxBeforeRefunds(taxName)}</p> : null}
    </section>
  );
}
