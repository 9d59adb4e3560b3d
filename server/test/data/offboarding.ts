/** Closes restaurants in tests. */
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { createPasswords } from '#server/modules/accounts/passwords/passwords.ts';
import { makeOwner } from './restaurant.ts';

export const ownersPassword = 'violet anchor 47 lamps';

/** An owner with a known password. */
export async function makeOffboardingOwner(
  db: Db,
  restaurantId: RestaurantId,
): Promise<{ userId: UserId; token: string; email: string }> {
  const { userId, token } = await makeOwner(db, restaurantId);
  const hash = await createPasswords({ memoryKib: 1024, passes: 1 }).hash(ownersPassword);
  const { email } = await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return { userId, token, email };
}
