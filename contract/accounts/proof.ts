/** The proof that a signed-in person gives again before a change that a stranger at their screen must not make. */
import * as z from 'zod';
import { PasskeyAnswer } from './passkey-json.ts';
import { limits } from '../base/limits.ts';

/** The password, and a code where the account has a second factor; or a passkey, which stands for both. */
export const proof = {
  password: z
    .string()
    .max(limits.passwordMax * 4)
    .optional(),
  code: z.string().max(limits.name).optional(),
  passkey: PasskeyAnswer.optional(),
};

/** Errors of every endpoint that takes the proof. */
export const proofErrors = [
  'auth.shared_device',
  'auth.wrong_password',
  'auth.wrong_code',
  'auth.factor_unreadable',
  'auth.passkey_refused',
  'auth.too_many_tries',
] as const;
