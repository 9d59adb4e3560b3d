/** Requests and answers of passkeys, in the JSON forms of WebAuthn (level 3): binary values are base64url. */
import * as z from 'zod';
import { limits } from '../base/limits.ts';

const bytes = z.base64url().min(1).max(limits.passkeyValue);
const type = z.literal('public-key');

/** The answer of a device that has the passkey: its signature of the challenge. */
export const PasskeyAnswer = z.object({
  id: bytes,
  rawId: bytes,
  type,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** A passkey that a device has just made. */
export const NewPasskey = z.object({
  id: bytes,
  rawId: bytes,
  type,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

const Credential = z.object({ type, id: z.string() });

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. Without allowed credentials the person chooses on the device. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** In milliseconds. */
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Credential),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
  /** In milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;
