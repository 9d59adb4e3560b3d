import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/base/enumerations.ts';
import { addMoney, type MinorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { countsAsOnline, paidAtTables } from '#server/modules/payments/paid-at-table.ts';
import type { Scope } from './scope.ts';
import { isOfOutlet } from './sums-of-orders.ts';

/** The part of sales that is not of the method that was chosen when ordering. */
interface PaidOtherwise {
  chosen: 'cash' | 'card';
  orders: number;
  total: MinorUnits;
  tax: MinorUnits;
  tips: MinorUnits;
  discounts: MinorUnits;
}

interface MethodFigures {
  paymentMethod: PaymentMethod;
  orders: number;
  net: MinorUnits;
  tax: MinorUnits;
  deliveryFees: MinorUnits;
  tips: MinorUnits;
  total: MinorUnits;
  discounts: MinorUnits;
}

/**
 * The parts that guests at tables have paid online of orders that were to be paid in cash or by card. VAT and discounts go with the money, in
 * proportion; an order counts with the method that half of it was paid by.
 */
export async function readPaidOtherwise(tx: Tx, { restaurantId, from, to, outletId }: Scope): Promise<PaidOtherwise[]> {
  const part = sql`(online.amount - online.tip)::numeric / nullif(o.total_minor - coalesce(o.tip_minor, 0), 0)`;
  const { rows } = await sql<PaidOtherwise>`
    select o.payment_method as chosen, count(*) filter (where ${countsAsOnline(sql`online.amount`)})::int as orders,
      sum(online.amount)::bigint as total, coalesce(sum(round(o.tax_minor * ${part})), 0)::bigint as tax, sum(online.tip)::bigint as tips,
      coalesce(sum(round(o.discount_minor * ${part})), 0)::bigint as discounts
    from (${paidAtTables(restaurantId)}) as online
    join orders as o on o.restaurant_id = ${restaurantId} and o.id = online.order_id
    where o.placed_on between ${from}::date and ${to}::date and ${isOfOutlet(outletId)}
      and not o.is_test and o.status <> 'Cancelled' and o.payment_method in ('cash', 'card') group by 1`.execute(tx);
  return rows;
}

/** The figures by the method that was chosen, as figures by the method that money came in by. Their sum stays. */
export function moveToOnline(chosen: readonly MethodFigures[], moves: readonly PaidOtherwise[]): MethodFigures[] {
  const online: MethodFigures = chosen.find(({ paymentMethod }) => paymentMethod === 'online at table') ?? {
    paymentMethod: 'online at table',
    orders: 0,
    net: ZERO,
    tax: ZERO,
    deliveryFees: ZERO,
    tips: ZERO,
    total: ZERO,
    discounts: ZERO,
  };
  const others = chosen.filter(({ paymentMethod }) => paymentMethod !== 'online at table');
  const left = others.map((figures) => {
    const move = moves.find((one) => figures.paymentMethod === `${one.chosen} at table`);
    return move === undefined ? figures : withPart(figures, move, subtractMoney, -1);
  });
  const paid = moves.reduce((sum, move) => withPart(sum, move, addMoney, 1), online);
  return [...left, paid].filter(({ orders, total }) => orders !== 0 || total !== 0);
}

function withPart(
  figures: MethodFigures,
  { orders, total, tax, tips, discounts }: PaidOtherwise,
  change: (one: MinorUnits, other: MinorUnits) => MinorUnits,
  sign: 1 | -1,
): MethodFigures {
  return {
    ...figures,
    orders: figures.orders + sign * orders,
    net: change(figures.net, subtractMoney(total, addMoney(tax, tips))),
    tax: change(figures.tax, tax),
    tips: change(figures.tips, tips),
    total: change(figures.total, total),
    discounts: change(figures.discounts, discounts),
  };
}
