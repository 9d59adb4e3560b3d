/** The money of the days: what came in at the door and online, and what went back or was kept by the gateway. */
import { type RawBuilder, sql } from 'kysely';
import { type MoneyKind, moneyKinds } from '#contract/base/enumerations.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { addMoney, type MinorUnits, minorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { paidAtTables } from '#server/modules/payments/paid-at-table.ts';
import type { Scope } from './scope.ts';
import { findSummedDays } from './summed-days.ts';
import { isOfOutlet, keptSums, sumsOfOrders } from './sums-of-orders.ts';

export type Money = Record<MoneyKind, MinorUnits>;

export interface Payments {
  total: Money;
  days: (Money & { day: string })[];
  isTest: boolean;
  unknownFees: number;
}

interface PaymentOfFigure {
  order_id: OrderId;
  order_number: number;
  order_prefix: string;
  at: Date;
  time_zone: string;
  amount: MinorUnits;
}

/**
 * The parts of amounts that are in these days: what was paid, and the tip in it, which stands apart. Both inner queries have the days
 * of each outlet's clock.
 */
function partsOf({ from, to }: Scope, amounts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select day, part.kind, order_id, order_number, order_prefix, at, time_zone, is_test, payment_id, part.amount
    from (${amounts}) as money
    cross join lateral (values (money.kind, money.amount - money.tip), ('tips', money.tip)) as part (kind, amount)
    where part.amount <> 0 and day between ${from}::date and ${to}::date`;
}

/** Without the parts that guests at tables have paid online: nobody pays them at the door. */
function paidAtDoor(scope: Scope): RawBuilder<unknown> {
  const { restaurantId, from, to, outletId } = scope;
  return sql`
    select o.placed_on as day, o.payment_method as kind, o.id as order_id, o.order_number, o.order_prefix, o.placed_at as at,
      o.outlet_time_zone as time_zone, false as is_test, o.total_minor - coalesce(online.amount, 0) as amount,
      coalesce(o.tip_minor, 0) - coalesce(online.tip, 0) as tip, null::uuid as payment_id
    from orders as o left join (${paidAtTables(restaurantId)}) as online on online.order_id = o.id
    where o.restaurant_id = ${restaurantId} and o.placed_on between ${from}::date and ${to}::date and ${isOfOutlet(outletId)}
      and not o.is_test and o.status <> 'Cancelled' and o.payment_method in ('cash', 'card')`;
}

/** The movements are read with a day more on each side, because of the zones. */
function movedOnline({ restaurantId, from, to, outletId }: Scope): RawBuilder<unknown> {
  const ofOutlet = outletId === null ? sql`true` : sql`o.outlet_id = ${outletId}::uuid`;
  return sql`
    select (m.at at time zone o.outlet_time_zone)::date as day,
      case m.kind when 'captured' then 'online' when 'refunded' then 'refunds' else 'fees' end as kind, o.id as order_id, o.order_number,
      o.order_prefix, m.at, o.outlet_time_zone as time_zone, p.is_test, m.amount_minor as amount,
      case m.kind when 'captured' then coalesce(m.tip_minor, least(coalesce(o.tip_minor, 0), m.amount_minor)) else 0 end as tip,
      m.payment_id
    from payment_movements as m
    join payments as p on p.restaurant_id = m.restaurant_id and p.id = m.payment_id
    join orders as o on o.restaurant_id = p.restaurant_id and o.id = coalesce(m.order_id, p.order_id)
    where m.restaurant_id = ${restaurantId} and m.kind in ('captured', 'refunded', 'fee') and ${ofOutlet}
      and m.at >= ${from}::date - interval '1 day' and m.at < ${to}::date + interval '2 days'`;
}

/**
 * Amounts that staff gave back by hand for problems with orders (decision 100), on the day of the answer. An order that was cancelled after
 * its answer is in no figure, as in those of the door. The answers are read with a day more on each side, because of the zones.
 */
function givenBackByHand({ restaurantId, from, to, outletId }: Scope): RawBuilder<unknown> {
  const ofOutlet = outletId === null ? sql`true` : sql`o.outlet_id = ${outletId}::uuid`;
  return sql`
    select (problem.answered_at at time zone o.outlet_time_zone)::date as day, 'refunds' as kind, o.id as order_id, o.order_number,
      o.order_prefix, problem.answered_at as at, o.outlet_time_zone as time_zone, false as is_test, problem.amount_minor as amount, 0 as tip,
      null::uuid as payment_id
    from order_problems as problem
    join orders as o on o.restaurant_id = problem.restaurant_id and o.id = problem.order_id
    where problem.restaurant_id = ${restaurantId} and problem.is_by_hand and ${ofOutlet} and not o.is_test and o.status <> 'Cancelled'
      and problem.answered_at >= ${from}::date - interval '1 day' and problem.answered_at < ${to}::date + interval '2 days'`;
}

interface Sum {
  day: string;
  kind: MoneyKind;
  amount: MinorUnits;
  is_test: boolean;
}

export async function sumPayments(tx: Tx, scope: Scope): Promise<Payments> {
  const amounts = partsOf(scope, sql`${movedOnline(scope)} union all ${givenBackByHand(scope)}`);
  const { rows: moved } = await sql<Sum>`
    select day::text, kind, sum(amount)::bigint as amount, bool_or(is_test) as is_test
    from (${amounts}) as amounts group by 1, 2`.execute(tx);
  const sums = [...moved, ...(await sumAtDoor(tx, scope))];
  const days = new Map<string, Money>();
  const total = nothing();
  for (const { day, kind, amount } of sums.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const ofDay = days.get(day) ?? nothing();
    ofDay[kind] = addMoney(ofDay[kind], amount);
    total[kind] = addMoney(total[kind], amount);
    days.set(day, ofDay);
  }
  return {
    total,
    days: [...days].map(([day, ofDay]) => ({ ...ofDay, day })),
    isTest: moved.some(({ is_test }) => is_test),
    unknownFees: await countUnknownFees(tx, scope),
  };
}

/** The kept sums where there are any: a year of orders is long to add up. */
async function sumAtDoor(tx: Tx, scope: Scope): Promise<Sum[]> {
  const { allDays, orders } = await findSummedDays(tx, scope);
  const { rows } = await sql<{ day: string; method: 'cash' | 'card'; amount: MinorUnits; tips: MinorUnits }>`
    select starts_on::text as day, split_part(value, ' ', 1) as method, sum(total_minor - tips_minor)::bigint as amount,
      sum(tips_minor)::bigint as tips
    from (${keptSums(scope)('day', ['payment'], allDays)} union all ${sumsOfOrders(orders)}) as sums
    where grouped_by = 'payment' and split_part(value, ' ', 1) in ('cash', 'card') group by 1, 2
    union all
    select o.placed_on::text, o.payment_method, -sum(online.amount - online.tip)::bigint, -sum(online.tip)::bigint
    from (${paidAtTables(scope.restaurantId)}) as online
    join orders as o on o.restaurant_id = ${scope.restaurantId} and o.id = online.order_id
    where o.placed_on between ${scope.from}::date and ${scope.to}::date and ${isOfOutlet(scope.outletId)}
      and not o.is_test and o.status <> 'Cancelled' and o.payment_method in ('cash', 'card') group by 1, 2`.execute(tx);
  const sums = rows.flatMap(({ day, method, amount, tips }): Sum[] => [
    { day, kind: method, amount, is_test: false },
    { day, kind: 'tips', amount: tips, is_test: false },
  ]);
  return sums.filter(({ amount }) => amount !== 0);
}

/** Payments whose money came in these days, and whose fee nobody knows. */
async function countUnknownFees(tx: Tx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct online.payment_id)::int as count from (${partsOf(scope, movedOnline(scope))}) as online
    where online.kind = 'online' and not exists (
      select from payment_movements as m
      where m.restaurant_id = ${scope.restaurantId} and m.payment_id = online.payment_id and m.kind = 'fee')`.execute(
    tx,
  );
  return rows[0]!.count;
}

/** The amounts that a figure is the sum of, the newest first. */
export async function listPaymentsOfFigure(
  tx: Tx,
  scope: Scope,
  kind: MoneyKind,
): Promise<{ total: number; payments: PaymentOfFigure[] }> {
  const all = sql`${paidAtDoor(scope)} union all ${movedOnline(scope)} union all ${givenBackByHand(scope)}`;
  const { rows } = await sql<PaymentOfFigure & { total: number }>`
    select order_id, order_number, order_prefix, at, time_zone, amount, count(*) over ()::int as total
    from (${partsOf(scope, all)}) as amounts
    where kind = ${kind}
    order by at desc, order_id limit ${limits.listMax}`.execute(tx);
  return { total: rows[0]?.total ?? 0, payments: rows };
}

export function leftOf({ cash, card, online, tips, refunds, fees }: Money): MinorUnits {
  return minorUnits(cash + card + online + tips - refunds - fees);
}

function nothing(): Money {
  return Object.fromEntries(moneyKinds.map((kind) => [kind, minorUnits(0)])) as Money;
}
