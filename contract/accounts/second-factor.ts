/** The second factor of a sign-in: codes of an authenticator app (RFC 6238), and recovery codes (features ON-11, R11). */
import * as z from 'zod';
import { SignedIn } from './accounts.ts';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, instant } from '../base/fields.ts';
import { limits } from '../base/limits.ts';

const password = z.string().max(limits.passwordMax * 4);
/** Six digits of the app, or a recovery code; spaces and dashes do not count. */
const code = z.string().min(1).max(limits.name);
/** What a refused sign-in gives in `details.challenge`: good for one sign-in, for ten minutes. */
const challenge = z.string().max(limits.name);

const recoveryCodes = z.array(z.string());
/** To be entered in an authenticator app: `secret` by hand, `address` (otpauth://) as a QR code. */
const NewFactor = z.object({ secret: z.string(), address: z.string() });
export type NewFactor = z.infer<typeof NewFactor>;

export const FactorState = z.object({
  /** Null: off. */
  since: instant.nullable(),
  recoveryCodesLeft: z.int(),
  /** Cannot be taken off: the account is an admin's. */
  isMandatory: z.boolean(),
});
export type FactorState = z.infer<typeof FactorState>;

/** Follows a sign-in that was refused with `auth.code_required`. */
export const signInWithCode = endpoint({
  summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code.',
  callers: ['anonymous'],
  body: z.object({ challenge, code }),
  answer: SignedIn,
  errors: ['auth.challenge_over', 'auth.wrong_code', 'auth.too_many_tries', 'auth.wrong_credentials'],
});

/** Follows a sign-in that was refused with `auth.factor_required`: an admin's, without a second factor yet. */
export const setUpAtSignIn = endpoint({
  summary: 'Begin to set a second factor up while signing in.',
  callers: ['anonymous'],
  body: z.object({ challenge }),
  answer: NewFactor,
  errors: ['auth.challenge_over'],
});

export const confirmAtSignIn = endpoint({
  summary: 'Prove the new second factor by its first code, and sign in.',
  callers: ['anonymous'],
  body: z.object({ challenge, code }),
  answer: SignedIn.extend({ recoveryCodes }),
  errors: ['auth.challenge_over', 'auth.wrong_code', 'auth.too_many_tries', 'auth.wrong_credentials'],
});

export const getFactor = endpoint({
  summary: "Whether the caller's account has a second factor.",
  callers: [...merchant, 'admin'],
  inSupport: 'never',
  answer: z.object({ factor: FactorState }),
  errors: [],
});

/** Nothing changes until the first code proves that the app has the secret. */
export const setUpFactor = endpoint({
  summary: 'Begin to set a second factor up.',
  callers: [...merchant, 'admin'],
  body: z.object({ password }),
  answer: NewFactor,
  errors: ['auth.wrong_password', 'auth.too_many_tries', 'auth.factor_on'],
});

/** All other sessions of the account end. The recovery codes are shown here and never again. */
export const confirmFactor = endpoint({
  summary: 'Turn the second factor on with its first code.',
  callers: [...merchant, 'admin'],
  body: z.object({ code }),
  answer: z.object({ recoveryCodes, ...done.shape }),
  errors: ['auth.wrong_code', 'auth.too_many_tries', 'auth.factor_on', 'auth.factor_off'],
});

const proof = z.object({ password, code });

export const removeFactor = endpoint({
  summary: 'Turn the second factor off, knowing the password and a code.',
  callers: [...merchant, 'admin'],
  body: proof,
  answer: done,
  errors: ['auth.wrong_password', 'auth.wrong_code', 'auth.too_many_tries', 'auth.factor_off', 'auth.factor_mandatory'],
});

export const renewRecoveryCodes = endpoint({
  summary: 'Make new recovery codes; those from before are void.',
  callers: [...merchant, 'admin'],
  body: proof,
  answer: z.object({ recoveryCodes, ...done.shape }),
  errors: ['auth.wrong_password', 'auth.wrong_code', 'auth.too_many_tries', 'auth.factor_off'],
});
