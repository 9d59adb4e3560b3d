import type { CheckedArchive } from './check-archive.ts';

/**
 * Orders of the archive that waited for a payment, and were none yet. The money stays with the former server, so they come to nothing
 * here, and what they held is free again. All ids are those of the archive.
 */
export interface UnpaidOrders {
  payments: ReadonlySet<string>;
  orders: ReadonlySet<string>;
  /** The portions that they held of each item. */
  stock: ReadonlyMap<string, number>;
  /** The same of each outlet that counts an item for itself, by item and outlet. */
  outletStock: ReadonlyMap<string, number>;
  /** The uses that they took of each offer. */
  uses: ReadonlyMap<string, number>;
  /** The change that they made to each card, by offer and guest. */
  stamps: ReadonlyMap<string, number>;
}

export const countKey = (row: Readonly<Record<string, unknown>>) =>
  `${String(row['item_id'])} ${String(row['outlet_id'])}`;

export const cardKey = (row: Readonly<Record<string, unknown>>) =>
  `${String(row['offer_id'])} ${String(row['customer_id'])}`;

export async function findUnpaidOrders(archive: CheckedArchive): Promise<UnpaidOrders> {
  const [payments, orders] = [new Set<string>(), new Set<string>()];
  const [stock, outletStock] = [new Map<string, number>(), new Map<string, number>()];
  const [uses, stamps] = [new Map<string, number>(), new Map<string, number>()];
  const add = (sums: Map<string, number>, key: string, count: number) => sums.set(key, (sums.get(key) ?? 0) + count);
  for await (const row of archive.rows('payments')) {
    const isWaiting = row['state'] === 'begun' || row['state'] === 'authorised';
    if (!isWaiting || row['placed_at'] !== null) continue;
    payments.add(row['id'] as string);
    orders.add(row['order_id'] as string);
    for (const [item, count] of Object.entries((row['stock_held'] ?? {}) as Record<string, number>)) {
      add(stock, item, count);
      add(outletStock, countKey({ ...row, item_id: item }), count);
    }
  }
  if (orders.size > 0) {
    for await (const row of archive.rows('offer_uses'))
      if (orders.has(row['order_id'] as string)) add(uses, row['offer_id'] as string, 1);
    for await (const row of archive.rows('stamp_movements'))
      if (orders.has(row['order_id'] as string)) add(stamps, cardKey(row), row['stamps'] as number);
  }
  return { payments, orders, stock, outletStock, uses, stamps };
}
