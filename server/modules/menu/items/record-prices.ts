import { type Currency, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Acting, appendAudit } from '#server/modules/staff/audit-log/append-audit.ts';

/** Beyond these the entry goes on in another. */
const mostInEntry = 100;

export interface NewPrice {
  name: string;
  before: MinorUnits;
  after: MinorUnits;
}

/**
 * Prices that change stand in the record, with what they were (R85). The caller holds the currency and the items, so that this is
 * what they were; the record is locked after them and ahead of the restaurant's counter, as everywhere.
 */
export async function recordPrices(
  tx: Tx,
  by: Acting,
  prices: readonly NewPrice[],
  currency: Currency,
  at: Date,
): Promise<void> {
  const textOf = (price: MinorUnits) => `${currency} ${toMajor(price, currency)}`;
  const changed = prices
    .filter(({ before, after }) => before !== after)
    .map(({ name, before, after }) => ({ name, before: textOf(before), after: textOf(after) }));
  const add = (act: Parameters<typeof appendAudit>[3]) => appendAudit(tx, by.restaurantId, { ...by, at }, act);
  if (changed.length === 1) {
    const { name, ...details } = changed[0]!;
    return add({ action: 'item.price_changed', subject: name, details });
  }
  for (let from = 0; from < changed.length; from += mostInEntry) {
    const part = changed.slice(from, from + mostInEntry);
    await add({
      action: 'items.prices_changed',
      subject: String(part.length),
      details: { prices: part.map(({ name, before, after }) => `${name}: ${before} → ${after}`) },
    });
  }
}
