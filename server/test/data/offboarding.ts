/** Closes restaurants in tests. */
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { makeOwner } from './restaurant.ts';

/** An owner with the email that mails go to. */
export async function makeOffboardingOwner(
  db: Db,
  restaurantId: RestaurantId,
): Promise<{ userId: UserId; token: string; email: string }> {
  const { userId, token } = await makeOwner(db, restaurantId);
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return { userId, token, email };
}
