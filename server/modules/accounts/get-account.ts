import type { CallAnswer } from '#contract/base/client.ts';
import type { Db } from '#server/db/connect.ts';
import type { Caller, MerchantCaller } from '#server/http/requests/caller.ts';
import { findWorkplace, getRestaurant, getUser } from './queries.ts';
import { findLockMinutes } from './sessions/sessions.ts';
import { accountOnWire } from './wire.ts';

/** The signed-in user, with the restaurant and the role that the session acts in; an admin has neither. */
export async function getAccount(
  db: Db,
  caller: MerchantCaller | Extract<Caller, { kind: 'admin' }>,
): Promise<CallAnswer<'GET /auth/me'>> {
  const user = await getUser(db, caller.userId);
  if (caller.kind === 'admin') return accountOnWire(user, null);
  const { restaurantId, kind: role, outletIds, isLocked, isSupportAccess, tokenHash } = caller;
  if (isSupportAccess) {
    const restaurant = await getRestaurant(db, restaurantId);
    return { ...accountOnWire(user, { restaurant, role, outletIds: null }), isSupportAccess };
  }
  const workplace = await findWorkplace(db, caller.userId, restaurantId);
  const lockMinutes = await findLockMinutes(db, tokenHash);
  // A role on a shared tablet may allow less than the person's own.
  const acting = workplace && { ...workplace, role, outletIds: outletIds && [...outletIds] };
  return { ...accountOnWire(user, acting), ...(lockMinutes === null ? {} : { tablet: { isLocked, lockMinutes } }) };
}
