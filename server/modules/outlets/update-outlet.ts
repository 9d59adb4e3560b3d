/** Changes to an outlet by a person: their right to them, the audit log, and the code that confirms them. */
import type { OutletId } from '#contract/base/ids.ts';
import type { OrderingModeChanges, OutletChanges } from '#contract/outlets/outlets.ts';
import type { PlainSuccessCode } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { UploadedFile } from '#server/http/handlers.ts';
import { withSentPicture } from '#server/modules/restaurants/pictures/picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { auditModeTerms, auditTerms } from './audit-outlet.ts';
import { auditPause } from './audit-pause.ts';
import { changeOrderingMode, modeChangesOf } from './change-ordering-mode.ts';
import { acceptedModes, changeOutlet } from './change-outlet.ts';
import { getOutlet, type OutletRow } from './queries.ts';

type UpdateDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Changes the given fields. Staff may switch modes on and off, and nothing else.
 * @throws auth.forbidden; as `makePicture`, `storePictures` and `changeOutlet`.
 */
export async function updateOutlet(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  by: AuditContext,
  outletId: OutletId,
  changes: OutletChanges,
  image: UploadedFile | undefined,
): Promise<{ row: OutletRow; code: PlainSuccessCode }> {
  const { db, clock } = deps;
  const { delivery: _, pickup: __, dineIn: ___, ...others } = changes;
  const changesDetails = hasAny(others) || image !== undefined;
  if (changesDetails) refuseStaff(by);
  const accepted = acceptedModes(changes);
  const row = await withSentPicture(deps, by.restaurantId, image, (picture) =>
    menuTransaction(db, by.restaurantId, async (tx) => {
      const now = clock();
      // Before the menu and the audit log are locked, as a dish stores its photo.
      if (picture !== null) await storePictures(tx, by.restaurantId, [picture], now);
      await auditTerms(tx, by, outletId, changes, now);
      for (const mode of accepted) await auditPause(tx, by, outletId, mode, now);
      return changeOutlet(tx, by.restaurantId, outletId, { ...changes, picture: picture ?? undefined }, now);
    }),
  );
  return { row, code: changesDetails ? 'outlet.updated' : acceptanceCode(accepted.map(({ accepts }) => accepts)) };
}

/**
 * Changes how an outlet takes orders in a mode; reads it when the call changes nothing. Staff may switch the mode on
 * and off, and nothing else.
 * @returns the outlet and the code that confirms the change, null for a reading.
 * @throws auth.forbidden; as `changeOrderingMode`.
 */
export async function updateOrderingMode(
  { db, clock }: UpdateDeps,
  by: AuditContext,
  outletId: OutletId,
  body: OrderingModeChanges,
): Promise<{ row: OutletRow; code: PlainSuccessCode | null }> {
  const { restaurantId } = by;
  const changes = modeChangesOf(body);
  if (!hasAny(changes)) {
    const row = await transaction(db, restaurantId, (tx) => getOutlet(tx, restaurantId, outletId, 'merchant'), {
      readOnly: true,
    });
    return { row, code: null };
  }
  const { accepts_orders: accepts, paused_until: _, ...others } = changes;
  if (hasAny(others)) refuseStaff(by);
  const row = await menuTransaction(db, restaurantId, async (tx) => {
    const now = clock();
    await auditPause(tx, by, outletId, { mode: body.mode, accepts }, now);
    await auditModeTerms(tx, by, outletId, body, now);
    return changeOrderingMode(tx, restaurantId, outletId, body, changes, now);
  });
  return { row, code: hasAny(others) || accepts === undefined ? 'outlet.updated' : acceptanceCode([accepts]) };
}

function refuseStaff({ actor }: AuditContext): void {
  if (actor.kind === 'staff') throw new Refusal('auth.forbidden');
}

function hasAny(fields: object): boolean {
  return Object.values(fields).some((value) => value !== undefined);
}

/** Pausing and resuming orders have their own sentences (order-operations 4), unless a change does both. */
function acceptanceCode(accepts: readonly boolean[]): PlainSuccessCode {
  if (new Set(accepts).size !== 1) return 'outlet.updated';
  return accepts[0] === true ? 'outlet.accepting' : 'outlet.not_accepting';
}
