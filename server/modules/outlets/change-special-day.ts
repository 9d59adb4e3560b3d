import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { OutletId, RestaurantId, SpecialDayId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { NewSpecialDay } from '#contract/outlets/special-days.ts';
import { DAY_MINUTES, MINUTE, wallTime } from '#contract/base/time.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { getOutlet, lockOutlet, specialDayColumns } from './queries.ts';

export type SpecialDayRow = Awaited<ReturnType<typeof listSpecialDays>>[number];
type Days = Pick<SpecialDayRow, 'mode' | 'starts_on' | 'ends_on'>;

function selectSpecialDays(tx: Tx, restaurantId: RestaurantId) {
  return tx.selectFrom('special_days').select(specialDayColumns).where('restaurant_id', '=', restaurantId);
}

/** Sorted by their first day. */
export function listSpecialDays(tx: Tx, restaurantId: RestaurantId, outletId: OutletId) {
  return selectSpecialDays(tx, restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .orderBy('starts_on')
    .orderBy('id')
    .execute();
}

/**
 * Replaces the special day with this id, or adds one to the outlet with this id.
 * @throws request.not_found, request.invalid for days that are over or too far ahead, special_day.overlaps,
 * special_day.too_many.
 */
export async function saveSpecialDay(
  tx: Tx,
  by: AuditContext,
  id: OutletId | SpecialDayId,
  day: NewSpecialDay,
  at: Date,
): Promise<{ specialDay: SpecialDayRow; isNew: boolean }> {
  const { restaurantId } = by;
  const known = await findSpecialDay(tx, restaurantId, id as SpecialDayId);
  const outletId = known?.outlet_id ?? (id as OutletId);
  const outlet = await lockOutlet(tx, restaurantId, outletId);
  // Read again, because it may have been deleted while this transaction waited for the lock.
  const present = known && (await findSpecialDay(tx, restaurantId, known.id));
  if (outlet === null || (known !== null && present === null)) throw new Refusal('request.not_found');
  const values = columnsOf(day);
  requireWithinReach(values, outlet.time_zone, at);
  const other = await findOverlapping(tx, restaurantId, outletId, values, present?.id ?? null);
  if (other !== null) {
    throw new Refusal(
      'special_day.overlaps',
      { reason: other.reason },
      { startsOn: fieldProblem('special_day.overlaps', { reason: other.reason }) },
    );
  }
  const specialDay =
    present === null
      ? await insertSpecialDay(tx, restaurantId, outletId, values, at)
      : await tx
          .updateTable('special_days')
          .set(values)
          .where('restaurant_id', '=', restaurantId)
          .where('id', '=', present.id)
          .returning(specialDayColumns)
          .executeTakeFirstOrThrow();
  await auditDay(tx, by, 'special_day.set', specialDay, at, present);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return { specialDay, isNew: present === null };
}

/** @throws request.not_found */
export async function deleteSpecialDay(tx: Tx, by: AuditContext, id: SpecialDayId, at: Date): Promise<void> {
  const { restaurantId } = by;
  const deleted = await tx
    .updateTable('special_days')
    .set({ deleted_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('outlet_id', 'in', activeOutlets(tx, restaurantId))
    .returning(specialDayColumns)
    .executeTakeFirst();
  if (deleted === undefined) throw new Refusal('request.not_found');
  await auditDay(tx, by, 'special_day.removed', deleted, at);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId: deleted.outlet_id } }, at);
}

/**
 * Brings a deleted special day back; a day that is not deleted stays as it is.
 * @throws request.not_found, special_day.restore_conflict when another one has its days by now, special_day.too_many.
 */
export async function restoreSpecialDay(tx: Tx, by: AuditContext, id: SpecialDayId, at: Date): Promise<SpecialDayRow> {
  const { restaurantId } = by;
  const found = await selectSpecialDays(tx, restaurantId).where('id', '=', id).executeTakeFirst();
  if (found === undefined || (await lockOutlet(tx, restaurantId, found.outlet_id)) === null) {
    throw new Refusal('request.not_found');
  }
  const present = await findSpecialDay(tx, restaurantId, id);
  if (present !== null) return present;
  const other = await findOverlapping(tx, restaurantId, found.outlet_id, found, id);
  if (other !== null) throw new Refusal('special_day.restore_conflict', { reason: other.reason });
  await requireRoom(tx, restaurantId, found.outlet_id);
  const restored = await tx
    .updateTable('special_days')
    .set({ deleted_at: null })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .returning(specialDayColumns)
    .executeTakeFirst();
  // Another transaction may have removed it with the old ones.
  if (restored === undefined) throw new Refusal('request.not_found');
  await auditDay(tx, by, 'special_day.set', restored, at);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId: found.outlet_id } }, at);
  return restored;
}

/** Writes a day to the audit log, ahead of its event (R85); a day that closes or opens as before, and has another reason alone, not. */
async function auditDay(
  tx: Tx,
  by: AuditContext,
  action: 'special_day.set' | 'special_day.removed',
  day: SpecialDayRow,
  at: Date,
  before: SpecialDayRow | null = null,
): Promise<void> {
  const [was, will] = [before && hoursOf(before), hoursOf(day)];
  if (was !== null && was.days === will.days && was.hours === will.hours && before?.mode === day.mode) return;
  const changeOf = (name: keyof typeof will) =>
    was === null || was[name] === will[name] ? will[name] : { before: was[name], after: will[name] };
  const details = { days: changeOf('days'), mode: day.mode ?? '', hours: changeOf('hours'), reason: day.reason };
  const { name } = await getOutlet(tx, by.restaurantId, day.outlet_id, 'merchant');
  await appendAuditEntry(tx, by.restaurantId, { ...by, at }, { action, subject: name, details });
}

function hoursOf({ starts_on, ends_on, is_open, periods }: SpecialDayRow) {
  return {
    days: starts_on === ends_on ? starts_on : `${starts_on} – ${ends_on}`,
    hours: is_open ? periods.map(({ start, end }) => `${start}–${end}`).join(', ') : 'closed',
  };
}

async function findSpecialDay(tx: Tx, restaurantId: RestaurantId, id: SpecialDayId): Promise<SpecialDayRow | null> {
  const found = await selectSpecialDays(tx, restaurantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

function activeOutlets(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('outlets')
    .select('outlets.id')
    .where('outlets.restaurant_id', '=', restaurantId)
    .where('outlets.deleted_at', 'is', null);
}

function columnsOf({ mode, startsOn, endsOn, open, periods, reason, reasonTranslations }: NewSpecialDay) {
  return {
    mode: mode ?? null,
    starts_on: startsOn,
    ends_on: endsOn ?? startsOn,
    is_open: open,
    periods: JSON.stringify(open ? periods : []),
    reason,
    reason_translations: reasonTranslations ?? {},
  };
}

/** Refuses past days, which change nothing, and days years ahead, which are typing errors. */
function requireWithinReach({ ends_on }: Pick<Days, 'ends_on'>, timeZone: string, at: Date): void {
  const { date: today } = wallTime(at, timeZone);
  const { date: farthest } = wallTime(
    new Date(at.getTime() + limits.specialDayAheadDays * DAY_MINUTES * MINUTE),
    timeZone,
  );
  const problem =
    ends_on < today
      ? fieldProblem('special_day.over')
      : ends_on > farthest
        ? fieldProblem('special_day.too_far_ahead')
        : null;
  if (problem !== null) throw new Refusal('request.invalid', undefined, { endsOn: problem });
}

/** Another special day on the same dates for the same mode; one for a mode and one for all modes do not conflict. */
async function findOverlapping(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  { mode, starts_on, ends_on }: Days,
  exceptId: SpecialDayId | null,
): Promise<SpecialDayRow | null> {
  const found = await selectSpecialDays(tx, restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .where('mode', 'is not distinct from', mode)
    .where('starts_on', '<=', ends_on)
    .where('ends_on', '>=', starts_on)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId!))
    .orderBy('starts_on')
    .executeTakeFirst();
  return found ?? null;
}

async function insertSpecialDay(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  values: ReturnType<typeof columnsOf>,
  at: Date,
): Promise<SpecialDayRow> {
  // Deletes days that can no longer be restored, so that the number of rows does not grow with the years.
  await tx
    .deleteFrom('special_days')
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('ends_on', '<', sql<string>`${at}::date - ${retentionDays}::int`)
    .execute();
  await requireRoom(tx, restaurantId, outletId);
  return tx
    .insertInto('special_days')
    .values({
      restaurant_id: restaurantId,
      id: newId<SpecialDayId>(),
      outlet_id: outletId,
      ...values,
      created_at: at,
      deleted_at: null,
    })
    .returning(specialDayColumns)
    .executeTakeFirstOrThrow();
}

/** Days that a special day is kept after it is over. */
const retentionDays = 31;

async function requireRoom(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<void> {
  const most = limits.specialDaysPerOutletMax;
  if ((await listSpecialDays(tx, restaurantId, outletId)).length >= most) {
    throw new Refusal('special_day.too_many', { most });
  }
}
