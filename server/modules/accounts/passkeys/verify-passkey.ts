import type { NewPasskey, PasskeyAnswer } from '#contract/accounts/passkey-json.ts';
import type { PasskeyId, UserId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { getUser, type User } from '../queries.ts';
import { consumePasskeyChallenge } from './passkey-challenges.ts';

/** COSE numbers of the signatures that are accepted, the preferred first: ES256, EdDSA, RS256. */
export const passkeyAlgorithms = [-7, -8, -257];

/** Passkeys belong to the platform's host, where Order Manager is; own domains of restaurants have no part in them. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** The person and the passkey of an answer, as far as they are known, and whether it lets the person in. */
type CheckedPasskey =
  | { isRight: true; user: User; passkeyId: PasskeyId }
  | { isRight: false; user: User | null; passkeyId: PasskeyId | null };

/**
 * Checks the answer of a device: its signature of a challenge of this purpose, for this origin and host, after the device has
 * verified its owner by finger, face or PIN, with a counter that has risen since. The challenge is used up in any case.
 * @param userId the person who must have the passkey; null for whoever has it.
 */
export async function verifyPasskey(
  { db, config }: { db: Db; config: Pick<Config, 'publicUrl'> },
  purpose: 'sign_in' | 'proof',
  userId: UserId | null,
  answer: PasskeyAnswer,
  now: Date,
): Promise<CheckedPasskey> {
  const challenge = await consumePasskeyChallenge(db, answer.response.clientDataJSON, purpose, userId, now);
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(answer.id, 'base64url'))
    .executeTakeFirst();
  if (passkey === undefined) return { isRight: false, user: null, passkeyId: null };
  const user = await getUser(db, passkey.user_id);
  const found = { user, passkeyId: passkey.id };
  if (challenge === null || (userId !== null && userId !== user.id)) return { isRight: false, ...found };
  const { userHandle } = answer.response;
  if (userHandle != null && userHandle !== handleOf(user.id)) return { isRight: false, ...found };
  const signCount = await readSignCount(config, challenge, answer, passkey);
  if (signCount === null) return { isRight: false, ...found };
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', passkey.id)
    .where((eb) =>
      eb.or([eb('sign_count', '<', signCount), eb.and([eb('sign_count', '=', 0), eb.lit(signCount === 0)])]),
    )
    .executeTakeFirst();
  return { isRight: numUpdatedRows > 0n, ...found };
}

/** The name by which devices know a person: the bytes of their id. */
export function handleOf(userId: UserId): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The counter of an answer that is right; null for one that is not. */
async function readSignCount(
  config: Pick<Config, 'publicUrl'>,
  challenge: string,
  { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }: PasskeyAnswer,
  { public_key: publicKey, sign_count: counter }: { public_key: Buffer; sign_count: number },
): Promise<number | null> {
  const party = relyingParty(config);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(refuseMalformed);
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
}

interface MadePasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
}

/** The passkey that a device of this person has made, with the same checks; null where they fail. */
export async function verifyNewPasskey(
  { db, config }: { db: Db; config: Pick<Config, 'publicUrl'> },
  userId: UserId,
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: NewPasskey,
  now: Date,
): Promise<MadePasskey | null> {
  const challenge = await consumePasskeyChallenge(db, clientDataJSON, 'add', userId, now);
  if (challenge === null) return null;
  const party = relyingParty(config);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(refuseMalformed);
  if (checked?.verified !== true) return null;
  const { credential } = checked.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
  };
}

/** The library throws plain errors for all that browsers, and others in their place, may send. */
function refuseMalformed(): null {
  return null;
}
