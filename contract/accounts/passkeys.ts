/** Passkeys: keys on a person's devices that log them in without password and code (decision 73). */
import * as z from 'zod';
import { SignedIn } from './accounts.ts';
import { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from './passkey-json.ts';
import { proof, proofErrors } from './proof.ts';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf, idParams, instant, line } from '../base/fields.ts';
import type { PasskeyId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

export const Passkey = z.object({
  _id: idOf<PasskeyId>(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const name = line(limits.passkeyName);

/** The challenge is valid once, for five minutes. */
export const beginPasskeySignIn = endpoint({
  summary: 'A challenge for a sign-in with a passkey.',
  callers: ['anonymous'],
  answer: z.object({ options: PasskeyRequest }),
  errors: ['auth.too_many_tries'],
});

export const signInWithPasskey = endpoint({
  summary: 'Sign in with a passkey, which stands for the password and the second factor.',
  callers: ['anonymous'],
  body: z.object({ passkey: PasskeyAnswer }),
  answer: SignedIn,
  errors: ['auth.passkey_refused', 'auth.too_many_tries', 'auth.wrong_credentials', 'auth.company_required'],
});

/** The challenge is valid once, for five minutes, for a passkey of the caller. */
export const beginPasskeyProof = endpoint({
  summary: 'A challenge for a passkey that stands for the password where a change takes it again.',
  callers: [...merchant, 'admin'],
  answer: z.object({ options: PasskeyRequest }),
  errors: ['auth.too_many_tries'],
});

export const listPasskeys = endpoint({
  summary: "The passkeys of the caller's account, the oldest first.",
  callers: [...merchant, 'admin'],
  inSupportAccess: 'never',
  answer: z.object({ passkeys: z.array(Passkey) }),
  errors: [],
});

/** `device` is the browser's own description, for a name; null where unknown. */
export const beginPasskey = endpoint({
  summary: 'Begin to add a passkey: a challenge for the device that makes it, valid once, for five minutes.',
  callers: [...merchant, 'admin'],
  body: z.object(proof),
  answer: z.object({
    options: PasskeyCreation,
    device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  }),
  errors: [...proofErrors, 'auth.too_many_passkeys'],
});

export const addPasskey = endpoint({
  summary: 'Add the passkey that a device has made.',
  callers: [...merchant, 'admin'],
  body: z.object({ name, passkey: NewPasskey }),
  answer: done,
  errors: ['auth.passkey_refused', 'auth.too_many_passkeys'],
});

export const renamePasskey = endpoint({
  summary: 'Give a passkey another name.',
  callers: [...merchant, 'admin'],
  params: idParams<PasskeyId>(),
  body: z.object({ name }),
  answer: done,
  errors: ['request.not_found'],
});

/** Also ends the sessions that began with the passkey, but not the one that asks. */
export const removePasskey = endpoint({
  summary: 'Remove a passkey.',
  callers: [...merchant, 'admin'],
  params: idParams<PasskeyId>(),
  body: z.object(proof),
  answer: done,
  errors: ['request.not_found', ...proofErrors],
});
