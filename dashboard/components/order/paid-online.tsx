import Typography from '@mui/material/Typography';
import type { CallAnswer } from '#contract/base/client.ts';
import { type Currency, fromMajor, subtractMoney, toMajor } from '#contract/base/money.ts';
import { words } from '../../words/words.ts';
import { amountText } from './amount.ts';

/** Null where nothing was ordered, and where nobody pays online. */
export type BillOfTable = CallAnswer<'GET /dining/get-table-sessions'>['tableSessions'][number]['bill'];

const text = words.dining.bill;

/** How much of a table's bill guests have paid on their phones, and whether somebody is paying now. */
export function PaidOnline({ bill }: { bill: BillOfTable }) {
  if (bill === null) return null;
  const { currency, total, paid, paying } = bill;
  const money = (major: number) => amountText(major, currency);
  return (
    <Typography component="output" variant="body2" sx={{ display: 'block' }}>
      {text.paid({ paid: money(paid), total: money(total) })}
      {paying > 0 && ` ${text.paying({ paying: money(paying) })}`}
    </Typography>
  );
}

/** The warning before a table is cleared that owes something, as far as online payments tell; null where it owes nothing. */
export function unpaidText(bill: BillOfTable): string | null {
  if (bill === null || bill.paid >= bill.total) return null;
  const { currency, total, paid, paying } = bill;
  const minor = (major: number) => fromMajor(major, currency as Currency);
  const unpaid = subtractMoney(minor(total), minor(paid));
  const money = (major: number) => amountText(major, currency);
  const sentence = text.unpaid({ unpaid: money(toMajor(unpaid, currency as Currency)), total: money(total) });
  return paying > 0 ? `${sentence} ${text.paying({ paying: money(paying) })}` : sentence;
}
