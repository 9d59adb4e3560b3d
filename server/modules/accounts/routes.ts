import { confirmationOf } from '#contract/base/success-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { changePassword, recoverPassword } from './passwords/change-password.ts';
import { forgetCallers } from './sessions/find-caller.ts';
import { factorRoutes } from './second-factor/factor-routes.ts';
import { forgotPassword } from './passwords/forgot-password.ts';
import { findWorkplace, getRestaurant, getUser } from './queries.ts';
import { endSession, endSessionsOf, findLockMinutes, listSessions } from './sessions/sessions.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signUp } from './sign-up.ts';
import { tabletRoutes } from './shared-tablet/tablet-routes.ts';
import { accountOnWire, sessionOnWire } from './wire.ts';

type AccountDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'mail' | 'background' | 'streams'>;

export function accountRoutes(deps: AccountDeps) {
  const { db, clock } = deps;
  return {
    ...factorRoutes(deps),
    ...tabletRoutes(deps),

    'POST /auth/signin': ({ body, ...client }) => signIn(deps, body, client),

    'POST /auth/signup': ({ body, clientAddress, userAgent }) => signUp(deps, body, { clientAddress, userAgent }),

    'GET /auth/signup-terms': async () => ({ trialDays: deps.config.trialDays }),

    'POST /auth/signout': async ({ caller }) => {
      await endSession(db, caller.tokenHash);
      forgetCallers(deps, [caller.tokenHash]);
      return confirmationOf('account.signed_out');
    },

    'GET /auth/me': async ({ caller }) => {
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
    },

    'POST /auth/forgot-password': async ({ body, clientAddress }) => {
      await forgotPassword(deps, body.email, clientAddress);
      return confirmationOf('account.reset_requested');
    },

    'POST /auth/recover-password': async ({ body, clientAddress }) => {
      await recoverPassword(deps, body, clientAddress);
      return confirmationOf('account.password_changed');
    },

    'POST /auth/change-password': async ({ body, caller, clientAddress }) => {
      await changePassword(deps, caller, body, clientAddress);
      return confirmationOf('account.password_changed');
    },

    'GET /auth/sessions': async ({ caller }) => {
      const kind = caller.kind === 'admin' ? 'admin' : 'merchant';
      const sessions = await listSessions(db, caller.userId, kind, clock());
      return { sessions: sessions.map((session) => sessionOnWire(session, caller.tokenHash)) };
    },

    'POST /auth/end-session/:id': async ({ params, caller }) => {
      const ended = await endSessionsOf(db, caller.userId, { id: params.id });
      if (ended.length === 0) throw new Refusal('request.not_found');
      forgetCallers(deps, ended);
      return confirmationOf('account.session_ended');
    },

    'POST /auth/signout-everywhere': async ({ caller }) => {
      forgetCallers(deps, await endSessionsOf(db, caller.userId));
      return confirmationOf('account.signed_out_everywhere');
    },
  } satisfies Partial<Handlers>;
}
