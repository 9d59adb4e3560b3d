/** The second factor of a sign-in: codes of an authenticator app (RFC 6238), and recovery codes. */
import * as z from 'zod';
import { SignedIn } from './accounts.ts';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, instant } from '../base/fields.ts';
import { limits } from '../base/limits.ts';

const password = z.string().max(limits.passwordMax * 4);
/** Six digits from the app, or a recovery code. Spaces and dashes are ignored. */
const code = z.string().min(1).max(limits.name);
/** A refused sign-in answers this in `details.challenge`. It is valid for one sign-in and ten minutes. */
const challenge = z.string().max(limits.name);

/** Printed by `admin:create` and `admin:token` on the command line; production mode requires it. */
const setUpToken = z.string().max(limits.name).optional();

const recoveryCodes = z.array(z.string());
/** The new secret for an authenticator app: `secret` to type in, `address` (otpauth://) to show as a QR code. */
const NewFactor = z.object({ secret: z.string(), address: z.string() });
export type NewFactor = z.infer<typeof NewFactor>;

export const FactorState = z.object({
  /** Null while the second factor is off. */
  since: instant.nullable(),
  recoveryCodesLeft: z.int(),
  /** The second factor of an admin account cannot be turned off. */
  isMandatory: z.boolean(),
});
export type FactorState = z.infer<typeof FactorState>;

/** The next step after a sign-in refused with `auth.code_required`. */
export const signInWithCode = endpoint({
  summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code.',
  callers: ['anonymous'],
  body: z.object({ challenge, code }),
  answer: SignedIn,
  errors: [
    'auth.challenge_over',
    'auth.wrong_code',
    'auth.factor_unreadable',
    'auth.too_many_tries',
    'auth.wrong_credentials',
    'auth.company_required',
  ],
});

/** The next step after a sign-in refused with `auth.factor_required`: an admin without a second factor. */
export const setUpAtSignIn = endpoint({
  summary: 'Begin to set a second factor up while signing in.',
  callers: ['anonymous'],
  body: z.object({ challenge, setUpToken }),
  answer: NewFactor,
  errors: ['auth.challenge_over', 'auth.set_up_token'],
});

export const confirmAtSignIn = endpoint({
  summary: 'Prove the new second factor by its first code, and sign in.',
  callers: ['anonymous'],
  body: z.object({ challenge, code }),
  answer: SignedIn.extend({ recoveryCodes }),
  errors: [
    'auth.challenge_over',
    'auth.wrong_code',
    'auth.factor_unreadable',
    'auth.too_many_tries',
    'auth.wrong_credentials',
    'auth.company_required',
  ],
});

export const getFactor = endpoint({
  summary: "Whether the caller's account has a second factor.",
  callers: [...merchant, 'admin'],
  inSupportAccess: 'never',
  answer: z.object({ factor: FactorState }),
  errors: [],
});

/** Takes effect only once a first code proves that the app has the secret. */
export const setUpFactor = endpoint({
  summary: 'Begin to set a second factor up.',
  callers: [...merchant, 'admin'],
  body: z.object({ password }),
  answer: NewFactor,
  errors: ['auth.wrong_password', 'auth.too_many_tries', 'auth.factor_on'],
});

/** Ends all other sessions of the account. The recovery codes are shown here only. */
export const confirmFactor = endpoint({
  summary: 'Turn the second factor on with its first code.',
  callers: [...merchant, 'admin'],
  body: z.object({ code }),
  answer: z.object({ recoveryCodes, ...done.shape }),
  errors: ['auth.wrong_code', 'auth.factor_unreadable', 'auth.too_many_tries', 'auth.factor_on', 'auth.factor_off'],
});

const proof = z.object({ password, code });

export const removeFactor = endpoint({
  summary: 'Turn the second factor off, knowing the password and a code.',
  callers: [...merchant, 'admin'],
  body: proof,
  answer: done,
  errors: [
    'auth.wrong_password',
    'auth.wrong_code',
    'auth.factor_unreadable',
    'auth.too_many_tries',
    'auth.factor_off',
    'auth.factor_mandatory',
  ],
});

export const renewRecoveryCodes = endpoint({
  summary: 'Make new recovery codes; those from before are void.',
  callers: [...merchant, 'admin'],
  body: proof,
  answer: z.object({ recoveryCodes, ...done.shape }),
  errors: [
    'auth.wrong_password',
    'auth.wrong_code',
    'auth.factor_unreadable',
    'auth.too_many_tries',
    'auth.factor_off',
  ],
});
