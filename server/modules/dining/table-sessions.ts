/**
 * Table sessions: the phones that share a basket at a table. A session is over when staff clear the table, when the
 * table gets another code or is deleted, some minutes after its last order has ended (and is paid, where guests pay online), and
 * when nothing was chosen for hours: the next party begins a new one. Every write locks the table session before anything else.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OutletId, RestaurantId, TableSessionId, TableId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, minorUnits, toMajor } from '#contract/base/money.ts';
import { MINUTE } from '#contract/base/time.ts';
import { type SharedLine, tableSessionLimits } from '#contract/dining/table-sessions.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getTable } from './queries.ts';

export type TableSessionRow = NonNullable<Awaited<ReturnType<typeof findTableSession>>>;
export type ParticipantRow = Awaited<ReturnType<typeof listParticipants>>[number];

/** The identity that a phone at a table claims. */
export interface ParticipantClaim {
  tableSessionId: TableSessionId;
  participantKey: string;
}

/** Null when the session is over: for a phone that was not in it, some minutes after its last order also where that is not paid. */
export async function findTableSession(
  tx: Tx,
  restaurantId: RestaurantId,
  id: TableSessionId,
  at: Date,
  { isNew = false } = {},
) {
  const tableSession = await selectTableSessions(tx, restaurantId, at, { isNew })
    .where('s.id', '=', id)
    .executeTakeFirst();
  return tableSession ?? null;
}

/** Open table sessions only: those of a party that is still at the table, as far as its choices and orders tell. */
function selectTableSessions(tx: Tx, restaurantId: RestaurantId, at: Date, { isNew = false } = {}) {
  return tx
    .selectFrom('table_sessions as s')
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
    .select(['s.id', 's.outlet_id', 's.table_id', 's.version', 's.submitted_orders', 's.started_at'])
    .where('s.restaurant_id', '=', restaurantId)
    .where('s.last_active_at', '>', idleSince(at))
    .where((eb) =>
      eb.or([
        eb('s.last_active_at', '>', minutesBefore(at, tableSessionLimits.minutesAfterOrders)),
        sql<boolean>`jsonb_array_length(s.submitted_orders) = 0`,
        hasOrderSince(minutesBefore(at, tableSessionLimits.minutesAfterOrders)),
        ...(isNew ? [] : [hasUnpaidOrder]),
      ]),
    );
}

/** Whether guests of the table session `s` can pay online: the restaurant has connected a gateway, and the outlet takes it at tables. */
const takesOnline = sql<boolean>`exists (
  select from restaurants join outlet_modes as m on m.restaurant_id = restaurants.id
  where restaurants.id = s.restaurant_id and online_payment is not null
    and m.outlet_id = s.outlet_id and m.mode = 'dine-in' and m.takes_online)`;

/** Whether guests of the table session `s` can still pay an order of it online. */
const hasUnpaidOrder = sql<boolean>`(
  ${takesOnline}
  and exists (
    select from jsonb_array_elements(s.submitted_orders) as submitted
    join orders as sent on sent.restaurant_id = s.restaurant_id and sent.id = (submitted->>'orderId')::uuid
    where sent.status <> 'Cancelled' and sent.total_minor > (
      select coalesce(sum(l.amount_minor), 0)
      from payment_lines as l join payments as p on p.restaurant_id = l.restaurant_id and p.id = l.payment_id
      where l.restaurant_id = sent.restaurant_id and l.order_id = sent.id and p.state in ('authorised', 'captured'))))`;

/** Whether an order of the table session `s` is still under way, or changed its status after `since`. */
export function hasOrderSince(since: Date) {
  return sql<boolean>`exists (
    select from jsonb_array_elements(s.submitted_orders) as submitted
    join orders as sent on sent.restaurant_id = s.restaurant_id and sent.id = (submitted->>'orderId')::uuid
    where sent.status in ('New', 'Confirmed', 'Ready') or sent.status_changed_at > ${since})`;
}

export function minutesBefore(at: Date, minutes: number): Date {
  return new Date(at.getTime() - minutes * MINUTE);
}

export function listParticipants(tx: Tx, restaurantId: RestaurantId, id: TableSessionId) {
  return tx
    .selectFrom('table_participants')
    .select(['number', 'key_hash', 'name', 'lines', 'removed_line_ids', 'active_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('table_session_id', '=', id)
    .orderBy('number')
    .execute();
}

/** @throws table.session_over, also for a key that no participant has. */
export async function getParticipant(tx: Tx, restaurantId: RestaurantId, claim: ParticipantClaim, at: Date) {
  const tableSession = await findTableSession(tx, restaurantId, claim.tableSessionId, at);
  const participants = tableSession === null ? [] : await listParticipants(tx, restaurantId, tableSession.id);
  const you = participants.find((participant) => hasKey(participant, claim.participantKey));
  if (tableSession === null || you === undefined) throw new Refusal('table.session_over');
  return { tableSession, participants, you };
}

/**
 * Like `getParticipant`, with the table session locked until the transaction ends.
 * @throws table.session_over
 */
export async function lockParticipant(tx: Tx, restaurantId: RestaurantId, claim: ParticipantClaim, at: Date) {
  await tx
    .selectFrom('table_sessions')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', claim.tableSessionId)
    .forUpdate()
    .execute();
  return getParticipant(tx, restaurantId, claim, at);
}

/**
 * Replaces the lines of a phone. Lines that were ordered before do not come back, however late this call arrives.
 * @throws table.session_over, table.basket_full
 */
export async function shareParticipantLines(
  tx: Tx,
  restaurantId: RestaurantId,
  claim: ParticipantClaim,
  shared: { lines: readonly SharedLine[]; name?: string | undefined },
  at: Date,
): Promise<void> {
  const { tableSession, participants, you } = await lockParticipant(tx, restaurantId, claim, at);
  const lines = shared.lines.filter(({ id }) => !you.removed_line_ids.includes(id));
  const name = shared.name === '' ? defaultName(you.number) : (shared.name ?? you.name);
  if (name === you.name && JSON.stringify(lines) === JSON.stringify(you.lines.map(orderKeys))) return;
  const others = participants.reduce(
    (sum, participant) => sum + (participant.number === you.number ? 0 : participant.lines.length),
    0,
  );
  const most = limits.basketLinesMax;
  if (lines.length > you.lines.length && others + lines.length > most) throw new Refusal('table.basket_full', { most });
  await tx
    .updateTable('table_participants')
    .set({ lines: JSON.stringify(lines), name, active_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('table_session_id', '=', tableSession.id)
    .where('number', '=', you.number)
    .execute();
  await markTableSessionChanged(tx, restaurantId, tableSession.id, at);
}

/**
 * Removes all lines of the phone that asks. Idempotent.
 * @throws table.session_over, table.not_your_lines for those of another phone
 */
export async function removeParticipantLines(
  tx: Tx,
  restaurantId: RestaurantId,
  claim: ParticipantClaim,
  participantNumber: number,
  at: Date,
): Promise<void> {
  const { tableSession, you } = await lockParticipant(tx, restaurantId, claim, at);
  if (you.number !== participantNumber) throw new Refusal('table.not_your_lines');
  if (you.lines.length === 0) return;
  await clearParticipantLines(tx, restaurantId, tableSession.id, participantNumber);
  await markTableSessionChanged(tx, restaurantId, tableSession.id, at);
}

/** The number of removed line ids remembered for each phone: more than a phone sends late. */
const removedLineIdsMax = 200;

/** Empties the lines of all phones for the order that one of them submits, and notes the order: all of them are the table's bill. */
export async function submitParticipantLines(
  tx: Tx,
  restaurantId: RestaurantId,
  { id, submitted_orders: before }: Pick<TableSessionRow, 'id' | 'submitted_orders'>,
  submitted: TableSessionRow['submitted_orders'][number],
  at: Date,
): Promise<void> {
  await clearParticipantLines(tx, restaurantId, id);
  await tx
    .updateTable('table_sessions')
    .set({ submitted_orders: JSON.stringify([...before, submitted]) })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
  await markTableSessionChanged(tx, restaurantId, id, at);
}

/** Removes the lines of one phone or of all. They do not come back with a late request. */
async function clearParticipantLines(
  tx: Tx,
  restaurantId: RestaurantId,
  id: TableSessionId,
  number?: number,
): Promise<void> {
  const participants = tx
    .updateTable('table_participants')
    .where('restaurant_id', '=', restaurantId)
    .where('table_session_id', '=', id);
  await (number === undefined ? participants : participants.where('number', '=', number))
    .set({
      lines: '[]',
      // The newest first, so that the oldest are forgotten.
      removed_line_ids: sql`(select coalesce(jsonb_agg(id order by place), '[]') from (
        select value as id, ordinality as place
        from jsonb_array_elements(jsonb_path_query_array(lines, '$[*].id') || removed_line_ids) with ordinality
        order by ordinality limit ${removedLineIdsMax}) as newest)`,
    })
    .execute();
}

/** Restores the order of the keys, which jsonb does not keep. */
function orderKeys({ id, itemId, selections, quantity, note }: SharedLine): SharedLine {
  const lists = selections.map(({ modifierListId, modifierIds }) => ({ modifierListId, modifierIds }));
  return { id, itemId, selections: lists, quantity, note };
}

/** Marks the basket as changed, so that an order of its earlier state is refused. */
async function markTableSessionChanged(
  tx: Tx,
  restaurantId: RestaurantId,
  id: TableSessionId,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('table_sessions')
    .set({ version: sql<number>`version + 1`, last_active_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
}

/** The tables with guests: all of an outlet, or those of the restaurant that have sat longest. */
export async function listTableSessions(tx: Tx, restaurantId: RestaurantId, outletId: OutletId | undefined, at: Date) {
  const all = selectTableSessions(tx, restaurantId, at);
  const rows = await (outletId === undefined ? all : all.where('s.outlet_id', '=', outletId))
    .select((eb) =>
      eb
        .selectFrom('table_participants as p')
        .whereRef('p.restaurant_id', '=', 's.restaurant_id')
        .whereRef('p.table_session_id', '=', 's.id')
        .select((count) => count.fn.countAll<number>().as('participants'))
        .as('participants'),
    )
    .select(billSql.as('bill'))
    .orderBy('s.started_at')
    .limit(outletId === undefined ? limits.listMax : limits.tablesPerOutletMax)
    .execute();
  return rows.map((row) => ({
    tableId: row.table_id,
    participants: row.participants ?? 0,
    startedAt: row.started_at.toISOString(),
    bill: row.bill && billForWire(row.bill),
  }));
}

interface BillSums {
  currency: Currency;
  total: number;
  paid: number;
  paying: number;
}

/**
 * The sums of the orders of the table session `s`, of which cancelled ones are no part; null where there are none, and where nobody
 * pays online.
 */
const billSql = sql<BillSums | null>`(
  select json_build_object('currency', min(sent.currency), 'total', sum(sent.total_minor), 'paid', coalesce(sum(online.paid), 0),
    'paying', coalesce(sum(online.paying), 0))
  from jsonb_array_elements(s.submitted_orders) as submitted
  join orders as sent on sent.restaurant_id = s.restaurant_id and sent.id = (submitted->>'orderId')::uuid
  cross join lateral (
    select sum(l.amount_minor) filter (where p.state in ('authorised', 'captured')) as paid,
      sum(l.amount_minor) filter (where p.state = 'begun') as paying
    from payment_lines as l join payments as p on p.restaurant_id = l.restaurant_id and p.id = l.payment_id
    where l.restaurant_id = sent.restaurant_id and l.order_id = sent.id
  ) as online
  where sent.status <> 'Cancelled'
  having count(*) > 0 and (count(online.paid) + count(online.paying) > 0
    or ${takesOnline}))`;

function billForWire({ currency, total, paid, paying }: BillSums) {
  const major = (amount: number) => toMajor(minorUnits(amount), currency);
  return { currency, total: major(total), paid: major(paid), paying: major(paying) };
}

/** @throws request.not_found */
export async function clearTable(tx: Tx, restaurantId: RestaurantId, id: TableId): Promise<void> {
  await getTable(tx, restaurantId, id);
  await tx.deleteFrom('table_sessions').where('restaurant_id', '=', restaurantId).where('table_id', '=', id).execute();
}

/** Deletes the idle sessions, because guests' names are not kept longer than their visit. */
export async function removeIdleTableSessions(db: Db, now: Date): Promise<void> {
  await platformTransaction(db, 'clean-up', (tx) =>
    tx.deleteFrom('table_sessions').where('last_active_at', '<=', idleSince(now)).execute(),
  );
}

function idleSince(at: Date): Date {
  return minutesBefore(at, tableSessionLimits.idleHours * 60);
}

/** The name in the kitchen until the guest gives another. */
export function defaultName(number: number): string {
  return `Guest ${number}`;
}

export function hasOwnName({ number, name }: ParticipantRow): boolean {
  return name !== defaultName(number);
}

export function hasKey({ key_hash: hash }: ParticipantRow, key: string): boolean {
  return hash.equals(hashKey(key));
}

/** The key is 128 random bits, so a slow hash is not needed. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
