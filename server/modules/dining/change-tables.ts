import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { DiningAreaId, OutletId, RestaurantId, TableId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { reserveTableNumbers } from '#server/modules/restaurants/table-numbers.ts';
import { lockOutlet, requireOutlet } from '#server/modules/outlets/queries.ts';
import { getTable, listTablesById, requireArea, type TableRow } from './queries.ts';

/**
 * Adds tables after the existing ones, all of them or none.
 * @throws request.not_found, table.name_taken, table.too_many
 */
export async function addTables(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  { names, areaId = null }: { names: readonly string[]; areaId?: DiningAreaId | null },
  at: Date,
): Promise<TableRow[]> {
  if ((await lockOutlet(tx, restaurantId, outletId)) === null) throw new Refusal('request.not_found');
  if (areaId !== null) await requireArea(tx, restaurantId, outletId, areaId);
  await requireNewNames(tx, restaurantId, outletId, names);
  await requireRoom(tx, restaurantId, outletId, names.length);
  const position = await lastPosition(tx, restaurantId, outletId);
  const number = await reserveTableNumbers(tx, restaurantId, names.length);
  const ids = names.map(() => newId<TableId>());
  await tx
    .insertInto('dining_tables')
    .values(
      names.map((name, index) => ({
        restaurant_id: restaurantId,
        id: ids[index]!,
        outlet_id: outletId,
        area_id: areaId,
        name,
        number: number + index + 1,
        coded_at: at,
        position: position + index + 1,
        created_at: at,
        deleted_at: null,
      })),
    )
    .execute();
  const added = await listTablesById(tx, restaurantId, ids);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return added;
}

/** @throws request.not_found, table.name_taken */
export async function changeTable(
  tx: Tx,
  restaurantId: RestaurantId,
  id: TableId,
  { name, areaId }: { name?: string | undefined; areaId?: DiningAreaId | null | undefined },
  at: Date,
): Promise<TableRow> {
  const table = await getTable(tx, restaurantId, id);
  await requireOutlet(tx, restaurantId, table.outlet_id, 'merchant');
  if (areaId) await requireArea(tx, restaurantId, table.outlet_id, areaId);
  const changes = { ...(name === undefined ? {} : { name }), ...(areaId === undefined ? {} : { area_id: areaId }) };
  await updateTable(tx, restaurantId, id, { ...changes, deleted_at: null }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(name ?? table.name) : error;
  });
  return returnTable(tx, restaurantId, id, at);
}

/**
 * Gives a table a new code; the old code is void from the commit on.
 * @throws request.not_found
 */
export async function renewTableCode(tx: Tx, restaurantId: RestaurantId, id: TableId, at: Date): Promise<TableRow> {
  const table = await getTable(tx, restaurantId, id);
  await requireOutlet(tx, restaurantId, table.outlet_id, 'merchant');
  await updateTable(tx, restaurantId, id, { code_version: sql<number>`code_version + 1`, coded_at: at });
  return returnTable(tx, restaurantId, id, at);
}

/** @throws request.not_found */
export async function deleteTable(tx: Tx, restaurantId: RestaurantId, id: TableId, at: Date): Promise<void> {
  const table = await getTable(tx, restaurantId, id);
  await requireOutlet(tx, restaurantId, table.outlet_id, 'merchant');
  await updateTable(tx, restaurantId, id, { deleted_at: at });
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId: table.outlet_id } }, at);
}

/**
 * Brings a deleted table back; a table that is not deleted stays as it is.
 * @throws request.not_found, table.restore_conflict when another table has its name by now, table.too_many
 */
export async function restoreTable(tx: Tx, restaurantId: RestaurantId, id: TableId, at: Date): Promise<TableRow> {
  const found = await tx
    .selectFrom('dining_tables')
    .select(['outlet_id', 'name', 'deleted_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined || (await lockOutlet(tx, restaurantId, found.outlet_id)) === null) {
    throw new Refusal('request.not_found');
  }
  if (found.deleted_at !== null) {
    await requireRoom(tx, restaurantId, found.outlet_id, 1);
    await tx
      .updateTable('dining_tables')
      .set({ deleted_at: null })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? new Refusal('table.restore_conflict', { name: found.name }) : error;
      });
  }
  return returnTable(tx, restaurantId, id, at);
}

/**
 * Puts tables and areas in the order of the lists.
 * @throws request.not_found for one that is not the outlet's.
 */
export async function arrangeTables(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  { tables = [], areas = [] }: { tables?: readonly TableId[]; areas?: readonly DiningAreaId[] },
  at: Date,
): Promise<void> {
  if ((await lockOutlet(tx, restaurantId, outletId)) === null) throw new Refusal('request.not_found');
  for (const [table, ids] of [['dining_tables', tables] as const, ['dining_areas', areas] as const]) {
    const named = [...new Set<string>(ids)];
    if (named.length === 0) continue;
    const { rows } = await sql<{ known: number }>`
      with ordered as (
        select id, row_number() over (order by array_position(${named}::uuid[], id) nulls last, position, id) as place
        from ${sql.table(table)} where restaurant_id = ${restaurantId} and outlet_id = ${outletId} and deleted_at is null
      ),
      moved as (
        update ${sql.table(table)} as t set position = ordered.place from ordered
        where t.restaurant_id = ${restaurantId} and t.id = ordered.id and t.position <> ordered.place
      )
      select count(*)::int as known from ordered where id = any(${named}::uuid[])`.execute(tx);
    if (rows[0]!.known < named.length) throw new Refusal('request.not_found');
  }
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
}

/** @throws request.not_found also when the table was deleted while this change waited for another one. */
async function updateTable(tx: Tx, restaurantId: RestaurantId, id: TableId, changes: object): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('dining_tables')
    .set(changes)
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('request.not_found');
}

async function returnTable(tx: Tx, restaurantId: RestaurantId, id: TableId, at: Date): Promise<TableRow> {
  const table = await getTable(tx, restaurantId, id);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId: table.outlet_id } }, at);
  return table;
}

function nameTaken(name: string): Refusal {
  return new Refusal('table.name_taken', { name }, { name: fieldProblem('table.name_taken') });
}

/** Needs the outlet's lock. */
async function requireNewNames(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  names: readonly string[],
): Promise<void> {
  const repeated = names.find((name, index) =>
    names.slice(0, index).some((one) => one.toLowerCase() === name.toLowerCase()),
  );
  if (repeated !== undefined) throw nameTaken(repeated);
  const known = await tx
    .selectFrom('dining_tables')
    .select('name')
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(name) in (select lower(one) from unnest(${names}::text[]) as one)`)
    .executeTakeFirst();
  if (known !== undefined) throw nameTaken(known.name);
}

async function requireRoom(tx: Tx, restaurantId: RestaurantId, outletId: OutletId, more: number): Promise<void> {
  const most = limits.tablesPerOutletMax;
  const { count } = await tx
    .selectFrom('dining_tables')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count + more > most) throw new Refusal('table.too_many', { most });
}

/** The last position in the outlet, including deleted tables. */
async function lastPosition(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<number> {
  const { position } = await tx
    .selectFrom('dining_tables')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .executeTakeFirstOrThrow();
  return position ?? -1;
}
