import { MINUTE } from '#contract/base/time.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { isLow } from '#contract/menu/low-stock.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { getSender } from '#server/modules/restaurants/queries.ts';
import { nextMailAt, zoneOf } from './low-stock-mail.ts';
import { lowStockMail, type LowItem } from './mails.ts';

const everyMs = MINUTE;
const batchSize = 100;

type LowStockDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'>;

/**
 * Looks at the stock of the restaurants whose hour has come, in the elected server of the database. The hour is a row that is locked,
 * and moves to the next day in the transaction that writes the mails: two servers that believe to be elected write one.
 */
export function watchLowStock(
  deps: LowStockDeps,
  isElected: () => boolean,
): { look(): Promise<void>; stop(): Promise<void> } {
  const { db, clock, log } = deps;
  let looking = Promise.resolve();

  async function lookAtDue(): Promise<void> {
    const now = clock();
    const due = await platformTransaction(
      db,
      'low-stock',
      (tx) =>
        tx
          .selectFrom('low_stock_mails')
          .innerJoin('restaurants', 'restaurants.id', 'low_stock_mails.restaurant_id')
          .select('restaurant_id')
          .where('next_at', '<=', now)
          .where('restaurants.closed_at', 'is', null)
          .where('restaurants.status', '<>', 'cancelled')
          .orderBy('next_at')
          .limit(batchSize)
          .execute(),
      { readOnly: true },
    );
    for (const { restaurant_id: id } of due) {
      await transaction(db, id, (tx) => mailLowStock(tx, deps, id, now)).catch((error: unknown) =>
        log.warn({ err: error, restaurantId: id }, 'The mail about low stock could not be written; trying again'),
      );
    }
  }

  function look(): Promise<void> {
    looking = looking
      .then(lookAtDue)
      .catch((error: unknown) => log.warn({ err: error }, 'Stock could not be looked at; trying again'));
    return looking;
  }

  const timer = setInterval(() => {
    if (isElected()) void look();
  }, everyMs).unref();
  return {
    look,
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}

/** Writes the mails of the day, if it is still to be done and something is low. A mail that waited for a server goes out when one is there. */
async function mailLowStock(tx: Tx, deps: LowStockDeps, restaurantId: RestaurantId, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('low_stock_mails')
    .select(['hour', 'next_at'])
    .where('restaurant_id', '=', restaurantId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.hour === null || row.next_at === null || row.next_at > now) return;
  const [timeZone, sender, low, people] = await Promise.all([
    zoneOf(tx, restaurantId),
    getSender(tx, restaurantId),
    listLow(tx, restaurantId),
    listRecipients(tx, restaurantId),
  ]);
  const isMailed = low.length > 0 && people.length > 0;
  const mailedAt = isMailed ? { mailed_at: now } : {};
  await tx
    .updateTable('low_stock_mails')
    .set({ next_at: nextMailAt(row.hour, timeZone, now, now), ...mailedAt })
    .where('restaurant_id', '=', restaurantId)
    .execute();
  if (!isMailed) return;
  for (const person of people) {
    const content = lowStockMail(person, sender, low, deps.config.publicUrl);
    await sendMessage(tx, deps, { kind: 'low_stock', restaurantId, content });
  }
}

/** The items that are low or sold out by their count, or by that of an outlet, the fewest portions first. */
async function listLow(tx: Tx, restaurantId: RestaurantId): Promise<LowItem[]> {
  const everywhere = await tx
    .selectFrom('items')
    .select(['name', 'name_translations', 'quantity', 'low_stock'])
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .where('quantity', 'is not', null)
    .execute();
  const atOutlets = await tx
    .selectFrom('item_outlet_quantities as counts')
    .innerJoin('items', (join) =>
      join.onRef('items.restaurant_id', '=', 'counts.restaurant_id').onRef('items.id', '=', 'counts.item_id'),
    )
    .innerJoin('outlets', (join) =>
      join.onRef('outlets.restaurant_id', '=', 'counts.restaurant_id').onRef('outlets.id', '=', 'counts.outlet_id'),
    )
    .select(['items.name', 'items.name_translations', 'counts.quantity', 'items.low_stock', 'outlets.name as outlet'])
    .where('counts.restaurant_id', '=', restaurantId)
    .where('items.deleted_at', 'is', null)
    .where('outlets.deleted_at', 'is', null)
    .execute();
  const order = new Intl.Collator('en');
  return [...everywhere.map((row) => ({ ...row, outlet: null })), ...atOutlets]
    .map(({ name, name_translations: translations, quantity, low_stock: lowStock, outlet }) => ({
      name,
      translations,
      quantity: quantity!,
      lowStock,
      outlet,
    }))
    .filter((item) => item.quantity === 0 || isLow(item))
    .toSorted(
      (one, next) =>
        one.quantity - next.quantity ||
        order.compare(one.name, next.name) ||
        order.compare(one.outlet ?? '', next.outlet ?? ''),
    );
}

/** People belong to no restaurant, so no statement reads them with its rows. */
async function listRecipients(tx: Tx, restaurantId: RestaurantId) {
  const chosen = await tx
    .selectFrom('low_stock_recipients')
    .select('user_id')
    .where('restaurant_id', '=', restaurantId)
    .execute();
  if (chosen.length === 0) return [];
  return tx
    .selectFrom('users')
    .select(['email', 'first_name', 'language'])
    .where(
      'id',
      'in',
      chosen.map(({ user_id }) => user_id),
    )
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
}
