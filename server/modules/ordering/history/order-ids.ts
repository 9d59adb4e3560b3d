/** Parts of ids, looked for in the texts of each day's ids (decision 57). */
import { sql } from 'kysely';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The length of an id, and its place in a text, with the space behind it. */
const idLength = 36;
const placeLength = 37;

/** Writes the texts of these days anew, from the orders that have ended; for whoever keeps the sums of the reports. */
export async function keepIds(tx: Tx, restaurantId: RestaurantId, days: readonly string[]): Promise<void> {
  const isOfDays = sql`restaurant_id = ${restaurantId} and placed_on = any(${days}::date[])`;
  await sql`delete from order_ids where ${isOfDays}`.execute(tx);
  await sql`
    insert into order_ids
    select restaurant_id, placed_on, outlet_id, count(*), string_agg(id || ' ', '' order by id)
    from orders where ${isOfDays} and status in ('Completed', 'Cancelled') and not is_test group by 1, 2, 3`.execute(
    tx,
  );
}

/**
 * The ids that begin with a text, among all orders, and those that contain it, among the `newest`, in whole days; null
 * when there are more than `most`. Needs one snapshot. Test orders are found only where `areTests`.
 */
export async function findIdsWith(
  tx: Tx,
  restaurantId: RestaurantId,
  part: string,
  { areTests, newest, most }: { areTests: boolean; newest: number; most: number },
): Promise<OrderId[] | null> {
  const { summedTo, changed } = await findSummed(tx, restaurantId);
  const found = new Set<OrderId>();
  const [texts, single] = await Promise.all([
    areTests ? [] : findTexts(tx, restaurantId, part, newest, changed),
    findSingle(tx, restaurantId, part, { areTests, newest, most, summedTo, changed }),
  ]);
  for (const id of single) found.add(id);
  for (const text of texts) {
    for (let at = text.indexOf(part); at !== -1 && found.size <= most;) {
      const start = at - (at % placeLength);
      found.add(text.slice(start, start + idLength) as OrderId);
      at = text.indexOf(part, start + placeLength);
    }
  }
  return found.size > most ? null : [...found];
}

interface Summed {
  summedTo: string;
  changed: string[];
}

async function findSummed(tx: Tx, restaurantId: RestaurantId): Promise<Summed> {
  const { rows } = await sql<Summed>`
    select summed_to::text as "summedTo", array(
      select distinct placed_on::text from report_changes where restaurant_id = ${restaurantId} and placed_on <= summed_to
    ) as changed
    from report_progress where restaurant_id = ${restaurantId}`.execute(tx);
  return rows[0] ?? { summedTo: '-infinity', changed: [] };
}

async function findTexts(
  tx: Tx,
  restaurantId: RestaurantId,
  part: string,
  newest: number,
  changed: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ ids: string }>`
    select ids from (
      select ids, placed_on, sum(orders) over (order by placed_on desc, outlet_id rows unbounded preceding) - orders as newer
      from order_ids where restaurant_id = ${restaurantId}
    ) as counted
    where newer < ${newest} and placed_on <> all(${changed}::date[]) and position(${part} in ids) > 0`.execute(tx);
  return rows.map(({ ids }) => ids);
}

/** Ids of all orders that begin with the searched part, and ids that are in no text yet and contain it. */
async function findSingle(
  tx: Tx,
  restaurantId: RestaurantId,
  part: string,
  { areTests, newest, most, summedTo, changed }: Summed & { areTests: boolean; newest: number; most: number },
): Promise<OrderId[]> {
  const [first, last] = [part + lowest.slice(part.length), part + highest.slice(part.length)];
  const isBeginning = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(first)
    ? sql`id between ${first}::uuid and ${last}::uuid`
    : sql`false`;
  const newestFirst = sql`order by placed_on desc, placed_at desc, id desc limit ${newest}`;
  const inNoText = areTests
    ? sql`(select id from orders where restaurant_id = ${restaurantId} and is_test ${newestFirst})`
    : sql`
      (select id from orders where restaurant_id = ${restaurantId} and placed_on > ${summedTo}::date ${newestFirst})
      union all
      select id from orders where restaurant_id = ${restaurantId} and placed_on = any(${changed}::date[])
      union all
      select id from orders where restaurant_id = ${restaurantId} and status in ('New', 'Confirmed', 'Ready')
        and placed_on <= ${summedTo}::date`;
  const { rows } = await sql<{ id: OrderId }>`
    (select id from orders where restaurant_id = ${restaurantId} and ${isBeginning} limit ${most + 1})
    union
    (select id from (${inNoText}) as single where id::text like ${`%${part}%`} limit ${most + 1})`.execute(tx);
  return rows.map(({ id }) => id);
}

const lowest = '00000000-0000-0000-0000-000000000000';
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
