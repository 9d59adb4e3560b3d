/** The proof that a signed-in person gives again before a change that a stranger at their screen must not make. */
import * as z from 'zod';
import { limits } from '../base/limits.ts';

/** `code` is needed where the account has a second factor. */
export const proof = {
  password: z.string().max(limits.passwordMax * 4),
  code: z.string().max(limits.name).optional(),
};

/** Errors of every endpoint that takes the proof. */
export const proofErrors = [
  'auth.shared_device',
  'auth.wrong_password',
  'auth.wrong_code',
  'auth.factor_unreadable',
  'auth.too_many_tries',
] as const;
