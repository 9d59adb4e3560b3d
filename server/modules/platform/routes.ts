import { confirmationOf } from '#contract/base/success-text.ts';
import type { Database } from '#server/db/connect.ts';
import { describeEngine } from '#server/db/engine/engine-age.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { listUnsent, resendUnsent } from '#server/modules/outbound/unsent-messages.ts';
import { disableUser, enableUser, endUserSessions } from './change-user.ts';
import { createInvitedRestaurant } from './create-restaurant.ts';
import { decideRestaurant } from './decide-restaurant.ts';
import { changeMessageBudget, listMessageBudgets } from './message-budgets.ts';
import { listRestaurants, listUsers } from './queries.ts';
import { beginSupportAccess, endSupportAccess, listSupportAccess } from './support-access.ts';
import { restaurantOnWire, userOnWire } from './wire.ts';

interface AdminDeps extends Pick<Deps, 'db' | 'config' | 'clock' | 'streams'> {
  database: Pick<Database, 'state'>;
}

export function adminRoutes(deps: AdminDeps) {
  const { db, clock, database } = deps;
  return {
    'GET /admin/get-installation': async () => ({ database: describeEngine(database, clock()) }),

    'GET /admin/get-restaurants': () =>
      platformTransaction(
        db,
        'administration',
        async (tx) => ({ restaurants: (await listRestaurants(tx)).map(restaurantOnWire) }),
        { readOnly: true },
      ),

    'POST /admin/create-restaurant': async ({ caller: actor, requestId, body }) => {
      const row = await createInvitedRestaurant(deps, { actor, requestId }, body);
      return { restaurant: restaurantOnWire(row), ...confirmationOf('record.added') };
    },

    'POST /admin/approve-restaurant/:id': async ({ caller: actor, requestId, params, body }) => {
      const row = await decideRestaurant(deps, { actor, requestId }, params.id, 'approved', body.reason ?? '');
      return { restaurant: restaurantOnWire(row), ...confirmationOf('platform.approved', { name: row.name }) };
    },

    'POST /admin/cancel-restaurant/:id': async ({ caller: actor, requestId, params, body }) => {
      const row = await decideRestaurant(deps, { actor, requestId }, params.id, 'cancelled', body.reason);
      return { restaurant: restaurantOnWire(row), ...confirmationOf('platform.cancelled', { name: row.name }) };
    },

    'GET /admin/get-message-budgets': () =>
      platformTransaction(
        db,
        'administration',
        async (tx) => ({ restaurants: await listMessageBudgets(tx, clock()) }),
        { readOnly: true },
      ),

    'POST /admin/set-message-budget/:id': async ({ caller: actor, requestId, params, body }) => {
      const restaurant = await changeMessageBudget(deps, { actor, requestId }, params.id, body);
      return { restaurant, ...confirmationOf('record.updated') };
    },

    'GET /admin/unsent-messages': () =>
      platformTransaction(db, 'administration', async (tx) => ({ messages: await listUnsent(tx, clock(), 'admin') }), {
        readOnly: true,
      }),

    'POST /admin/resend-message/:id': async ({ caller: actor, params, requestId }) => {
      const by = { actor, requestId, at: clock() };
      await platformTransaction(db, 'administration', (tx) => resendUnsent(tx, by, params.id));
      return confirmationOf('message.resent');
    },

    'GET /admin/get-users': () =>
      platformTransaction(
        db,
        'administration',
        async (tx) => ({ users: (await listUsers(tx, clock())).map(userOnWire) }),
        { readOnly: true },
      ),

    'POST /admin/disable-user/:id': async ({ caller: actor, requestId, params, body }) => {
      const user = await disableUser(deps, { actor, requestId }, params.id, body.reason);
      return { user: userOnWire(user), ...confirmationOf('platform.user_disabled') };
    },

    'POST /admin/enable-user/:id': async ({ caller: actor, requestId, params }) => {
      const user = await enableUser(deps, { actor, requestId }, params.id);
      return { user: userOnWire(user), ...confirmationOf('platform.user_enabled') };
    },

    'POST /admin/end-sessions/:id': async ({ caller: actor, requestId, params }) => {
      const user = await endUserSessions(deps, { actor, requestId }, params.id);
      return { user: userOnWire(user), ...confirmationOf('platform.user_signed_out') };
    },

    'POST /admin/begin-support-access/:id': ({ caller: actor, requestId, params, body, userAgent }) =>
      beginSupportAccess(deps, { actor, requestId }, params.id, body.reason, userAgent),

    'GET /support/access': async ({ caller }) => ({ supportAccess: await listSupportAccess(deps, caller) }),

    'POST /support/end-access/:id': async ({ caller, requestId, params }) => {
      await endSupportAccess(deps, caller, requestId, params.id);
      return confirmationOf('platform.support_ended');
    },
  } satisfies Partial<Handlers>;
}
