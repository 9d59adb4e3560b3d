/** The basket that the phones at a table share, as this phone has heard of it last. */
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { BasketLine, StoredBasket } from './stored-basket.ts';

export interface TableBasket {
  tableSession: TableSession;
  /** The lines of the other phones. */
  otherLines: readonly BasketLine[];
  /** Name of this participant, as the kitchen reads it. */
  name: string;
  /** This phone's lines as the table has them: `shareText` of the basket at that time. */
  sentText: string;
  /** Why the table could not be told or asked just now, in words; null: it could. */
  problem: string | null;
}

/** Everything that would be ordered. */
export function withTableLines(basket: StoredBasket, table: TableBasket | null): StoredBasket {
  if (table === null || basket.participant === null || basket.orderingMode !== 'Dine-in') return basket;
  return {
    ...basket,
    items: [...basket.items.map((line) => ({ ...line, guestName: table.name })), ...table.otherLines],
  };
}
