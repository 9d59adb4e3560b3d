/** The basket that the phones at a table share, as this phone has heard of it last. */
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { BasketLine, StoredBasket } from './stored-basket.ts';

export interface TableBasket {
  tableSession: TableSession;
  /** Those of the other phones. */
  others: readonly BasketLine[];
  /** What the kitchen calls this guest. */
  name: string;
  /** What of this phone the table knows: `sharedText` of the record at that time. */
  known: string;
  /** Why the table could not be told or asked just now, in words; null: it could. */
  problem: string | null;
}

/** Everything that would be ordered. */
export function withTable(record: StoredBasket, table: TableBasket | null): StoredBasket {
  if (table === null || record.participant === null || record.orderingMode !== 'Dine-in') return record;
  return { ...record, items: [...record.items.map((line) => ({ ...line, guestName: table.name })), ...table.others] };
}
