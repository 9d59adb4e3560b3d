import { sql } from 'kysely';
import type { PaymentState } from '#contract/base/enumerations.ts';
import type { OrderId, PaymentId, RestaurantId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ParticipantRow, TableSessionRow } from '#server/modules/dining/table-sessions.ts';
import { listOrdersById, type StoredLine, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { shareOrder, sharePortions, type LineShare } from './share-order.ts';

/** Nothing is to be paid for what is free. */
type BillState = 'open' | 'paying' | 'paid';

export interface BilledLine extends LineShare {
  line: StoredLine;
  /** The number of the phone that chose it; null where nobody knows. */
  chosenBy: number | null;
  /** One for each of its quantity; their shares add up to those of the line. */
  portions: (LineShare & { state: BillState })[];
}

/** Portions of a line that somebody pays. */
export interface ChosenLine extends LineShare {
  billed: BilledLine;
  /** Counted from 0. */
  portions: readonly number[];
}

interface BilledOrder {
  order: StoredOrder;
  lines: BilledLine[];
}

/** The orders of a table that were not cancelled, in the sequence in which they were sent, each line with what it costs. */
export async function listBilledOrders(
  tx: Tx,
  restaurantId: RestaurantId,
  { submitted_orders: submitted }: Pick<TableSessionRow, 'submitted_orders'>,
): Promise<BilledOrder[]> {
  const ids = submitted.map(({ orderId }) => orderId);
  if (ids.length === 0) return [];
  const orders = await listOrdersById(tx, restaurantId, ids);
  const taken = await listTakenLines(tx, restaurantId, ids);
  return submitted.flatMap(({ orderId, chosenBy }) => {
    const order = orders.find(({ id }) => id === orderId);
    if (order === undefined || order.status === 'Cancelled') return [];
    const shares = sharesOf(order);
    const lines = order.lines.map((line, index): BilledLine => {
      const by = taken.filter((one) => one.order_id === orderId && one.line_number === line.line_number);
      const share = shares[index]!;
      const portions = sharePortions(share, line.quantity).map((portion, place) => {
        const payment = by.find((one) => one.portions === null || one.portions.includes(place));
        return { ...portion, state: stateOfPortion(portion, payment?.state) };
      });
      // By number and not by place: a change may have taken lines off, and those that it added are nobody's.
      return { ...share, line, chosenBy: chosenBy?.[line.line_number - 1] ?? null, portions };
    });
    return [{ order, lines }];
  });
}

function stateOfPortion({ amount }: LineShare, payment: PaymentState | undefined): BillState {
  if (payment === undefined) return amount === 0 ? 'paid' : 'open';
  return payment === 'begun' ? 'paying' : 'paid';
}

/** The state of a line: open while any portion is open, then paying, then paid. */
export function stateOfLine({ portions }: Pick<BilledLine, 'portions'>): BillState {
  const states = portions.map(({ state }) => state);
  return states.includes('open') ? 'open' : states.includes('paying') ? 'paying' : 'paid';
}

/** The portions of a line, each once. Null where one of them is not open. */
export function choosePortions(billed: BilledLine, portions: readonly number[]): ChosenLine | null {
  const places = [...new Set(portions)].toSorted((one, other) => one - other);
  const areOpen = places.length > 0 && places.every((place) => billed.portions[place]?.state === 'open');
  return areOpen ? choose(billed, places) : null;
}

/** The line whole, with portions that cost nothing. Null where one that costs something is not open, or none does. */
export function chooseWhole(billed: BilledLine): ChosenLine | null {
  const priced = billed.portions.filter(({ amount }) => amount !== 0);
  const areOpen = priced.length > 0 && priced.every(({ state }) => state === 'open');
  return areOpen ? choose(billed, [...billed.portions.keys()]) : null;
}

function choose(billed: BilledLine, places: readonly number[]): ChosenLine {
  const sum = (part: keyof LineShare) => addMoney(...places.map((place) => billed.portions[place]![part]));
  return { billed, portions: places, amount: sum('amount'), tax: sum('tax'), tip: sum('tip') };
}

function sharesOf({ lines, offers, tax_minor, tax_inclusive, tip_minor }: StoredOrder): LineShare[] {
  return shareOrder({
    lines: lines.map(({ total_minor }) => total_minor),
    // An offer for the delivery takes nothing off lines.
    discounts: (offers ?? []).map(({ shares }) => shares).filter((shares) => shares.length === lines.length),
    tax: tax_minor,
    isTaxIncluded: tax_inclusive,
    tip: tip_minor ?? ZERO,
  });
}

/** The lines, or portions of them, that somebody has paid or is paying. */
function listTakenLines(tx: Tx, restaurantId: RestaurantId, orderIds: readonly OrderId[]) {
  return tx
    .selectFrom('payment_lines as l')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.restaurant_id', '=', 'l.restaurant_id').onRef('p.id', '=', 'l.payment_id'),
    )
    .select(['l.order_id', 'l.line_number', 'l.portions', 'p.state'])
    .where('l.restaurant_id', '=', restaurantId)
    .where('l.order_id', '=', sql<OrderId>`any(${orderIds}::uuid[])`)
    .where('p.state', 'in', ['begun', 'authorised', 'captured'])
    .execute();
}

/** Nobody moves the orders until the end of this transaction: who cancels one later finds the payment of it. */
export async function holdOrders(tx: Tx, restaurantId: RestaurantId, ids: readonly OrderId[]): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', sql<OrderId>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute();
}

/** The payment that a phone has begun and not made. */
export async function findBegunOf(
  tx: Tx,
  restaurantId: RestaurantId,
  { id }: Pick<TableSessionRow, 'id'>,
  { number }: Pick<ParticipantRow, 'number'>,
) {
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('table_session_id', '=', id)
    .where('participant', '=', number)
    .where('state', '=', 'begun')
    .executeTakeFirst();
  return payment ?? null;
}

/** How many payments the phone has given up since then, without those whose page the gateway did not open. */
export async function countLapsed(
  tx: Tx,
  restaurantId: RestaurantId,
  { id }: Pick<TableSessionRow, 'id'>,
  { number }: Pick<ParticipantRow, 'number'>,
  since: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('table_session_id', '=', id)
    .where('participant', '=', number)
    .where('state', '=', 'lapsed')
    .where('gateway_id', 'is not', null)
    .where('begun_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function writeLines(
  tx: Tx,
  { restaurant_id, id }: { restaurant_id: RestaurantId; id: PaymentId },
  lines: readonly { chosen: ChosenLine; tip: MinorUnits }[],
): Promise<void> {
  await tx
    .insertInto('payment_lines')
    .values(
      lines.map(({ chosen: { billed, portions, amount, tip: orderTip }, tip }) => ({
        restaurant_id,
        payment_id: id,
        order_id: billed.line.order_id,
        line_number: billed.line.line_number,
        amount_minor: amount,
        order_tip_minor: orderTip,
        tip_minor: tip,
        portions: portions.length === billed.portions.length ? null : [...portions],
      })),
    )
    .execute();
}

export function sumOf(lines: readonly Pick<LineShare, 'amount'>[]): MinorUnits {
  return addMoney(...lines.map(({ amount }) => amount));
}
