import { sql } from 'kysely';
import type { PlannedMinutes } from '#contract/ordering/capacity/plan-minutes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { codeOf } from '#server/db/unavailable.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  isMenuChanged,
  stockMovesSql,
  type Shortage,
  type StockMoves,
  stockTakenSql,
} from '#server/modules/menu/inventory/move-stock.ts';
import { minutesSql } from '../capacity/take-minutes.ts';
import { claimKeySql, findFirstOrder, type OrderKey } from './idempotency-keys.ts';
import type { OfferUse } from '../offers/take-offers.ts';
import type { OpenOrdersLimit } from './open-orders.ts';
import { MenuChanged } from './menu-changed.ts';
import { toldShortage } from '../quote/examine-basket.ts';
import { changeColumns, lineColumns, optionColumns, orderColumns } from '../order-columns.ts';
import type { StoredChange, StoredOrder } from '../queries.ts';

/** Facts that are known only while the order is being written. */
export type WriteTimeFacts = Pick<
  StoredOrder,
  'order_number' | 'order_prefix' | 'stock_taken' | 'customer_name' | 'customer_phone'
>;
export type UnwrittenOrder = Omit<StoredOrder, keyof WriteTimeFacts>;

/** A person of the restaurant who places a test order. */
interface TestOrderPlacer {
  name: string;
  phone: string;
}

/** The terms on which the statement writes the order. */
interface WriteTerms {
  stock: StockMoves;
  /** Null: whatever has become of the menu, the order is as it was agreed (`holdOrder`). */
  menuVersion: number | null;
  /** Null counts nothing. */
  limit: OpenOrdersLimit | null;
  /** Null: the order has no offers, or has used them already. */
  offers: OfferUse | null;
  /** The quarters that it is made in, of a mode with a limit; without them it takes none, or has them already. */
  minutes?: readonly PlannedMinutes[];
  /** Portions that were taken for the order before. */
  held?: StoredOrder['stock_taken'];
}

interface WriteOutcome {
  isOverLimit: boolean;
  isSpent: boolean;
  isCurrent: boolean;
  isClaimed: boolean;
  shortage: Shortage | null;
  given: WriteTimeFacts | null;
}

const none = sql`select where false`;

/** The SQLSTATE of the trigger `refuse_order_of_closed_restaurant`, when the restaurant was closed meanwhile. */
const restaurantClosedState = 'OM001';

/**
 * Claims the key, takes the stock, gives the order its number and writes it with its event, in one statement. `by` is
 * the key of a guest's order, whose name and phone the statement reads, or the person who places a test order, which
 * has no key. Rows are locked in the order guest (`limit`), offers, kitchen, key, items, the outlet's counts of them, outlet, restaurant's counter: the same
 * everywhere, and the lock that most orders want is held shortest. Locking the guest makes an erasure wait for this
 * order, and then find it (R90). The restaurant is shared with everybody but a change of its currency (`lockOrders`).
 * @returns the stored order; the first one where the key was claimed before: nothing is written then.
 * @throws MenuChanged when the menu has another version by now, or an offer is used up.
 * @throws order.too_many_open when too many orders of the guest wait; order.sold_out when there is too little stock by
 * now; auth.required when the guest was erased meanwhile; restaurant.closed when the restaurant was closed.
 */
export async function writeOrder(
  tx: Tx,
  by: OrderKey | TestOrderPlacer,
  order: UnwrittenOrder,
  { stock, menuVersion, limit, offers, minutes = [], held }: WriteTerms,
): Promise<StoredOrder> {
  const { lines, history, changes: _, ...row } = order;
  const { restaurant_id: restaurantId, outlet_id: outletId, customer_id: customerId } = order;
  const isTester = 'phone' in by;
  const claiming = isTester ? sql`claimed as (select from current)` : claimKeySql(by, order.placed_at);
  const orderer = isTester
    ? sql`(select ${by.name}::text as name, ${by.phone}::text as phone)`
    : sql`(select name, coalesce(phone, '') as phone from customers where restaurant_id = ${restaurantId} and id = ${customerId} for key share)`;
  const { rows } = await sql<WriteOutcome>`
    with current as (
      select from restaurants where id = ${restaurantId} and menu_version = coalesce(${menuVersion}, menu_version) for key share
    ),
    ${claiming},
    surplus as (${limit?.surplusSql ?? none}),
    spent as (${offers?.spentSql ?? none}),
    ${stockMovesSql({ restaurantId, outletId }, stock, sql`exists (select from claimed)`)},
    numbered as (
      update outlets set last_order_number = last_order_number + 1
      where restaurant_id = ${restaurantId} and id = ${outletId}
        and exists (select from claimed) and not exists (select from shortage)
        and not exists (select from surplus) and not exists (select from spent)
      returning last_order_number as order_number, order_prefix
    ),
    given as (
      select order_number, order_prefix, ${held === undefined ? stockTakenSql : sql`${JSON.stringify(held)}::jsonb`} as stock_taken, name as customer_name, phone as customer_phone
      from numbered cross join ${orderer} as orderer
    ),
    ${offers === null ? sql`` : sql`${offers.usingSql(sql`exists (select from given)`)},`}
    ${minutesSql(order, minutes, sql`exists (select from given)`)}
    placed as (
      insert into orders (${orderColumns})
      select ${orderColumns} from (
        select filled.* from given,
          jsonb_populate_record(null::orders, ${JSON.stringify(row)}::jsonb || to_jsonb(given)) as filled
      ) as filled
      returning id
    ),
    placed_lines as (
      insert into order_lines (${lineColumns})
      select ${lineColumns} from (
        select filled.* from placed, jsonb_populate_recordset(null::order_lines, ${JSON.stringify(lines)}::jsonb) as filled
      ) as filled
    ),
    placed_options as (
      insert into order_line_options (${optionColumns})
      select ${optionColumns} from (
        select filled.* from placed, jsonb_populate_recordset(null::order_line_options,
          ${JSON.stringify(lines.flatMap(({ options }) => options))}::jsonb) as filled
      ) as filled
    ),
    begun_history as (
      insert into order_status_changes (${changeColumns})
      select ${changeColumns} from (
        select filled.* from given, jsonb_populate_record(null::order_status_changes,
          jsonb_build_object('actor_name', customer_name) || ${JSON.stringify(placerOf(history[0]!))}::jsonb) as filled
      ) as filled
    ),
    facts (position, type, order_id, customer_id, data) as (
      select 1, 'order.placed', id, ${customerId}::uuid, '{}'::jsonb from placed
      union all
      select 2, 'catalogue.changed', null, null, '{}' from placed where ${isMenuChanged}
    ),
    ${appendingFacts(restaurantId, order.placed_at)}
    select
      exists (select from current) as "isCurrent",
      exists (select from claimed) as "isClaimed",
      exists (select from surplus) as "isOverLimit",
      exists (select from spent) as "isSpent",
      (select json_build_object('item', item, 'left', "left") from shortage limit 1) as shortage,
      (select to_json(given) from given where exists (select from told)) as given`
    .execute(tx)
    .catch(async (error: unknown) => {
      await limit?.locked;
      await offers?.locked;
      throw codeOf(error) === restaurantClosedState ? new Refusal('restaurant.closed') : error;
    });
  const { isCurrent, isClaimed, isOverLimit, isSpent, shortage, given } = rows[0]!;
  if (!isCurrent) throw new MenuChanged();
  if (!isClaimed) return firstOrder(tx, by);
  if (isOverLimit) throw new Refusal('order.too_many_open', { outlet: order.outlet_name });
  // Its facts are old: read anew, they have one offer less, and the guest is asked about the other total.
  if (isSpent) throw new MenuChanged();
  if (shortage !== null) throw new Refusal('order.sold_out', toldShortage(shortage.item, shortage.left));
  // Only the guest can be missing: erased while the order was on its way.
  if (given === null && !isTester) throw new Refusal('auth.required');
  if (given === null) throw new Error('The outlet or the counter of the restaurant is gone');
  wakeOnCommit(tx, restaurantId);
  return storedOrder(order, given);
}

/** The placer with a name keeps it; the guest's is read as the order is written. */
function placerOf({ actor_name: name, ...placed }: StoredChange): Omit<StoredChange, 'actor_name'> | StoredChange {
  return name === '' ? placed : { ...placed, actor_name: name };
}

/** The order with what it was given as it was written. */
export function storedOrder(order: UnwrittenOrder, given: WriteTimeFacts): StoredOrder {
  const [placed] = order.history;
  return { ...order, ...given, history: [{ ...placed!, actor_name: placed!.actor_name || given.customer_name }] };
}

async function firstOrder(tx: Tx, by: OrderKey | TestOrderPlacer): Promise<StoredOrder> {
  const first = 'phone' in by ? null : await findFirstOrder(tx, by);
  if (first === null) throw new Error('A key was claimed before and is not there');
  return first;
}
