import { driverLimits } from '#contract/delivery/drivers.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { createSession, hashToken } from '#server/modules/accounts/sessions/sessions.ts';
import { asciiDigits } from '#server/modules/outbound/phone.ts';
import { isSameBytes } from '#server/same-bytes.ts';
import { hashDriverCode } from './driver-secrets.ts';

/**
 * Signs a driver in. A try is counted before it is checked, so that parallel ones count; after five wrong ones in a row the
 * restaurant has to give a new link.
 * @returns the bearer token of the session.
 * @throws delivery.link_invalid, delivery.wrong_code, delivery.code_locked
 */
export async function signInDriver(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { link, code }: { link: string; code: string },
  userAgent: string,
): Promise<string> {
  const tokenHash = hashToken(link);
  const driver = await platformTransaction(
    db,
    'driver-lookup',
    (tx) =>
      tx.selectFrom('drivers').select(['restaurant_id', 'id']).where('token_hash', '=', tokenHash).executeTakeFirst(),
    { readOnly: true },
  );
  if (driver === undefined) throw new Refusal('delivery.link_invalid');
  const { restaurant_id: restaurantId, id: driverId } = driver;
  const answer = await transaction(db, restaurantId, async (tx) => {
    const counted = await tx
      .updateTable('drivers')
      .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', driverId)
      .where('token_hash', '=', tokenHash)
      .where('code_tries', '<', driverLimits.codeTries)
      .returning(['code_hash', 'code_tries'])
      .executeTakeFirst();
    if (counted === undefined) return { left: 0 };
    const typed = asciiDigits(code).trim();
    if (!isSameBytes(counted.code_hash, hashDriverCode(config.secret, restaurantId, driverId, typed))) {
      // Returned and not thrown, so that the transaction commits the counted try.
      return { left: driverLimits.codeTries - counted.code_tries };
    }
    await tx
      .updateTable('drivers')
      .set({ code_tries: 0 })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', driverId)
      .execute();
    return createSession(tx, { kind: 'driver', restaurantId, driverId }, clock(), userAgent);
  });
  if (typeof answer === 'string') return answer;
  const { left } = answer;
  throw left === 0 ? new Refusal('delivery.code_locked') : new Refusal('delivery.wrong_code', { left });
}
