import { sql } from 'kysely';
import type { Channel, PaymentMethod, Mode } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits, minorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { channelOf } from '#server/modules/ordering/history/history-filters.ts';
import { moveToOnline, readPaidOtherwise } from './paid-otherwise.ts';
import type { Scope } from './scope.ts';
import { findSummedDays, type SummedDays } from './summed-days.ts';
import { type EndedGroup, endedGroups, keptSums, type SoldGroup, soldGroups, sumsOfOrders } from './sums-of-orders.ts';

/**
 * Sums of orders that were not cancelled. `net`, `tax`, `deliveryFees` and `tips` add up to `total`, for each order
 * and so for all.
 */
export interface Figures {
  orders: number;
  net: MinorUnits;
  tax: MinorUnits;
  deliveryFees: MinorUnits;
  tips: MinorUnits;
  total: MinorUnits;
  /** Taken off before `net`. */
  discounts: MinorUnits;
}

export interface Sales {
  total: Figures;
  subtotal: MinorUnits;
  atWork: number;
  rejected: Ended;
  cancelled: Ended;
  /** Each in its natural order: days and hours by time, all others by their total. */
  days: (Figures & { day: string })[];
  hours: (Figures & { hour: number })[];
  outlets: (Figures & { outletId: OutletId; name: string })[];
  types: (Figures & { type: Mode })[];
  payments: (Figures & { paymentMethod: PaymentMethod })[];
  channels: (Figures & { channel: Channel })[];
  tax: (Figures & { taxRateBp: number })[];
}

interface Ended {
  orders: number;
  total: MinorUnits;
}

interface Row {
  grouped_by: 'day' | SoldGroup | EndedGroup;
  /** The sums of all orders have neither a day nor an outlet, as those by outlet have no day. */
  day: string | null;
  outlet_id: OutletId | null;
  value: string | null;
  orders: number;
  subtotal: MinorUnits;
  tax: MinorUnits;
  fees: MinorUnits;
  tips: MinorUnits;
  discounts: MinorUnits;
  total: MinorUnits;
  at_work: number;
}

/** The sums of the orders, grouped in every way of the report. */
export async function sumSales(tx: Tx, scope: Scope): Promise<Sales> {
  const summed = await findSummedDays(tx, scope);
  const [rows, names, paidOtherwise] = await Promise.all([
    readSums(tx, scope, summed),
    outletNames(tx, scope),
    readPaidOtherwise(tx, scope),
  ]);
  const by = (group: SoldGroup) =>
    rows.filter((row) => row.grouped_by === group).map((row) => ({ key: row.value!, figures: figuresOf(row) }));
  const ofDays = rows.filter(({ grouped_by }) => grouped_by === 'day');
  // There is no row at all without orders.
  const all = ofDays.find(({ value }) => value !== null);
  return {
    total: all === undefined ? noFigures : figuresOf(all),
    subtotal: all?.subtotal ?? ZERO,
    atWork: all?.at_work ?? 0,
    rejected: endedOf(rows, 'rejected'),
    cancelled: endedOf(rows, 'cancelled'),
    days: ofDays
      .flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...figuresOf(row) }]))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    hours: by('hour')
      .map(({ key, figures }) => ({ hour: Number(key), ...figures }))
      .toSorted((one, other) => one.hour - other.hour),
    outlets: largestFirst(
      ofDays.flatMap((row) =>
        row.outlet_id === null
          ? []
          : [{ outletId: row.outlet_id, name: names.get(row.outlet_id) ?? '', ...figuresOf(row) }],
      ),
    ),
    types: largestFirst(by('type').map(({ key, figures }) => ({ type: key as Mode, ...figures }))),
    payments: largestFirst(
      moveToOnline(
        by('payment').map(({ key, figures }) => ({ paymentMethod: key as PaymentMethod, ...figures })),
        paidOtherwise,
      ),
    ),
    channels: largestFirst(byChannel(by('platform'))),
    tax: by('tax')
      .map(({ key, figures }) => ({ taxRateBp: Number(key), ...figures }))
      .toSorted((one, other) => other.taxRateBp - one.taxRateBp),
  };
}

/** By value, and the sums of the days also by day and by outlet. */
async function readSums(tx: Tx, scope: Scope, { months, days, allDays, orders }: SummedDays): Promise<Row[]> {
  const kept = keptSums(scope);
  const groups = [...soldGroups, ...endedGroups];
  const { rows } = await sql<Row>`
    select grouped_by, starts_on as day, outlet_id, value, sum(orders)::int as orders, sum(subtotal_minor)::bigint as subtotal,
      sum(tax_minor)::bigint as tax, sum(fees_minor)::bigint as fees, sum(total_minor)::bigint as total,
      sum(tips_minor)::bigint as tips, sum(discounts_minor)::bigint as discounts,
      sum(at_work)::int as at_work
    from (
      ${kept('day', ['day'], allDays)} union all ${kept('day', groups, days)} union all ${kept('month', groups, months)}
      union all ${sumsOfOrders(orders)}
    ) as sums
    group by grouping sets ((grouped_by, value), (grouped_by, starts_on), (grouped_by, outlet_id))
    having value is not null or grouped_by = 'day'`.execute(tx);
  return rows;
}

function endedOf(rows: readonly Row[], group: EndedGroup): Ended {
  const ended = rows.filter(({ grouped_by }) => grouped_by === group);
  return {
    orders: ended.reduce((sum, { orders }) => sum + orders, 0),
    total: ended.reduce((sum, { total }) => addMoney(sum, total), ZERO),
  };
}

/** The present names, including deleted outlets. */
async function outletNames(tx: Tx, { restaurantId }: Scope): Promise<Map<OutletId, string>> {
  const outlets = await tx
    .selectFrom('outlets')
    .select(['id', 'name'])
    .where('restaurant_id', '=', restaurantId)
    .execute();
  return new Map(outlets.map(({ id, name }) => [id, name]));
}

const noFigures: Figures = {
  orders: 0,
  net: ZERO,
  tax: ZERO,
  deliveryFees: ZERO,
  tips: ZERO,
  total: ZERO,
  discounts: ZERO,
};

/** Net is the total without fee, tip and VAT, whether VAT is included in the dishes or added. */
function figuresOf({ orders, tax, fees, tips, discounts, total }: Row): Figures {
  const beside = addMoney(minorUnits(fees), minorUnits(tips), minorUnits(tax));
  return {
    orders,
    net: subtractMoney(minorUnits(total), beside),
    tax: minorUnits(tax),
    deliveryFees: minorUnits(fees),
    tips: minorUnits(tips),
    total: minorUnits(total),
    discounts: minorUnits(discounts),
  };
}

/** Maps the many platforms to the four channels. */
function byChannel(rows: readonly { key: string; figures: Figures }[]): Sales['channels'] {
  const sums = new Map<Channel, Figures>();
  for (const { key, figures } of rows) {
    const channel = channelOf(key);
    const known = sums.get(channel) ?? noFigures;
    sums.set(channel, {
      orders: known.orders + figures.orders,
      net: addMoney(known.net, figures.net),
      tax: addMoney(known.tax, figures.tax),
      deliveryFees: addMoney(known.deliveryFees, figures.deliveryFees),
      tips: addMoney(known.tips, figures.tips),
      total: addMoney(known.total, figures.total),
      discounts: addMoney(known.discounts, figures.discounts),
    });
  }
  return [...sums].map(([channel, figures]) => ({ channel, ...figures }));
}

function largestFirst<Entry extends Figures>(entries: Entry[]): Entry[] {
  return entries.toSorted((one, other) => other.total - one.total || other.orders - one.orders);
}
