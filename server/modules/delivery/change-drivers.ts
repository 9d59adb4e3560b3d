import type { DriverId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { driverLimits } from '#contract/delivery/drivers.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { endDriverSessions, hashToken, newToken } from '#server/modules/accounts/sessions/sessions.ts';
import { requireOutlets } from '#server/modules/outlets/queries.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { driverLink, hashDriverCode, newDriverCode } from './driver-secrets.ts';
import { countOut, countTaken, type DriverRow, listDriverRows, requireDriver } from './queries.ts';
import { findOpenShift } from './shifts.ts';

type DriverDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'streams'>;

interface DriverFields {
  name: string;
  phone: string;
  /** Null means all. */
  outletIds: readonly OutletId[] | null;
}

/** A driver with what opens their page, which cannot be shown later. */
interface OpenedDriver {
  driver: DriverRow;
  link: string;
  code: string;
}

/** @throws request.not_found for an unknown outlet, delivery.too_many_drivers */
export function addDriver(deps: DriverDeps, by: AuditContext, fields: DriverFields): Promise<OpenedDriver> {
  const { restaurantId } = by;
  return menuTransaction(deps.db, restaurantId, async (tx) => {
    await requireOutlets(tx, restaurantId, fields.outletIds ?? []);
    await requireRoom(tx, restaurantId);
    const id = newId<DriverId>();
    const secrets = makeSecrets(deps, restaurantId, id);
    await tx
      .insertInto('drivers')
      .values({
        restaurant_id: restaurantId,
        id,
        name: fields.name,
        phone: fields.phone,
        outlet_ids: fields.outletIds && [...fields.outletIds],
        created_at: deps.clock(),
        ...secrets.stored,
      })
      .execute();
    await audit(tx, deps, by, 'driver.added', fields.name);
    return { driver: await getRow(tx, restaurantId, id), ...secrets.shown };
  });
}

/** @throws request.not_found for the driver and for an unknown outlet */
export function changeDriver(
  deps: DriverDeps,
  by: AuditContext,
  id: DriverId,
  { name, phone, outletIds }: { [Field in keyof DriverFields]?: DriverFields[Field] | undefined },
): Promise<DriverRow> {
  const { restaurantId } = by;
  return transaction(deps.db, restaurantId, async (tx) => {
    const before = await requireDriver(tx, restaurantId, id);
    await requireOutlets(tx, restaurantId, outletIds ?? [], before.outlet_ids);
    // The orders and the cash of a shift are seen through the driver's outlets, until it is over.
    const isNarrower = outletIds != null && !isWithin(before.outlet_ids, outletIds);
    if (isNarrower && (await isAtWork(tx, restaurantId, id))) {
      throw new Refusal('delivery.driver_is_out', { name: before.name });
    }
    await tx
      .updateTable('drivers')
      .set({
        name: name ?? before.name,
        phone: phone ?? before.phone,
        outlet_ids: outletIds === undefined ? before.outlet_ids : outletIds && [...outletIds],
      })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', id)
      .execute();
    await audit(tx, deps, by, 'driver.changed', name ?? before.name);
    return getRow(tx, restaurantId, id);
  });
}

/** Whether the outlets, of which null are all, are among the others. */
function isWithin(outletIds: readonly OutletId[] | null, others: readonly OutletId[]): boolean {
  return outletIds !== null && outletIds.every((id) => others.includes(id));
}

async function isAtWork(tx: Tx, restaurantId: RestaurantId, id: DriverId): Promise<boolean> {
  return (await countTaken(tx, restaurantId, id)) > 0 || (await findOpenShift(tx, restaurantId, id)) !== null;
}

/** Ends the driver's sessions. @throws request.not_found */
export async function renewDriverLink(deps: DriverDeps, by: AuditContext, id: DriverId): Promise<OpenedDriver> {
  const { restaurantId } = by;
  const { ended, ...opened } = await transaction(deps.db, restaurantId, async (tx) => {
    const { name } = await requireDriver(tx, restaurantId, id);
    const secrets = makeSecrets(deps, restaurantId, id);
    await tx
      .updateTable('drivers')
      .set({ ...secrets.stored, code_tries: 0 })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', id)
      .execute();
    const hashes = await endDriverSessions(tx, restaurantId, id);
    await audit(tx, deps, by, 'driver.link_renewed', name);
    return { driver: await getRow(tx, restaurantId, id), ...secrets.shown, ended: hashes };
  });
  forgetCallers(deps, ended);
  return opened;
}

/** Ends the driver's sessions. @throws request.not_found, delivery.driver_is_out */
export async function removeDriver(deps: DriverDeps, by: AuditContext, id: DriverId): Promise<void> {
  const { restaurantId } = by;
  const ended = await transaction(deps.db, restaurantId, async (tx) => {
    const { name } = await requireDriver(tx, restaurantId, id);
    if ((await countOut(tx, restaurantId, id, deps.clock())) > 0) throw new Refusal('delivery.driver_is_out', { name });
    await tx
      .updateTable('drivers')
      .set({ token_hash: null, removed_at: deps.clock() })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', id)
      .execute();
    const hashes = await endDriverSessions(tx, restaurantId, id);
    await audit(tx, deps, by, 'driver.removed', name);
    return hashes;
  });
  forgetCallers(deps, ended);
}

function makeSecrets({ config }: Pick<Deps, 'config'>, restaurantId: RestaurantId, id: DriverId) {
  const [token, code] = [newToken(), newDriverCode()];
  return {
    stored: { token_hash: hashToken(token), code_hash: hashDriverCode(config.secret, restaurantId, id, code) },
    shown: { link: driverLink(config.publicUrl, token), code },
  };
}

/** Locks the restaurant's number of drivers until this transaction ends. @throws delivery.too_many_drivers */
async function requireRoom(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await lockMenu(tx, restaurantId);
  const { count } = await tx
    .selectFrom('drivers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const most = driverLimits.driversMax;
  if (count >= most) throw new Refusal('delivery.too_many_drivers', { most });
}

async function getRow(tx: Tx, restaurantId: RestaurantId, id: DriverId): Promise<DriverRow> {
  const [row] = await listDriverRows(tx, restaurantId, id);
  if (row === undefined) throw new Refusal('request.not_found');
  return row;
}

function audit(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { restaurantId, actor, requestId }: AuditContext,
  action: 'driver.added' | 'driver.changed' | 'driver.link_renewed' | 'driver.removed',
  subject: string,
): Promise<void> {
  return appendAuditEntry(tx, restaurantId, { actor, requestId, at: clock() }, { action, subject });
}
