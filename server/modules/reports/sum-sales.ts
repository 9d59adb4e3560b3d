import { sql } from 'kysely';
import type { Channel, PaymentMethod, Mode } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits, minorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { channelOf } from '#server/modules/ordering/history/history-filters.ts';
import { isInScope, type Scope } from './scope.ts';

/**
 * Sums of orders that were not cancelled. `net`, `tax` and `deliveryFees` add up to `total`, for each order and so for
 * all.
 */
export interface Figures {
  orders: number;
  net: MinorUnits;
  tax: MinorUnits;
  deliveryFees: MinorUnits;
  total: MinorUnits;
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

/** The key of a group: one column of each row is set, none for the total. */
interface Group {
  day: string | null;
  hour: number | null;
  outlet_id: OutletId | null;
  type: Mode | null;
  payment: PaymentMethod | null;
  platform: string | null;
  tax_rate_bp: number | null;
}
type Row = Group & {
  orders: number;
  subtotal: MinorUnits;
  tax: MinorUnits;
  fees: MinorUnits;
  total: MinorUnits;
  at_work: number;
};

/** The sums of the orders, grouped in every way of the report. */
export async function sumSales(tx: Tx, scope: Scope): Promise<Sales> {
  const [rows, ended, names] = await Promise.all([sumByAll(tx, scope), sumEnded(tx, scope), outletNames(tx, scope)]);
  const by = <Key extends keyof Group>(key: Key) =>
    rows.flatMap((row) => (row[key] === null ? [] : [{ key: row[key], figures: figuresOf(row) }]));
  // There is no row at all without orders.
  const all = rows.find((row) => isTotal(row));
  return {
    total: all === undefined ? noFigures : figuresOf(all),
    subtotal: all?.subtotal ?? ZERO,
    atWork: all?.at_work ?? 0,
    ...ended,
    days: by('day')
      .map(({ key, figures }) => ({ day: key, ...figures }))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    hours: by('hour')
      .map(({ key, figures }) => ({ hour: key, ...figures }))
      .toSorted((one, other) => one.hour - other.hour),
    outlets: largestFirst(
      by('outlet_id').map(({ key, figures }) => ({ outletId: key, name: names.get(key) ?? '', ...figures })),
    ),
    types: largestFirst(by('type').map(({ key, figures }) => ({ type: key, ...figures }))),
    payments: largestFirst(by('payment').map(({ key, figures }) => ({ paymentMethod: key, ...figures }))),
    channels: largestFirst(byChannel(by('platform'))),
    tax: by('tax_rate_bp')
      .map(({ key, figures }) => ({ taxRateBp: key, ...figures }))
      .toSorted((one, other) => other.taxRateBp - one.taxRateBp),
  };
}

/** Groups by day and all keys first, because most orders differ in nothing else, and then in every single way. */
async function sumByAll(tx: Tx, scope: Scope): Promise<Row[]> {
  const isSold = sql`${isInScope(scope)} and o.status <> 'Cancelled'`;
  const { rows } = await sql<Row>`
    with alike as (
      select o.placed_hour as hour, o.outlet_id, o.mode as type, ${payment} as payment, o.platform, o.tax_rate_bp, ${sums}
      from orders as o where ${isSold} group by 1, 2, 3, 4, 5, 6
    )
    select null::date as day, hour, outlet_id, type, payment, platform, tax_rate_bp, sum(orders)::int as orders,
      sum(subtotal)::bigint as subtotal, sum(tax)::bigint as tax, sum(fees)::bigint as fees, sum(total)::bigint as total,
      sum(at_work)::int as at_work
    from alike group by grouping sets ((hour), (outlet_id), (type), (payment), (platform), (tax_rate_bp), ())
    having count(*) > 0
    union all
    select o.placed_on, null, null, null, null, null, null, ${sums} from orders as o where ${isSold} group by 1`.execute(
    tx,
  );
  return rows;
}

const payment = sql`o.payment_method || case o.mode when 'delivery' then ' on delivery' when 'dine-in' then ' at table' else ' on pickup' end`;
const sums = sql`count(*)::int as orders, sum(o.subtotal_minor)::bigint as subtotal, sum(o.tax_minor)::bigint as tax,
  coalesce(sum(o.delivery_fee_minor), 0)::bigint as fees, sum(o.total_minor)::bigint as total,
  count(*) filter (where o.status <> 'Completed')::int as at_work`;

function isTotal({ day, hour, outlet_id, type, payment, platform, tax_rate_bp }: Group): boolean {
  return [day, hour, outlet_id, type, payment, platform, tax_rate_bp].every((key) => key === null);
}

async function sumEnded(tx: Tx, scope: Scope): Promise<Pick<Sales, 'rejected' | 'cancelled'>> {
  const { rows } = await sql<Ended & { is_rejected: boolean }>`
    select o.accepted_at is null as is_rejected, count(*)::int as orders, sum(o.total_minor)::bigint as total
    from orders as o where ${isInScope(scope)} and o.status = 'Cancelled' group by 1`.execute(tx);
  const find = (isRejected: boolean) => {
    const { orders = 0, total = ZERO } = rows.find(({ is_rejected }) => is_rejected === isRejected) ?? {};
    return { orders, total };
  };
  return { rejected: find(true), cancelled: find(false) };
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

const noFigures: Figures = { orders: 0, net: ZERO, tax: ZERO, deliveryFees: ZERO, total: ZERO };

/** Net is the total without fee and VAT, whether VAT is included in the dishes or added. */
function figuresOf({ orders, tax, fees, total }: Row): Figures {
  const net = subtractMoney(subtractMoney(minorUnits(total), minorUnits(fees)), minorUnits(tax));
  return { orders, net, tax: minorUnits(tax), deliveryFees: minorUnits(fees), total: minorUnits(total) };
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
      total: addMoney(known.total, figures.total),
    });
  }
  return [...sums].map(([channel, figures]) => ({ channel, ...figures }));
}

function largestFirst<Entry extends Figures>(entries: Entry[]): Entry[] {
  return entries.toSorted((one, other) => other.total - one.total || other.orders - one.orders);
}
