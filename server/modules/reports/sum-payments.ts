/** The money of the days: what came in at the door and online, and what went back or was kept by the gateway. */
import { type RawBuilder, sql } from 'kysely';
import { type MoneyKind, moneyKinds } from '#contract/base/enumerations.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type MinorUnits, minorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Scope } from './scope.ts';

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
 * A row for each amount: its day, kind and order. A tip is part of an order's total, and stands apart from what it was paid with. The
 * movements are read with a day more on each side, because the days are those of each outlet's clock.
 */
function amountsOf({ restaurantId, from, to, outletId }: Scope): RawBuilder<unknown> {
  const ofOutlet = outletId === null ? sql`true` : sql`o.outlet_id = ${outletId}::uuid`;
  return sql`
    select day, part.kind, order_id, order_number, order_prefix, at, time_zone, is_test, part.amount
    from (
      select o.placed_on as day, o.payment_method as kind, o.id as order_id, o.order_number, o.order_prefix, o.placed_at as at,
        o.outlet_time_zone as time_zone, false as is_test, o.total_minor as amount, coalesce(o.tip_minor, 0) as tip
      from orders as o
      where o.restaurant_id = ${restaurantId} and o.placed_on between ${from}::date and ${to}::date and ${ofOutlet}
        and not o.is_test and o.status <> 'Cancelled' and o.payment_method in ('cash', 'card')
      union all
      select (m.at at time zone o.outlet_time_zone)::date,
        case m.kind when 'captured' then 'online' when 'refunded' then 'refunds' else 'fees' end, o.id, o.order_number, o.order_prefix,
        m.at, o.outlet_time_zone, p.is_test, m.amount_minor,
        case m.kind when 'captured' then least(coalesce(o.tip_minor, 0), m.amount_minor) else 0 end
      from payment_movements as m
      join payments as p on p.restaurant_id = m.restaurant_id and p.id = m.payment_id
      join orders as o on o.restaurant_id = p.restaurant_id and o.id = p.order_id
      where m.restaurant_id = ${restaurantId} and m.kind in ('captured', 'refunded', 'fee') and ${ofOutlet}
        and m.at >= ${from}::date - interval '1 day' and m.at < ${to}::date + interval '2 days'
    ) as money
    cross join lateral (values (money.kind, money.amount - money.tip), ('tips', money.tip)) as part (kind, amount)
    where part.amount <> 0 and day between ${from}::date and ${to}::date`;
}

export async function sumPayments(tx: Tx, scope: Scope): Promise<Payments> {
  const { rows } = await sql<{ day: string; kind: MoneyKind; amount: MinorUnits; is_test: boolean }>`
    select day::text, kind, sum(amount)::bigint as amount, bool_or(is_test) as is_test
    from (${amountsOf(scope)}) as amounts group by 1, 2 order by 1`.execute(tx);
  const days = new Map<string, Money>();
  const total = nothing();
  for (const { day, kind, amount } of rows) {
    const sums = days.get(day) ?? nothing();
    sums[kind] = minorUnits(sums[kind] + amount);
    total[kind] = minorUnits(total[kind] + amount);
    days.set(day, sums);
  }
  return {
    total,
    days: [...days].map(([day, sums]) => ({ ...sums, day })),
    isTest: rows.some(({ is_test }) => is_test),
    unknownFees: await countUnknownFees(tx, scope),
  };
}

/** Payments whose money came in these days, and whose fee nobody knows. */
async function countUnknownFees(tx: Tx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct online.order_id)::int as count from (${amountsOf(scope)}) as online
    where online.kind = 'online' and not exists (
      select from payments as p join payment_movements as m on m.restaurant_id = p.restaurant_id and m.payment_id = p.id
      where p.restaurant_id = ${scope.restaurantId} and p.order_id = online.order_id and m.kind = 'fee')`.execute(tx);
  return rows[0]!.count;
}

/** The amounts that a figure is the sum of, the newest first. */
export async function listPaymentsOfFigure(
  tx: Tx,
  scope: Scope,
  kind: MoneyKind,
): Promise<{ total: number; payments: PaymentOfFigure[] }> {
  const { rows } = await sql<PaymentOfFigure & { total: number }>`
    select order_id, order_number, order_prefix, at, time_zone, amount, count(*) over ()::int as total
    from (${amountsOf(scope)}) as amounts where kind = ${kind}
    order by at desc, order_id limit ${limits.listMax}`.execute(tx);
  return { total: rows[0]?.total ?? 0, payments: rows };
}

export function leftOf({ cash, card, online, tips, refunds, fees }: Money): MinorUnits {
  return minorUnits(cash + card + online + tips - refunds - fees);
}

function nothing(): Money {
  return Object.fromEntries(moneyKinds.map((kind) => [kind, minorUnits(0)])) as Money;
}
