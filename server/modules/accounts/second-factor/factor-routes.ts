import { confirmationOf } from '#contract/base/success-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { confirmFactor, removeFactor, renewRecoveryCodes, setUpFactor } from './change-factor.ts';
import { getUser } from '../queries.ts';
import { readFactor } from './second-factor.ts';
import { confirmAtSignIn, setUpAtSignIn, signInWithCode } from '../sign-in/sign-in.ts';

type FactorDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'streams'>;

/** The calls of the second factor, at sign-in and afterwards. */
export function factorRoutes(deps: FactorDeps) {
  const { db } = deps;
  return {
    'POST /auth/signin-code': ({ body, ...client }) => signInWithCode(deps, body, client),

    'POST /auth/signin-set-up': ({ body }) => setUpAtSignIn(deps, body),

    'POST /auth/signin-confirm': ({ body, ...client }) => confirmAtSignIn(deps, body, client),

    'GET /auth/factor': async ({ caller }) => ({ factor: await readFactor(db, await getUser(db, caller.userId)) }),

    'POST /auth/set-up-factor': ({ caller, body, ...call }) =>
      setUpFactor(deps, { ...call, userId: caller.userId, tokenHash: caller.tokenHash }, body.password),

    'POST /auth/confirm-factor': async ({ caller, body, ...call }) => {
      const by = { ...call, userId: caller.userId, tokenHash: caller.tokenHash };
      const recoveryCodes = await confirmFactor(deps, by, body.code);
      return { recoveryCodes, ...confirmationOf('account.factor_on') };
    },

    'POST /auth/remove-factor': async ({ caller, body, ...call }) => {
      await removeFactor(deps, { ...call, userId: caller.userId, tokenHash: caller.tokenHash }, body);
      return confirmationOf('account.factor_off');
    },

    'POST /auth/new-recovery-codes': async ({ caller, body, ...call }) => {
      const by = { ...call, userId: caller.userId, tokenHash: caller.tokenHash };
      const recoveryCodes = await renewRecoveryCodes(deps, by, body);
      return { recoveryCodes, ...confirmationOf('account.codes_renewed') };
    },
  } satisfies Partial<Handlers>;
}
