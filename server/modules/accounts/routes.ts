import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { forgetCaller } from './find-caller.ts';
import { findWorkplace, getUser } from './queries.ts';
import { endSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { accountOnWire } from './wire.ts';

export function accountRoutes(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>) {
  const { db } = deps;
  return {
    'POST /auth/signin': ({ body, clientAddress }) => signIn(deps, body, clientAddress),

    'POST /auth/signup': ({ body, clientAddress }) => signUp(deps, body, clientAddress),

    'POST /auth/signout': async ({ caller }) => {
      await endSession(db, caller.tokenHash);
      forgetCaller(db, caller.tokenHash);
      return { success: true, msg: 'You are logged out' };
    },

    'GET /auth/me': async ({ caller }) => {
      const user = await getUser(db, caller.userId);
      return accountOnWire(
        user,
        caller.kind === 'admin' ? null : await findWorkplace(db, caller.userId, caller.restaurantId),
      );
    },
  } satisfies Partial<Handlers>;
}
