import { type RawBuilder, sql } from 'kysely';
import type { DriverId, RestaurantId, ShiftId } from '#contract/base/ids.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import {
  addMoney,
  type Currency,
  currencyDigits,
  fromMajor,
  type MinorUnits,
  MoneyError,
  subtractMoney,
  toMajor,
} from '#contract/base/money.ts';
import type { DriverShift } from '#contract/delivery/driver-shift.ts';
import { undoMs } from '#contract/ordering/order-status.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { countOut } from './queries.ts';

interface ShiftRow {
  id: ShiftId;
  driver_id: DriverId;
  driver_name: string;
  currency: Currency;
  opened_at: Date;
  closed_at: Date | null;
  float_minor: MinorUnits;
  /** Fixed when the shift is closed; null while it is computed. */
  expected_minor: MinorUnits | null;
  counted_minor: MinorUnits | null;
  /** Orders in cash that arrived, and their sum. */
  orders: number;
  cash_minor: MinorUnits;
  /** When the last of them was completed; null without any. */
  completed_at: Date | null;
}

/** The shifts, the newest first, or those that were opened before one of them. */
export function listShifts(tx: Tx, restaurantId: RestaurantId, before: ShiftId | undefined): Promise<ShiftRow[]> {
  const older = sql`(shift.opened_at, shift.id) < (
    select opened_at, id from driver_shifts where restaurant_id = ${restaurantId} and id = ${before})`;
  return readShifts(tx, restaurantId, before === undefined ? sql`true` : older);
}

export async function findOpenShift(tx: Tx, restaurantId: RestaurantId, driverId: DriverId): Promise<ShiftRow | null> {
  const [shift] = await readShifts(tx, restaurantId, sql`shift.driver_id = ${driverId} and shift.closed_at is null`);
  return shift ?? null;
}

/**
 * An order counts for the driver who had it last, once it is completed, whoever has completed it: an *Undo* takes it off again, and an
 * order that came back counts for nobody.
 */
async function readShifts(tx: Tx, restaurantId: RestaurantId, which: RawBuilder<unknown>): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select shift.id, shift.driver_id, shift.driver_name, shift.currency, shift.opened_at, shift.closed_at,
      shift.float_minor, shift.expected_minor, shift.counted_minor, sums.orders, sums.cash_minor, sums.completed_at
    from driver_shifts as shift
      cross join lateral (
        select count(*)::int as orders, coalesce(sum(orders.total_minor), 0)::bigint as cash_minor,
          max(orders.status_changed_at) as completed_at
        from deliveries as delivery
          join orders on orders.restaurant_id = delivery.restaurant_id and orders.id = delivery.order_id
        where delivery.restaurant_id = shift.restaurant_id and delivery.shift_id = shift.id
          and (delivery.outcome = 'delivered' or delivery.outcome is null)
          and orders.status = 'Completed' and orders.payment_method = 'cash' and orders.currency = shift.currency
          and not exists (
            select from deliveries as later
            where later.restaurant_id = delivery.restaurant_id and later.order_id = delivery.order_id
              and later.id <> delivery.id and later.taken_at >= delivery.taken_at and later.outcome is distinct from 'given_back'
          )
      ) as sums
    where shift.restaurant_id = ${restaurantId} and ${which}
    order by shift.opened_at desc, shift.id desc
    limit ${limits.listMax}`.execute(tx);
  return rows;
}

/** Begins a shift where the driver has none. The driver is locked. @returns the open one. */
export async function openShift(
  tx: Tx,
  restaurantId: RestaurantId,
  driver: { id: DriverId; name: string },
  float: number,
  now: Date,
): Promise<ShiftId> {
  const open = await findOpenShift(tx, restaurantId, driver.id);
  if (open !== null) return open.id;
  const currency = await getCurrency(tx, restaurantId);
  const id = newId<ShiftId>();
  await tx
    .insertInto('driver_shifts')
    .values({
      restaurant_id: restaurantId,
      id,
      driver_id: driver.id,
      driver_name: driver.name,
      currency,
      float_minor: amountOf('float', float, currency),
      opened_at: now,
    })
    .execute();
  return id;
}

/** Ends the driver's open shift. The driver is locked. @returns it; null without one. @throws delivery.still_out */
export async function closeShift(
  tx: Tx,
  restaurantId: RestaurantId,
  driverId: DriverId,
  counted: number,
  now: Date,
): Promise<DriverShift | null> {
  const out = await countOut(tx, restaurantId, driverId, now);
  const open = await findOpenShift(tx, restaurantId, driverId);
  return open === null ? null : settle(tx, restaurantId, open, { out, counted, now });
}

/**
 * Notes the cash that was handed in for a shift.
 * @throws request.not_found, delivery.still_out
 */
export function settleShift(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { restaurantId, actor, requestId }: AuditContext,
  id: ShiftId,
  counted: number,
): Promise<DriverShift> {
  return transaction(db, restaurantId, async (tx) => {
    // The driver who takes an order waits, so that none gets into a shift that has just ended.
    const [driver] = await tx
      .selectFrom('drivers')
      .select('drivers.id')
      .where('drivers.restaurant_id', '=', restaurantId)
      .where('drivers.id', 'in', (eb) =>
        eb
          .selectFrom('driver_shifts')
          .select('driver_id')
          .where('driver_shifts.restaurant_id', '=', restaurantId)
          .where('driver_shifts.id', '=', id),
      )
      .forUpdate()
      .execute();
    const now = clock();
    const out = driver === undefined ? 0 : await countOut(tx, restaurantId, driver.id, now);
    const [before] = await readShifts(tx, restaurantId, sql`shift.id = ${id}`);
    if (before === undefined) throw new Refusal('request.not_found');
    const settled = await settle(tx, restaurantId, before, { out, counted, now });
    const { expected, currency, driverName } = settled;
    const details = { expected, counted, currency };
    const moment = { actor, requestId, at: now };
    await appendAuditEntry(tx, restaurantId, moment, { action: 'driver.shift_settled', subject: driverName, details });
    return settled;
  });
}

/**
 * The sum is written down once no undo can take an order off it, which another driver may hand over then. `out` orders were with the driver
 * before the shift and its sum were read, so that none is completed between the two.
 */
async function settle(
  tx: Tx,
  restaurantId: RestaurantId,
  shift: ShiftRow,
  { out, counted, now }: { out: number; counted: number; now: Date },
): Promise<DriverShift> {
  const isUndoable = shift.completed_at !== null && now.getTime() - shift.completed_at.getTime() < undoMs;
  if (shift.closed_at === null && (out > 0 || isUndoable)) {
    throw new Refusal('delivery.still_out', { name: shift.driver_name });
  }
  const settled = {
    closed_at: shift.closed_at ?? now,
    expected_minor: expectedOf(shift),
    counted_minor: amountOf('counted', counted, shift.currency),
  };
  await tx
    .updateTable('driver_shifts')
    .set(settled)
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', shift.id)
    .execute();
  return shiftForWire({ ...shift, ...settled });
}

const expectedOf = ({ expected_minor, float_minor, cash_minor }: ShiftRow): MinorUnits =>
  expected_minor ?? addMoney(float_minor, cash_minor);

/** @throws request.invalid for more decimals than the currency has. */
function amountOf(field: 'float' | 'counted', amount: number, currency: Currency): MinorUnits {
  try {
    return fromMajor(amount, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const most = currencyDigits(currency);
    throw new Refusal('request.invalid', undefined, {
      [field]: most === 0 ? fieldProblem('no_decimals', { currency }) : fieldProblem('too_many_decimals', { most }),
    });
  }
}

export function shiftForWire(shift: ShiftRow): DriverShift {
  const major = (amount: MinorUnits) => toMajor(amount, shift.currency);
  const { counted_minor: counted } = shift;
  const expected = expectedOf(shift);
  return {
    _id: shift.id,
    driverId: shift.driver_id,
    driverName: shift.driver_name,
    currency: shift.currency,
    openedAt: shift.opened_at.toISOString(),
    closedAt: shift.closed_at?.toISOString() ?? null,
    orders: shift.orders,
    float: major(shift.float_minor),
    expected: major(expected),
    counted: counted === null ? null : major(counted),
    difference: counted === null ? null : major(subtractMoney(counted, expected)),
  };
}
