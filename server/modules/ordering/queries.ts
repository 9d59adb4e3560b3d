import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { CustomerId, OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { Schema } from '#server/db/schema.ts';
import { type ListedOrder, readListed } from './history/history-queries.ts';
import { orderName } from './order-name.ts';
import type { Tx } from '#server/db/transaction.ts';

/** An order as stored, with its lines, options and history. */
export interface StoredOrder extends Selectable<Schema['orders']> {
  lines: StoredLine[];
  /** In order, beginning with the placing. */
  history: StoredChange[];
  /** Changes that the guest was asked about, the first one first. */
  changes: StoredOrderChange[];
  /** In order; drivers who gave it back included. Absent where the order was just placed. */
  deliveries?: StoredDelivery[];
  /** The one that its guest has reported. */
  problem?: StoredProblem | null;
}

export interface StoredLine extends Selectable<Schema['order_lines']> {
  options: StoredOption[];
}

/** `depth` is not written where it is null: most options are of lists that are always asked. */
export type StoredOption = Omit<Selectable<Schema['order_line_options']>, 'depth'> & { depth?: number | null };
export type StoredProblem = Selectable<Schema['order_problems']>;
/** `has_photo` is of the read: the photo of an order that was handed over with one goes in time, and with its guest. */
export type StoredDelivery = Selectable<Schema['deliveries']> & { has_photo?: boolean };
export type StoredChange = Selectable<Schema['order_status_changes']>;
export type StoredOrderChange = Selectable<Schema['order_changes']>;

const liveStatuses: OrderStatus[] = ['New', 'Confirmed', 'Ready'];
/** Lists are bounded (decision 12); with more live orders than this nobody is looking at them. */
const recentMax = 200;
const liveMax = 1_000;

export async function findOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  id: OrderId,
  customerId: CustomerId | null = null,
): Promise<StoredOrder | null> {
  const [order] = await listOrdersById(tx, restaurantId, [id]);
  return order && (customerId === null || order.customer_id === customerId) ? order : null;
}

/** Newest first; ids of other restaurants are left out. */
export async function listOrdersById(
  tx: Tx,
  restaurantId: RestaurantId,
  ids: readonly OrderId[],
): Promise<StoredOrder[]> {
  const rows = await wholeOrders(tx, restaurantId)
    .where('orders.id', '=', sql<OrderId>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(parseOrder);
}

/** The status of an order, since when, and its total; null where it is not placed. */
export async function findProgress(
  tx: Tx,
  restaurantId: RestaurantId,
  id: OrderId,
): Promise<{ status: OrderStatus; statusChangedAt: Date; name: string; total: MinorUnits } | null> {
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'status_changed_at', 'order_number', 'order_prefix', 'total_minor'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return order === undefined
    ? null
    : {
        status: order.status,
        statusChangedAt: order.status_changed_at,
        name: orderName(order),
        total: order.total_minor,
      };
}

/** Name and status of the orders, unsorted; ids of other restaurants are left out. */
export function listProgress(tx: Tx, restaurantId: RestaurantId, ids: readonly OrderId[]) {
  return tx
    .selectFrom('orders')
    .select(['id', 'order_number', 'order_prefix', 'status'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', sql<OrderId>`any(${ids}::uuid[])`)
    .execute();
}

interface OrderSelection {
  scope: 'live' | 'recent';
  customerId: CustomerId | null;
  cancelledSince: Date | null;
}

/** The live orders, with those cancelled since, or else with the newest others; newest first. Optionally of one guest. */
export async function listOrders(
  tx: Tx,
  restaurantId: RestaurantId,
  { scope, customerId, cancelledSince }: OrderSelection,
): Promise<StoredOrder[]> {
  const ids = () => {
    const query = tx.selectFrom('orders').select('id').where('restaurant_id', '=', restaurantId);
    const own = customerId === null ? query : query.where('customer_id', '=', customerId);
    // The order of the index.
    return own.orderBy('placed_on', 'desc').orderBy('placed_at', 'desc').orderBy('id', 'desc');
  };
  const live = ids().where('status', 'in', liveStatuses).limit(liveMax);
  const cancelled = (since: Date) =>
    tx
      .selectFrom('orders')
      .select('id')
      .where('restaurant_id', '=', restaurantId)
      .where('status', '=', 'Cancelled')
      .where('status_changed_at', '>=', since)
      .orderBy('status_changed_at', 'desc')
      .limit(liveMax);
  const rows = await wholeOrders(tx, restaurantId)
    .where((eb) => {
      const isLive = eb('orders.id', 'in', live);
      if (scope === 'recent') return eb.or([isLive, eb('orders.id', 'in', ids().limit(recentMax))]);
      if (cancelledSince === null) return isLive;
      // Two sets that are joined with `or` are looked for in all orders of the restaurant.
      return eb('orders.id', '=', sql<OrderId>`any(array${live} || array${cancelled(cancelledSince)})`);
    })
    .execute();
  return rows.map(parseOrder);
}

/** All orders of a guest, newest first. */
export async function listOrderIdsOf(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<OrderId[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest orders of a guest, in the form of the history. */
export async function listNewestOf(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  most: number,
): Promise<ListedOrder[]> {
  const newest = await tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return readListed(
    tx,
    restaurantId,
    newest.map(({ id }) => id),
  );
}

/** Whether an order of the guest is on its way. */
export async function hasLiveOrder(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', liveStatuses)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** Whether a guest has ever ordered; test orders do not count. */
export async function hasOrders(tx: Tx, restaurantId: RestaurantId): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('is_test', '=', false)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** The number of live orders of the outlet. */
export async function countLiveOrders(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('status', 'in', liveStatuses)
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of live orders of all outlets, without test orders. */
export async function countOpenOrders(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('status', 'in', liveStatuses)
    .where('is_test', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Notes that a printer has confirmed the order's ticket. No screen is told: it is read with the order. */
export async function markPrinted(tx: Tx, restaurantId: RestaurantId, id: OrderId, at: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ printed_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
}

/** Locks the order against other changes until this transaction ends. */
export async function lockOrder(tx: Tx, restaurantId: RestaurantId, id: OrderId): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

function wholeOrders(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_lines as line')
          .selectAll('line')
          .select((eb) =>
            jsonArrayFrom(
              eb
                .selectFrom('order_line_options as option')
                .selectAll('option')
                .whereRef('option.restaurant_id', '=', 'line.restaurant_id')
                .whereRef('option.order_id', '=', 'line.order_id')
                .whereRef('option.line_number', '=', 'line.line_number')
                .orderBy('option.position'),
            ).as('options'),
          )
          .whereRef('line.restaurant_id', '=', 'orders.restaurant_id')
          .whereRef('line.order_id', '=', 'orders.id')
          .orderBy('line.line_number'),
      ).as('lines'),
      jsonArrayFrom(
        eb
          .selectFrom('order_status_changes as change')
          .selectAll('change')
          .whereRef('change.restaurant_id', '=', 'orders.restaurant_id')
          .whereRef('change.order_id', '=', 'orders.id')
          .orderBy('change.version'),
      ).as('history'),
      jsonArrayFrom(
        eb
          .selectFrom('order_changes as asked')
          .selectAll('asked')
          .whereRef('asked.restaurant_id', '=', 'orders.restaurant_id')
          .whereRef('asked.order_id', '=', 'orders.id')
          .orderBy('asked.number'),
      ).as('changes'),
      jsonArrayFrom(
        eb
          .selectFrom('deliveries as delivery')
          .selectAll('delivery')
          .select((photos) =>
            photos
              .exists(
                photos
                  .selectFrom('delivery_photos as photo')
                  .select('photo.delivery_id')
                  .whereRef('photo.restaurant_id', '=', 'delivery.restaurant_id')
                  .whereRef('photo.delivery_id', '=', 'delivery.id'),
              )
              .$castTo<boolean>()
              .as('has_photo'),
          )
          .whereRef('delivery.restaurant_id', '=', 'orders.restaurant_id')
          .whereRef('delivery.order_id', '=', 'orders.id')
          .orderBy('delivery.taken_at')
          .orderBy('delivery.id'),
      ).as('deliveries'),
      jsonObjectFrom(
        eb
          .selectFrom('order_problems as problem')
          .selectAll('problem')
          .whereRef('problem.restaurant_id', '=', 'orders.restaurant_id')
          .whereRef('problem.order_id', '=', 'orders.id'),
      ).as('problem'),
    ])
    .where('orders.restaurant_id', '=', restaurantId)
    .orderBy('orders.placed_at', 'desc')
    .orderBy('orders.id', 'desc');
}

type WholeOrder = Awaited<ReturnType<ReturnType<typeof wholeOrders>['execute']>>[number];

/** Restores the instants, which JSON has as text. */
function parseOrder(row: WholeOrder): StoredOrder {
  return {
    ...row,
    lines: row.lines.map((line) => ({
      ...line,
      made_at: instantOf(line.made_at),
      recalled_at: instantOf(line.recalled_at),
    })),
    history: row.history.map((change) => ({ ...change, changed_at: new Date(change.changed_at) })),
    changes: row.changes.map((change) => ({
      ...change,
      proposed_at: new Date(change.proposed_at),
      answer_by: new Date(change.answer_by),
      ended_at: instantOf(change.ended_at),
    })),
    deliveries: row.deliveries.map((delivery) => ({
      ...delivery,
      taken_at: new Date(delivery.taken_at),
      left_at: instantOf(delivery.left_at),
      ended_at: instantOf(delivery.ended_at),
    })),
    problem: row.problem && {
      ...row.problem,
      reported_at: new Date(row.problem.reported_at),
      voucher_until: instantOf(row.problem.voucher_until),
      answered_at: instantOf(row.problem.answered_at),
    },
  };
}

function instantOf(text: Date | string | null): Date | null {
  return text === null ? null : new Date(text);
}
