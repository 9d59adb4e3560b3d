import type { Receipt } from '#contract/ordering/receipt.ts';
import totals from '../../../components/totals.module.css';
import { useSite } from '../../../site.tsx';

/** The part of an order that guests at the table have paid online; nothing where none did. */
export function ReceiptAtTable({ receipt: { paidAtTable } }: { receipt: Receipt }) {
  const { words, price } = useSite();
  if (paidAtTable === null) return null;
  return (
    <dl className={totals.totals}>
      <div className={totals.row}>
        <dt>{words.bill.paidOnline}</dt>
        <dd className={totals.value}>{price(paidAtTable.amount)}</dd>
      </div>
      {paidAtTable.tip > 0 ? (
        <div className={totals.row}>
          <dt>{words.tip}</dt>
          <dd className={totals.value}>{price(paidAtTable.tip)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
