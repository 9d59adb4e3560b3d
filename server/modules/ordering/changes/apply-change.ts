import { sql } from 'kysely';
import type { KeptFacts, KeptLine } from '#server/db/schema/kept-facts.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isMenuChanged, type Shortage, stockMovesSql } from '#server/modules/menu/inventory/move-stock.ts';
import { enqueueSettling } from '#server/modules/payments/settling.ts';
import { movePromise, retakeMinutes } from '../capacity/move-minutes.ts';
import { giveUsesBack } from '../offers/take-offers.ts';
import { lineColumns, optionColumns } from '../order-columns.ts';
import type { StoredLine, StoredOrder, StoredOrderChange } from '../queries.ts';
import { undoStamps } from '../stamps/order-stamps.ts';
import { movePortions, type PortionMoves } from './change-portions.ts';
import { writeChangeRows } from './end-changes.ts';

/**
 * Makes the order what the guest has agreed to, in the caller's transaction: lines, figures, portions, offers, stamps, make-minutes and, for
 * an order that was paid online, the money. Whatever an order holds of its lines follows here, and nowhere else. The order is locked; offers, kitchen,
 * items and counter follow, in the same order as when placing. `ended` is the order with the change noted as agreed to.
 * @throws order.sold_out when there is too little by now.
 */
export async function applyChange(
  tx: Tx,
  order: StoredOrder,
  ended: StoredOrder,
  { number, before, after }: StoredOrderChange,
  now: Date,
): Promise<StoredOrder> {
  const { restaurant_id: restaurantId, id: orderId } = order;
  await giveOffersBack(tx, order, after, now);
  const isPromised = after.promised_at !== before.promised_at && order.status === 'Confirmed';
  const promised = isPromised && after.promised_at !== null ? new Date(after.promised_at) : order.promised_at;
  const agreed = changedOrder({ ...ended, promised_at: promised }, after);
  const madeAt = await moveMinutes(tx, order, agreed, now);
  const isLate = promised !== null && madeAt !== null && madeAt > promised;
  const changed = isLate ? { ...agreed, promised_at: madeAt } : agreed;
  await writeChangeRows(tx, order, ended);
  await writeLines(tx, order, changed);
  const taken = await writeOrder(tx, changed, movePortions(order.stock_taken, order.lines, after.lines), now);
  // Money that the gateway took too much of goes back, by the order's total (`refundDue`).
  if (order.payment_method === 'online') {
    await enqueueSettling(tx, restaurantId, { orderId }, { key: `${orderId} change ${number}`, now });
  }
  return { ...changed, stock_taken: taken };
}

/** Offers that take nothing off any more count as not used, and stamps that were used for one are on the card again. */
async function giveOffersBack(tx: Tx, order: StoredOrder, after: KeptFacts, now: Date): Promise<void> {
  const left = new Set((after.offers ?? []).map(({ id }) => id));
  const gone = (order.offers ?? []).filter(({ id }) => !left.has(id));
  if (gone.length === 0) return;
  const { restaurant_id: restaurantId, id: orderId } = order;
  await giveUsesBack(
    tx,
    restaurantId,
    orderId,
    gone.map(({ id }) => id),
  );
  if (gone.some(({ stamps }) => stamps !== undefined)) await undoStamps(tx, restaurantId, orderId, now);
}

/** The kitchen's minutes follow the promise and the dishes. @returns when these are made; null where the kitchen has no limit. */
async function moveMinutes(tx: Tx, before: StoredOrder, after: StoredOrder, now: Date): Promise<Date | null> {
  await movePromise(tx, before, after, now);
  const portions = after.lines.flatMap(({ item_id, quantity, options }) =>
    [item_id, ...options.map((option) => option.item_id)].map((id) => ({ id, quantity })),
  );
  const items = await tx
    .selectFrom('items')
    .select(['id', 'make_minutes'])
    .where('restaurant_id', '=', after.restaurant_id)
    .where('id', 'in', [...new Set(portions.map(({ id }) => id))])
    .execute();
  const minutesOf = new Map(items.map(({ id, make_minutes }) => [id, make_minutes]));
  const makeMinutes = portions.reduce((sum, { id, quantity }) => sum + quantity * (minutesOf.get(id) ?? 0), 0);
  return retakeMinutes(tx, after, makeMinutes, now);
}

function changedOrder(order: StoredOrder, { lines, promised_at: _, ...figures }: KeptFacts): StoredOrder {
  return {
    ...order,
    ...figures,
    lines: lines.map((line) => changedLine(order, line)),
  };
}

/** A dish of which there are no more than before stays made; any other is to be made. */
function changedLine({ restaurant_id, id: order_id, lines }: StoredOrder, kept: KeptLine): StoredLine {
  const former = lines.find(({ line_number }) => line_number === kept.line_number);
  const ofLine = { restaurant_id, order_id, line_number: kept.line_number };
  const options = kept.options.map((option) => ({ ...ofLine, ...option, is_half: option.is_half ?? null }));
  const isLess = former !== undefined && isSameDish(former, kept) && kept.quantity <= former.quantity;
  const { made_at, recalled_at } = isLess ? former : { made_at: null, recalled_at: null };
  return { ...ofLine, ...kept, options, made_at, recalled_at };
}

function isSameDish(former: StoredLine, kept: KeptLine): boolean {
  const dish = ({ item_id, unit_price_minor, note, options }: KeptLine) =>
    JSON.stringify([
      item_id,
      unit_price_minor,
      note,
      options.map((option) => [option.modifier_list_id, option.item_id, option.is_half === true]),
    ]);
  return dish(former) === dish(kept);
}

async function writeLines(tx: Tx, before: StoredOrder, { restaurant_id, id, lines }: StoredOrder): Promise<void> {
  const numbers = before.lines.map(({ line_number }) => line_number);
  await tx
    .deleteFrom('order_lines')
    .where('restaurant_id', '=', restaurant_id)
    .where('order_id', '=', id)
    .where('line_number', 'in', numbers)
    .execute();
  await sql`
    with written as (
      insert into order_lines (${lineColumns})
      select ${lineColumns} from jsonb_populate_recordset(null::order_lines, ${JSON.stringify(lines)}::jsonb)
      returning line_number
    )
    insert into order_line_options (${optionColumns})
    select ${optionColumns} from jsonb_populate_recordset(null::order_line_options,
      ${JSON.stringify(lines.flatMap(({ options }) => options))}::jsonb)
    where line_number in (select line_number from written)`.execute(tx);
}

/** @returns what the order holds of counted portions now. */
async function writeOrder(
  tx: Tx,
  order: StoredOrder,
  { stock, kept }: PortionMoves,
  now: Date,
): Promise<StoredOrder['stock_taken']> {
  const { restaurant_id: restaurantId, outlet_id: outletId, id } = order;
  const { rows } = await sql<{ shortage: Shortage | null; taken: StoredOrder['stock_taken'] | null }>`
    with ${stockMovesSql({ restaurantId, outletId }, stock)},
    changed as (
      update orders set
        subtotal_minor = ${order.subtotal_minor}, discount_minor = ${order.discount_minor}, tax_minor = ${order.tax_minor},
        tip_minor = ${order.tip_minor}, total_minor = ${order.total_minor}, promised_at = ${order.promised_at},
        offers = ${order.offers === null ? null : JSON.stringify(order.offers)}::jsonb,
        stock_taken = ${JSON.stringify(kept)}::jsonb || (
          select coalesce(jsonb_object_agg(id, portions + coalesce((${JSON.stringify(kept)}::jsonb ->> id::text)::int, 0)), '{}')
          from taken where portions > 0)
      where restaurant_id = ${restaurantId} and id = ${id} and not exists (select from shortage)
      returning id, customer_id, stock_taken
    ),
    facts (position, type, order_id, customer_id, data) as (
      select 1, 'order.status_changed', id, customer_id, '{}'::jsonb from changed
      union all
      select 2, 'catalogue.changed', null, null, '{}' from changed where ${isMenuChanged}
    ),
    ${appendingFacts(restaurantId, now)}
    select (select json_build_object('item', item, 'left', "left") from shortage limit 1) as shortage,
      (select stock_taken from changed) as taken`.execute(tx);
  const { shortage, taken } = rows[0]!;
  if (shortage !== null) throw new Refusal('order.sold_out', { ...shortage });
  wakeOnCommit(tx, restaurantId);
  return taken!;
}
