import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import {
  type Currency,
  formatMoney,
  fromMajor,
  type MinorUnits,
  MoneyError,
  subtractMoney,
} from '#contract/base/money.ts';
import { sql } from 'kysely';
import { limits } from '#contract/base/limits.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { openChange } from '#contract/ordering/changed-lines.ts';
import type { WantedLine, WantedOrder } from '#contract/ordering/order-changes.ts';
import { promisedTime } from '#contract/ordering/ready-by.ts';
import type { KeptFacts } from '#server/db/schema/kept-facts.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { openRestaurantGateway } from '#server/modules/payments/gateway-keys.ts';
import { findAccountOfOrder, isPaidAtTable } from '#server/modules/payments/refunds-of-order.ts';
import { lineOf } from '../order-snapshot.ts';
import type { StoredLine, StoredOrder } from '../queries.ts';
import { type ExaminedBasket, examineBasket, toldShortage } from '../quote/examine-basket.ts';
import { type BasketFacts, readBasketFacts } from '../quote/read-basket-facts.ts';
import { movePortions } from './change-portions.ts';
import { priceChange, type UnpricedLine } from './price-change.ts';

/** An order as it stands, and as its guest would get it. */
export interface ChangePlan {
  before: KeptFacts;
  after: KeptFacts;
}

/**
 * Finds what a change would make of an order. Dishes that stay have their price of then, others that of now, and can be had now.
 * @throws the refusals that `contract/ordering/order-changes.ts` declares for preview-change.
 */
export async function planChange(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  order: StoredOrder,
  wanted: Pick<WantedOrder, 'lines' | 'preparationTime'>,
  now: Date,
): Promise<ChangePlan> {
  requireOpen(order, now);
  const lines = await resolveLines(tx, order, wanted.lines, now);
  const before = factsOf(order);
  const after: KeptFacts = { ...priceOf(order, lines), promised_at: promiseOf(order, wanted.preparationTime, now) };
  if (isSame(before, after)) throw new Refusal('order.change_is_none');
  await requireStock(tx, order, after);
  await requirePayable(tx, config, order, after);
  return { before, after };
}

/** An order changes until it is ready, one question at a time. */
function requireOpen({ status, changes }: StoredOrder, now: Date): void {
  if (status !== 'New' && status !== 'Confirmed') throw new Refusal('order.change_too_late', { status });
  if (openChange(asOpenable(changes), now) !== null) throw new Refusal('order.change_open');
  if (changes.length >= limits.changesPerOrderMax) {
    throw new Refusal('order.too_many_changes', { most: limits.changesPerOrderMax });
  }
}

/** A change in the words of the rules that both sides share. */
export function asOpenable(changes: StoredOrder['changes']) {
  return changes.map((change) => ({ ...change, answerBy: change.answer_by }));
}

/** The part of the order that a change can change, as it stands. */
function factsOf(order: StoredOrder): KeptFacts {
  const { subtotal_minor, discount_minor, offers, tax_minor, tip_minor, total_minor, promised_at } = order;
  const lines = order.lines.map(({ total_minor: total, ...line }) => ({ ...keptLine(line), total_minor: total }));
  return {
    lines,
    subtotal_minor,
    discount_minor,
    offers,
    tax_minor,
    tip_minor,
    total_minor,
    promised_at: promised_at?.toISOString() ?? null,
  };
}

function keptLine(line: Omit<StoredLine, 'total_minor'>): UnpricedLine['line'] {
  const { line_number, item_id, name, name_translations, quantity, unit_price_minor, note, guest_name } = line;
  const { allergens, diets } = line;
  const options = line.options.map(({ restaurant_id: _, order_id: __, line_number: ___, ...option }) => option);
  const dish = { line_number, item_id, name, name_translations, quantity, unit_price_minor, note, guest_name };
  return { ...dish, allergens, diets, options };
}

async function resolveLines(
  tx: Tx,
  order: StoredOrder,
  wanted: readonly WantedLine[],
  now: Date,
): Promise<UnpricedLine[]> {
  const named = wanted.flatMap(({ lineNumber }) => lineNumber ?? []);
  const known = order.lines.map(({ line_number }) => line_number);
  if (new Set(named).size < named.length || named.some((number) => !known.includes(number))) {
    throw new Refusal('order.line_not_found');
  }
  const dishes = wanted.flatMap(({ dish, quantity }) => (dish === undefined ? [] : [{ ...dish, quantity }]));
  const examined = dishes.length === 0 ? [] : await examineDishes(tx, order, wanted, dishes, now);
  const free = newNumbers(order, named, wanted.length - named.length);
  const lines = wanted.map(({ lineNumber, quantity, dish }): UnpricedLine => {
    const from = lineNumber === undefined ? null : known.indexOf(lineNumber);
    const former = from === null ? null : order.lines[from]!;
    if (dish === undefined) return { line: { ...keptLine(former!), quantity }, from };
    const number = lineNumber ?? free.shift()!;
    const line = lineOf(order.restaurant_id, order.id, number, examined.shift()!, order.total_minor);
    // The guest's note on the former dish may not be true of this one.
    return { line: { ...keptLine(line), guest_name: former?.guest_name ?? '' }, from };
  });
  // Shares of offers are in the order of the lines, which are read by number.
  return lines.toSorted((one, other) => one.line.line_number - other.line.line_number);
}

/**
 * Numbers for new lines: above all that the order has or had, so that nobody takes one of them for a line of before. Where these run out,
 * those of lines that an earlier change took off, then those of lines that this one takes off. Of both the highest come first: the bill of
 * a table knows by number which phone chose a line, and the lines that were ordered there have the lowest. There are enough, because an
 * order has no more lines than numbers.
 * @param staying the numbers of lines that stay, or whose place another dish takes.
 */
function newNumbers({ lines, changes }: StoredOrder, staying: readonly number[], count: number): number[] {
  const present = lines.map(({ line_number }) => line_number);
  const last = Math.max(...present, ...changes.flatMap(({ before }) => before.lines.map((line) => line.line_number)));
  const all = Array.from({ length: limits.basketLinesMax }, (_, index) => index + 1);
  const former = all.filter((number) => number <= last && !staying.includes(number)).toReversed();
  const numbers = [
    ...all.filter((number) => number > last),
    ...former.filter((number) => !present.includes(number)),
    ...former.filter((number) => present.includes(number)),
  ];
  return numbers.slice(0, count).toSorted((one, other) => one - other);
}

async function examineDishes(
  tx: Tx,
  order: StoredOrder,
  wanted: readonly WantedLine[],
  dishes: readonly (NonNullable<WantedLine['dish']> & { quantity: number })[],
  now: Date,
): Promise<ExaminedBasket['lines']> {
  const basket = { outletId: order.outlet_id, deliveryMode: order.mode, items: [...dishes] };
  const read = await readBasketFacts(tx, order.restaurant_id, basket);
  const staying = wanted.flatMap(({ lineNumber, quantity, dish }) => {
    const line = order.lines.find(({ line_number }) => line_number === lineNumber);
    return dish === undefined && line !== undefined ? [{ ...line, quantity }] : [];
  });
  const facts = withFreed(read, movePortions(order.stock_taken, order.lines, staying).stock);
  const at = order.fires_at !== null && order.fires_at > now ? order.fires_at : now;
  // Its people know which dishes of a menu that has ended the kitchen still makes.
  const { lines, problems } = examineBasket({ ...facts, offers: [], menus: [] }, basket, at);
  // Hours, minimum and address were agreed when the order was placed.
  const problem = problems.find(({ line }) => line !== undefined);
  if (problem !== undefined) throw new Refusal(problem.code, problem.details);
  return lines;
}

/** The portions that the change gives back can be taken by its other lines. */
function withFreed(facts: BasketFacts, moves: ReadonlyMap<ItemId, number>): BasketFacts {
  const freed = <One extends { id: ItemId; quantity: number | null }>(one: One): One => ({
    ...one,
    quantity: one.quantity === null ? null : one.quantity + Math.max(0, -(moves.get(one.id) ?? 0)),
  });
  const items = facts.items.map((item) => ({
    ...freed(item),
    lists: item.lists.map((list) => ({ ...list, modifiers: list.modifiers.map(freed) })),
  }));
  return { ...facts, items };
}

function priceOf(order: StoredOrder, lines: readonly UnpricedLine[]): Omit<KeptFacts, 'promised_at'> {
  try {
    const priced = priceChange(order, lines);
    if (priced.total_minor <= fromMajor(limits.maxPrice, order.currency as Currency)) return priced;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  throw new Refusal('request.invalid', undefined, { lines: fieldProblem('order.total_too_large') });
}

/** The kitchen promises a time when it accepts; until then there is none to change. */
function promiseOf(
  { status, promised_at, fires_at, preparation_minutes }: StoredOrder,
  minutes: number | undefined,
  now: Date,
) {
  if (minutes === undefined || status !== 'Confirmed') return promised_at?.toISOString() ?? null;
  const times = { firesAt: fires_at?.toISOString() ?? null, preparationTime: preparation_minutes };
  return promisedTime(times, now, minutes).toISOString();
}

function isSame(before: KeptFacts, after: KeptFacts): boolean {
  const text = ({ lines, total_minor, promised_at }: KeptFacts) =>
    JSON.stringify([
      lines.map(({ line_number, item_id, quantity, note, options }) => [
        line_number,
        item_id,
        quantity,
        note,
        options.map((option) => [option.modifier_list_id, option.item_id, option.is_half === true]),
      ]),
      total_minor,
      promised_at,
    ]);
  return text(before) === text(after);
}

/** Portions are taken when the guest agrees; asking for what is not there would be asking in vain. */
async function requireStock(tx: Tx, order: StoredOrder, after: KeptFacts): Promise<void> {
  const needed = [...movePortions(order.stock_taken, order.lines, after.lines).stock].filter(([, more]) => more > 0);
  if (needed.length === 0) return;
  const rows = await tx
    .selectFrom('items')
    .leftJoin('item_outlet_quantities as counts', (join) =>
      join
        .onRef('counts.restaurant_id', '=', 'items.restaurant_id')
        .onRef('counts.item_id', '=', 'items.id')
        .on('counts.outlet_id', '=', order.outlet_id),
    )
    .select(['items.id', 'items.name'])
    .select(sql<number | null>`least(items.quantity, counts.quantity)`.as('quantity'))
    .where('items.restaurant_id', '=', order.restaurant_id)
    .where(
      'items.id',
      'in',
      needed.map(([id]) => id),
    )
    .execute();
  const more = new Map(needed);
  const short = rows.find(({ id, quantity }) => quantity !== null && quantity < more.get(id)!);
  if (short !== undefined) throw new Refusal('order.sold_out', toldShortage(short.name, short.quantity!));
}

/** Money that was taken online can go back, and no more can be taken. Guests at a table pay by line. */
async function requirePayable(
  tx: Tx,
  config: Deps['config'],
  order: StoredOrder,
  { total_minor: total }: KeptFacts,
): Promise<void> {
  const currency = order.currency as Currency;
  if (order.payment_method === 'online') {
    if (total > order.total_minor) {
      throw new Refusal('order.change_costs_more', { paid: formatMoney(order.total_minor, currency, 'en') });
    }
    const less = subtractMoney(order.total_minor, total);
    const account = less > 0 ? await findAccountOfOrder(tx, order.restaurant_id, order.id) : null;
    if (account !== null && !openRestaurantGateway(account, config).canMove(less, currency)) {
      throw new Refusal('order.change_not_refundable', { amount: formatMoney(less, currency, 'en') });
    }
  }
  await requireUnpaidAtTable(tx, order.restaurant_id, order);
  requireNoCourierWithMoney(order, total);
}

/**
 * Courier companies are told once what their courier takes at the door.
 * @throws order.change_with_courier
 */
export function requireNoCourierWithMoney(order: StoredOrder, total: MinorUnits): void {
  const { deliveries = [], payment_method, total_minor, currency } = order;
  if (payment_method === 'online' || total === total_minor) return;
  if (deliveries.some(({ company_id, ended_at }) => company_id !== null && ended_at === null)) {
    throw new Refusal('order.change_with_courier', { total: formatMoney(total_minor, currency as Currency, 'en') });
  }
}

/** @throws order.change_paid_at_table */
export async function requireUnpaidAtTable(tx: Tx, restaurantId: RestaurantId, order: StoredOrder): Promise<void> {
  if (order.mode === 'dine-in' && (await isPaidAtTable(tx, restaurantId, order.id))) {
    throw new Refusal('order.change_paid_at_table');
  }
}
