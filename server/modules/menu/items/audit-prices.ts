import { type Currency, type MinorUnits, toMajor } from '#contract/base/money.ts';
import { modes } from '#contract/base/enumerations.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type ModePriceColumns, storedModePrices } from '#server/modules/menu/modifier-lists/mode-prices.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';

/** Prices in one entry; more go to further entries. */
const itemsPerEntryMax = 100;

export interface NewPrice {
  name: string;
  before: MinorUnits;
  after: MinorUnits;
}

/** The prices of an item, as its row has them. */
interface PriceColumns extends ModePriceColumns {
  price_minor: MinorUnits;
}

/** The usual price and those of the modes, as they change: a mode of its own price is named with it. */
export function newPricesOf(name: string, before: PriceColumns, after: PriceColumns): NewPrice[] {
  const [was, will] = [storedModePrices(before), storedModePrices(after)];
  const changed = modes.filter((mode) => (was[mode] ?? null) !== (will[mode] ?? null));
  return [
    { name, before: before.price_minor, after: after.price_minor },
    ...changed.map((mode) => ({
      name: `${name} (${mode})`,
      before: was[mode] ?? before.price_minor,
      after: will[mode] ?? after.price_minor,
    })),
  ];
}

/**
 * Writes changed prices to the audit log, with the former ones (R85). The caller has locked the currency and the items,
 * so the former prices are certain; the audit log is locked after them and ahead of the restaurant's counter, as
 * everywhere.
 */
export async function auditPriceChanges(
  tx: Tx,
  by: AuditContext,
  prices: readonly NewPrice[],
  currency: Currency,
  at: Date,
): Promise<void> {
  const textOf = (price: MinorUnits) => `${currency} ${toMajor(price, currency)}`;
  const changed = prices
    .filter(({ before, after }) => before !== after)
    .map(({ name, before, after }) => ({ name, before: textOf(before), after: textOf(after) }));
  const add = (act: Parameters<typeof appendAuditEntry>[3]) =>
    appendAuditEntry(tx, by.restaurantId, { ...by, at }, act);
  if (changed.length === 1) {
    const { name, ...details } = changed[0]!;
    return add({ action: 'item.price_changed', subject: name, details });
  }
  for (let from = 0; from < changed.length; from += itemsPerEntryMax) {
    const part = changed.slice(from, from + itemsPerEntryMax);
    await add({
      action: 'items.prices_changed',
      subject: String(part.length),
      details: { prices: part.map(({ name, before, after }) => `${name}: ${before} → ${after}`) },
    });
  }
}
