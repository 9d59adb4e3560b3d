/** A phone joins the table session of a scanned code. */
import type { RestaurantId, TableSessionId } from '#contract/base/ids.ts';
import { tableSessionLimits } from '#contract/dining/table-sessions.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { counterKey, consumeOne } from '#server/rate-limits/rate-counters.ts';
import type { TableRow } from './queries.ts';
import {
  defaultName,
  findTableSession,
  hashKey,
  hasKey,
  hasOrderSince,
  listParticipants,
  minutesBefore,
  type ParticipantRow,
  type TableSessionRow,
} from './table-sessions.ts';

/** A phone that scanned the code. */
interface Joining {
  key: string;
  clientAddress: string;
  isLimited: boolean;
  at: Date;
}

/**
 * Adds the phone to the table's session; a phone that is in it already stays. A new phone begins a new session where
 * nothing has happened for half an hour, because another party sits there by then.
 * @throws table.full; rate.limited when too many phones join from one network address.
 */
export async function joinTableSession(
  tx: Tx,
  restaurantId: RestaurantId,
  table: TableRow,
  { key, clientAddress, isLimited, at }: Joining,
): Promise<TableSessionId> {
  const before = await beginTableSession(tx, restaurantId, table, at, key);
  const phones = await listParticipants(tx, restaurantId, before.id);
  const isNew = !phones.some((participant) => hasKey(participant, key));
  const isQuiet = isNew && phones.length > 0 && (await isSilent(tx, restaurantId, before.id, at));
  if (isQuiet) await endTableSession(tx, restaurantId, before.id);
  const tableSession = isQuiet ? await beginTableSession(tx, restaurantId, table, at, key) : before;
  if (isNew) {
    if (isLimited) await countNewPhone(tx, table, clientAddress, at);
    const participants = isQuiet ? [] : phones;
    const number = await freeNumber(tx, restaurantId, tableSession, participants, at);
    await tx
      .insertInto('table_participants')
      .values({
        restaurant_id: restaurantId,
        table_session_id: tableSession.id,
        number,
        key_hash: hashKey(key),
        name: defaultName(number),
        active_at: at,
      })
      .execute();
  }
  // Joining leaves the basket's version as it is, so that another phone's order in this moment is not refused.
  await tx
    .updateTable('table_sessions')
    .set({ last_active_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', tableSession.id)
    .execute();
  return tableSession.id;
}

/** The session of the table, locked; a new one when there is none or the last one is over. */
async function beginTableSession(
  tx: Tx,
  restaurantId: RestaurantId,
  table: TableRow,
  at: Date,
  key: string,
): Promise<TableSessionRow> {
  const ofTable = () =>
    tx
      .selectFrom('table_sessions')
      .select('id')
      .where('restaurant_id', '=', restaurantId)
      .where('table_id', '=', table.id);
  const before = await ofTable().forUpdate().executeTakeFirst();
  const phones = before === undefined ? [] : await listParticipants(tx, restaurantId, before.id);
  const isNew = !phones.some((participant) => hasKey(participant, key));
  const present = before && (await findTableSession(tx, restaurantId, before.id, at, { isNew }));
  if (present) return present;
  await tx
    .deleteFrom('table_sessions')
    .where('restaurant_id', '=', restaurantId)
    .where('table_id', '=', table.id)
    .where('id', '=', before?.id ?? null)
    .execute();
  await tx
    .insertInto('table_sessions')
    .values({
      restaurant_id: restaurantId,
      id: newId<TableSessionId>(),
      outlet_id: table.outlet_id,
      table_id: table.id,
      code_version: table.code_version,
      started_at: at,
      last_active_at: at,
    })
    // Another phone of the party may have been faster.
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'table_id']).doNothing())
    .execute();
  const { id } = await ofTable().forUpdate().executeTakeFirstOrThrow();
  const begun = await findTableSession(tx, restaurantId, id, at);
  // The table got another code meanwhile.
  if (begun === null) throw new Refusal('table.code_invalid');
  return begun;
}

/** Whether nothing was chosen, nobody joined and no order moved for half an hour, and no order is under way. */
async function isSilent(tx: Tx, restaurantId: RestaurantId, id: TableSessionId, at: Date): Promise<boolean> {
  const since = minutesBefore(at, tableSessionLimits.silentMinutes);
  const row = await tx
    .selectFrom('table_sessions as s')
    .select('s.id')
    .where('s.restaurant_id', '=', restaurantId)
    .where('s.id', '=', id)
    .where('s.last_active_at', '<=', since)
    .where((eb) => eb.not(hasOrderSince(since)))
    .executeTakeFirst();
  return row !== undefined;
}

async function endTableSession(tx: Tx, restaurantId: RestaurantId, id: TableSessionId): Promise<void> {
  await tx.deleteFrom('table_sessions').where('restaurant_id', '=', restaurantId).where('id', '=', id).execute();
}

/** Counted for each table and address, because all guests of a dining room may share one address. */
async function countNewPhone(tx: Tx, table: TableRow, clientAddress: string, at: Date): Promise<void> {
  const key = counterKey('table join', table.id, networkOf(clientAddress));
  const taking = await consumeOne(tx, key, tableSessionLimits.newParticipantsPerMinute, 60, at);
  if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
}

/**
 * The lowest free number. At a full table the phone that has chosen nothing for longest, ten minutes at least, gives
 * way, unless it is paying, sent an order or chose dishes of one, which are shown and paid under its number.
 * @throws table.full
 */
async function freeNumber(
  tx: Tx,
  restaurantId: RestaurantId,
  { id, submitted_orders: submitted }: TableSessionRow,
  participants: readonly ParticipantRow[],
  at: Date,
): Promise<number> {
  const most = tableSessionLimits.participantsMax;
  const taken = new Set(participants.map(({ number }) => number));
  for (let number = 1; number <= most; number++) if (!taken.has(number)) return number;
  const since = minutesBefore(at, tableSessionLimits.idleParticipantMinutes);
  const paying = await listPayingNumbers(tx, restaurantId, id);
  const [idle] = participants
    .filter(({ number }) => !paying.has(number))
    .filter(({ lines, active_at }) => lines.length === 0 && active_at <= since)
    .filter(({ number }) => !submitted.some((sent) => sent.participant === number || sent.chosenBy?.includes(number)))
    .sort((one, other) => one.active_at.getTime() - other.active_at.getTime());
  if (idle === undefined) throw new Refusal('table.full', { most });
  await tx
    .deleteFrom('table_participants')
    .where('restaurant_id', '=', restaurantId)
    .where('table_session_id', '=', id)
    .where('number', '=', idle.number)
    .execute();
  return idle.number;
}

/** The phones that have a payment page open: whoever got the number of one would read, and could give up, its payment. */
async function listPayingNumbers(
  tx: Tx,
  restaurantId: RestaurantId,
  id: TableSessionId,
): Promise<ReadonlySet<number | null>> {
  const rows = await tx
    .selectFrom('payments')
    .select('participant')
    .where('restaurant_id', '=', restaurantId)
    .where('table_session_id', '=', id)
    .where('state', '=', 'begun')
    .execute();
  return new Set(rows.map(({ participant }) => participant));
}
