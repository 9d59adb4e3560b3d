import { confirmationOf } from '#contract/base/success-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { companyRoutes } from './company/company-routes.ts';
import { changePassword, recoverPassword } from './passwords/change-password.ts';
import { changeEmail, resendVerification, verifyEmail } from './email-verification/verify-email.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { factorRoutes } from './second-factor/factor-routes.ts';
import { forgotPassword } from './passwords/forgot-password.ts';
import { getAccount } from './get-account.ts';
import { setLanguage } from './queries.ts';
import { findCompanyRestaurant, listSessions } from './sessions/sessions.ts';
import { endOwnSession, signOut, signOutEverywhere } from './sessions/sign-out.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signUp } from './sign-up.ts';
import { tabletRoutes } from './shared-tablet/tablet-routes.ts';
import { sessionOnWire } from './wire.ts';

type AccountDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'passwords' | 'streams' | 'withProof'>;

export function accountRoutes(deps: AccountDeps) {
  const { db, clock } = deps;
  return {
    ...factorRoutes(deps),
    ...passkeyRoutes(deps),
    ...companyRoutes(deps),
    ...tabletRoutes(deps),

    'POST /auth/signin': ({ body, ...client }) => signIn(deps, body, client),

    'POST /auth/signup': ({ body, ...client }) => signUp(deps, body, client),

    'GET /auth/signup-terms': async () => ({
      trialDays: deps.config.trialDays,
      termsUrl: deps.config.termsUrl ?? null,
      privacyUrl: deps.config.privacyUrl ?? null,
    }),

    'POST /auth/signout': async ({ caller }) => {
      await signOut(deps, caller.tokenHash);
      return confirmationOf('account.signed_out');
    },

    'GET /auth/me': ({ caller }) => getAccount(db, caller),

    'POST /auth/choose-language': async ({ caller, body }) => {
      await setLanguage(db, caller.userId, body.language, clock());
      return confirmationOf('account.language_chosen');
    },

    'POST /auth/forgot-password': async ({ body, clientAddress }) => {
      await forgotPassword(deps, body.email, clientAddress);
      return confirmationOf('account.reset_requested');
    },

    'POST /auth/verify-email': async ({ body, requestId }) => {
      await verifyEmail(deps, body.token, requestId);
      return confirmationOf('account.email_verified');
    },

    'POST /auth/resend-verification': async ({ caller }) => {
      await resendVerification(deps, caller);
      return confirmationOf('account.verification_sent');
    },

    'POST /auth/change-email': async ({ caller, body, requestId, clientAddress }) => {
      await changeEmail(deps, { ...caller, actor: caller, requestId, clientAddress }, body);
      return confirmationOf('account.email_changed');
    },

    'POST /auth/recover-password': async ({ body, clientAddress, requestId }) => {
      await recoverPassword(deps, body, clientAddress, requestId);
      return confirmationOf('account.password_changed');
    },

    'POST /auth/change-password': async ({ body, caller, clientAddress }) => {
      await changePassword(deps, caller, body, clientAddress);
      return confirmationOf('account.password_changed');
    },

    'GET /auth/sessions': async ({ caller }) => {
      const kind = caller.kind === 'admin' ? 'admin' : 'merchant';
      const restaurantId = await findCompanyRestaurant(db, caller.tokenHash);
      const sessions = await listSessions(db, caller.userId, { kind, restaurantId }, clock());
      return { sessions: sessions.map((session) => sessionOnWire(session, caller.tokenHash)) };
    },

    'POST /auth/end-session/:id': async ({ params, caller }) => {
      await endOwnSession(deps, caller, params.id);
      return confirmationOf('account.session_ended');
    },

    'POST /auth/signout-everywhere': async ({ caller }) => {
      const isOfCompany = await signOutEverywhere(deps, caller);
      return confirmationOf(isOfCompany ? 'account.signed_out_of_restaurant' : 'account.signed_out_everywhere');
    },
  } satisfies Partial<Handlers>;
}
