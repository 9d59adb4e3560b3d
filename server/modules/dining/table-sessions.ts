/**
 * Who shares a basket at a table. A sitting is over when staff clear the table, when the table has another code or is gone, and
 * when nothing was chosen for hours: the next party begins its own. Whoever writes locks the sitting first, before anything else.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RestaurantId, SittingId, TableId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import { type SharedLine, sittingLimits } from '#contract/dining/table-sessions.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getTable, type TableRow } from './queries.ts';

export type SittingRow = NonNullable<Awaited<ReturnType<typeof findSitting>>>;
export type SeatRow = Awaited<ReturnType<typeof listSeats>>[number];

/** A phone at a table, as it says who it is. */
export interface SeatClaim {
  sitting: SittingId;
  seat: string;
}

/** Sits the phone down at the table; one that sits there already stays. @throws Refusal table.full. */
export async function joinSitting(tx: Tx, restaurantId: RestaurantId, table: TableRow, key: string, at: Date) {
  const sitting = await beginSitting(tx, restaurantId, table, at);
  const seats = await listSeats(tx, restaurantId, sitting.id);
  if (!seats.some((seat) => isOf(seat, key))) {
    const most = sittingLimits.seatsMax;
    if (seats.length >= most) throw new Refusal('table.full', { most });
    const number = seats.length + 1;
    await tx
      .insertInto('sitting_seats')
      .values({
        restaurant_id: restaurantId,
        sitting_id: sitting.id,
        number,
        key_hash: hashOf(key),
        name: nameOf(number),
      })
      .execute();
  }
  // What is in the basket is as it was: whoever orders just now may.
  await tx
    .updateTable('sittings')
    .set({ active_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', sitting.id)
    .execute();
  return sitting.id;
}

/** The sitting of the table, locked; a new one where there is none, or where that of before is over. */
async function beginSitting(tx: Tx, restaurantId: RestaurantId, table: TableRow, at: Date): Promise<SittingRow> {
  const ofTable = () =>
    tx.selectFrom('sittings').select('id').where('restaurant_id', '=', restaurantId).where('table_id', '=', table.id);
  const before = await ofTable().forUpdate().executeTakeFirst();
  const present = before && (await findSitting(tx, restaurantId, before.id, at));
  if (present) return present;
  await tx
    .deleteFrom('sittings')
    .where('restaurant_id', '=', restaurantId)
    .where('table_id', '=', table.id)
    .where('id', '=', before?.id ?? null)
    .execute();
  await tx
    .insertInto('sittings')
    .values({
      restaurant_id: restaurantId,
      id: newId<SittingId>(),
      outlet_id: table.outlet_id,
      table_id: table.id,
      code_version: table.code_version,
      began_at: at,
      active_at: at,
    })
    // Another phone of the party was faster.
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'table_id']).doNothing())
    .execute();
  const { id } = await ofTable().forUpdate().executeTakeFirstOrThrow();
  const begun = await findSitting(tx, restaurantId, id, at);
  // The table was given another code while the guest sat down.
  if (begun === null) throw new Refusal('table.code_invalid');
  return begun;
}

/** null when it is over. */
export async function findSitting(tx: Tx, restaurantId: RestaurantId, id: SittingId, at: Date) {
  const sitting = await selectSittings(tx, restaurantId, at).where('s.id', '=', id).executeTakeFirst();
  return sitting ?? null;
}

/** Those that go on. */
function selectSittings(tx: Tx, restaurantId: RestaurantId, at: Date) {
  return tx
    .selectFrom('sittings as s')
    .innerJoin('dining_tables as t', (join) =>
      join
        .onRef('t.restaurant_id', '=', 's.restaurant_id')
        .onRef('t.id', '=', 's.table_id')
        .onRef('t.code_version', '=', 's.code_version')
        .on('t.deleted_at', 'is', null),
    )
    .innerJoin('outlets as o', (join) =>
      join
        .onRef('o.restaurant_id', '=', 's.restaurant_id')
        .onRef('o.id', '=', 's.outlet_id')
        .on('o.deleted_at', 'is', null),
    )
    .select(['s.id', 's.table_id', 's.version', 's.rounds', 's.began_at'])
    .where('s.restaurant_id', '=', restaurantId)
    .where('s.active_at', '>', idleSince(at));
}

export function listSeats(tx: Tx, restaurantId: RestaurantId, id: SittingId) {
  return tx
    .selectFrom('sitting_seats')
    .select(['number', 'key_hash', 'name', 'lines', 'taken'])
    .where('restaurant_id', '=', restaurantId)
    .where('sitting_id', '=', id)
    .orderBy('number')
    .execute();
}

/** @throws Refusal table.sitting_over, also for a key that nobody of the sitting has. */
export async function getSeat(tx: Tx, restaurantId: RestaurantId, claim: SeatClaim, at: Date) {
  const sitting = await findSitting(tx, restaurantId, claim.sitting, at);
  const seats = sitting === null ? [] : await listSeats(tx, restaurantId, sitting.id);
  const you = seats.find((seat) => isOf(seat, claim.seat));
  if (sitting === null || you === undefined) throw new Refusal('table.sitting_over');
  return { sitting, seats, you };
}

/** The same, with the sitting held until the transaction ends. @throws Refusal table.sitting_over. */
export async function lockSeat(tx: Tx, restaurantId: RestaurantId, claim: SeatClaim, at: Date) {
  await tx
    .selectFrom('sittings')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', claim.sitting)
    .forUpdate()
    .execute();
  return getSeat(tx, restaurantId, claim, at);
}

/**
 * Puts the lines of a phone in place of those that it had. What was ordered before does not come back, however late this arrives.
 * @throws Refusal table.sitting_over, table.basket_full.
 */
export async function shareLines(
  tx: Tx,
  restaurantId: RestaurantId,
  claim: SeatClaim,
  shared: { lines: readonly SharedLine[]; name?: string | undefined },
  at: Date,
): Promise<void> {
  const { sitting, seats, you } = await lockSeat(tx, restaurantId, claim, at);
  const lines = shared.lines.filter(({ id }) => !you.taken.includes(id));
  const name = shared.name ?? you.name;
  if (name === you.name && JSON.stringify(lines) === JSON.stringify(you.lines.map(inOrder))) return;
  const others = seats.reduce((sum, seat) => sum + (seat.number === you.number ? 0 : seat.lines.length), 0);
  const most = limits.basketLinesMax;
  if (lines.length > you.lines.length && others + lines.length > most) throw new Refusal('table.basket_full', { most });
  await tx
    .updateTable('sitting_seats')
    .set({ lines: JSON.stringify(lines), name })
    .where('restaurant_id', '=', restaurantId)
    .where('sitting_id', '=', sitting.id)
    .where('number', '=', you.number)
    .execute();
  await markChanged(tx, restaurantId, sitting.id, at);
}

/**
 * Takes the lines of another phone off the basket; that phone hears it and has them no more. Asked twice it is done once.
 * @throws Refusal table.sitting_over.
 */
export async function removeLines(
  tx: Tx,
  restaurantId: RestaurantId,
  claim: SeatClaim,
  guest: number,
  at: Date,
): Promise<void> {
  const { sitting, seats } = await lockSeat(tx, restaurantId, claim, at);
  if (!seats.some(({ number, lines }) => number === guest && lines.length > 0)) return;
  await emptySeats(tx, restaurantId, sitting.id, guest);
  await markChanged(tx, restaurantId, sitting.id, at);
}

/** So many ids of lines that are gone are remembered for a phone: more than it sends late. */
const mostTaken = 200;

/** Of all phones, or of one: their lines are gone, and do not come back with a request that is late. */
export async function emptySeats(tx: Tx, restaurantId: RestaurantId, id: SittingId, number?: number): Promise<void> {
  const seats = tx.updateTable('sitting_seats').where('restaurant_id', '=', restaurantId).where('sitting_id', '=', id);
  await (number === undefined ? seats : seats.where('number', '=', number))
    .set({
      lines: '[]',
      // The newest first, so that the oldest are forgotten.
      taken: sql`(select coalesce(jsonb_agg(id order by place), '[]') from (
        select value as id, ordinality as place
        from jsonb_array_elements(jsonb_path_query_array(lines, '$[*].id') || taken) with ordinality
        order by ordinality limit ${mostTaken}) as newest)`,
    })
    .execute();
}

/** jsonb keeps the keys in an order of its own. */
function inOrder({ id, itemId, selections, quantity, note }: SharedLine): SharedLine {
  const lists = selections.map(({ modifierListId, modifierIds }) => ({ modifierListId, modifierIds }));
  return { id, itemId, selections: lists, quantity, note };
}

/** Who has seen the basket before has seen another. */
export async function markChanged(tx: Tx, restaurantId: RestaurantId, id: SittingId, at: Date): Promise<void> {
  await tx
    .updateTable('sittings')
    .set({ version: sql<number>`version + 1`, active_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
}

/** Tables with guests. */
export async function listSittings(tx: Tx, restaurantId: RestaurantId, at: Date) {
  const rows = await selectSittings(tx, restaurantId, at)
    .select((eb) =>
      eb
        .selectFrom('sitting_seats as seat')
        .whereRef('seat.restaurant_id', '=', 's.restaurant_id')
        .whereRef('seat.sitting_id', '=', 's.id')
        .select((count) => count.fn.countAll<number>().as('guests'))
        .as('guests'),
    )
    .orderBy('s.began_at')
    .limit(limits.listMax)
    .execute();
  return rows.map((row) => ({ tableId: row.table_id, guests: row.guests ?? 0, since: row.began_at.toISOString() }));
}

/** @throws Refusal request.not_found. */
export async function clearTable(tx: Tx, restaurantId: RestaurantId, id: TableId): Promise<void> {
  await getTable(tx, restaurantId, id);
  await tx.deleteFrom('sittings').where('restaurant_id', '=', restaurantId).where('table_id', '=', id).execute();
}

/** Names of guests are not kept longer than they sit. */
export async function removeIdleSittings(db: Db, now: Date): Promise<void> {
  await platformTransaction(db, 'clean-up', (tx) =>
    tx.deleteFrom('sittings').where('active_at', '<=', idleSince(now)).execute(),
  );
}

function idleSince(at: Date): Date {
  return new Date(at.getTime() - sittingLimits.idleHours * 60 * MINUTE);
}

/** Until the guest says another. The kitchen reads it. */
function nameOf(number: number): string {
  return `Guest ${number}`;
}

export function isNamed({ number, name }: SeatRow): boolean {
  return name !== nameOf(number);
}

function isOf({ key_hash: hash }: SeatRow, key: string): boolean {
  return hash.equals(hashOf(key));
}

/** The key is 128 random bits: nothing needs to slow down who would guess it. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
