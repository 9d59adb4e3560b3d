import { fieldProblem } from '#contract/base/field-problems.ts';
import type { outletBands, referralSources } from '#contract/base/enumerations.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isEmailTaken } from '#server/modules/accounts/former-staff.ts';
import { getUser } from '#server/modules/accounts/queries.ts';
import { newToken } from '#server/modules/accounts/sessions/sessions.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { createRestaurant } from '#server/modules/restaurants/create-restaurant.ts';
import { setRestaurantStatus } from '#server/modules/restaurants/restaurant-status.ts';
import { sendInvitation, writeInvitation } from '#server/modules/staff/invite-staff.ts';
import type { AdminRequest } from './decide-restaurant.ts';
import { listRestaurants, type RestaurantRow } from './queries.ts';

interface RequestedRestaurant {
  name: string;
  outlets: (typeof outletBands)[number];
  country: string;
  chatfoodInformer: (typeof referralSources)[number];
  /** The email of the future owner. */
  email: string;
}

/**
 * Creates a restaurant, approved, and invites its owner by mail.
 * @throws auth.email_taken: an account already has a restaurant.
 */
export async function createInvitedRestaurant(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  by: AdminRequest,
  asked: RequestedRestaurant,
): Promise<RestaurantRow> {
  const { db, config } = deps;
  const now = deps.clock();
  if (await isEmailTaken(db, asked.email, true)) {
    throw new Refusal('auth.email_taken', undefined, { email: fieldProblem('account.email_taken') });
  }
  const token = newToken();
  const { name, outlets: outletBand, country, chatfoodInformer: informer } = asked;
  return platformTransaction(db, 'administration', async (tx) => {
    const { id } = await createRestaurant(tx, { name, outletBand, country, informer }, config, now);
    await setRestaurantStatus(tx, id, 'approved', '', now);
    const invitation = await writeInvitation(tx, id, by.actor, { email: asked.email, role: 'owner' }, token, now);
    const { language } = await getUser(tx, by.actor.userId);
    await sendInvitation(tx, deps, invitation, name, token, language);
    await appendAuditEntry(
      tx,
      id,
      { ...by, at: now },
      { action: 'admin.restaurant_created', subject: name, details: { owner: asked.email } },
    );
    return (await listRestaurants(tx, id))[0]!;
  });
}
