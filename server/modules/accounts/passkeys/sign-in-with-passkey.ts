import type { SignedIn } from '#contract/accounts/accounts.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#contract/accounts/passkey-json.ts';
import { limits } from '#contract/base/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isDemoInProduction } from '../demo-accounts.ts';
import { auditFailedSignIn } from '../sign-in/sign-in-audit.ts';
import { countPasskeyChallenge, countPasskeyTry } from '../sign-in/sign-in-limits.ts';
import { beginSession, type SignInRequest } from '../sign-in/sign-in.ts';
import { createPasskeyChallenge } from './passkey-challenges.ts';
import { relyingParty, verifyPasskey } from './verify-passkey.ts';

type SignInDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** @throws auth.too_many_tries */
export async function beginPasskeySignIn(
  { db, config, clock }: SignInDeps,
  clientAddress: string,
): Promise<PasskeyRequest> {
  const now = clock();
  await countPasskeyChallenge(db, config, clientAddress, now);
  return passkeyRequest(config, await createPasskeyChallenge(db, 'sign_in', null, now), []);
}

/** The browser's instructions to have a device sign the challenge. */
export function passkeyRequest(
  config: Pick<Deps['config'], 'publicUrl'>,
  challenge: string,
  credentialIds: readonly Buffer[],
): PasskeyRequest {
  return {
    challenge,
    rpId: relyingParty(config).id,
    timeout: limits.passkeyChallengeSeconds * 1000,
    userVerification: 'required',
    allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: id.toString('base64url') })),
  };
}

/**
 * Signs in whoever has the passkey. The device has verified its owner, so it stands for the password and the second factor.
 * @throws auth.passkey_refused, auth.too_many_tries, auth.wrong_credentials
 */
export async function signInWithPasskey(
  deps: SignInDeps,
  answer: PasskeyAnswer,
  client: SignInRequest,
): Promise<SignedIn> {
  const { db, config } = deps;
  const now = deps.clock();
  const tried = await countPasskeyTry(db, config, client.clientAddress, now);
  const { isRight, user, passkeyId } = await verifyPasskey(deps, 'sign_in', null, answer, now);
  if (!isRight || user.disabled_at !== null || isDemoInProduction(user, config)) {
    await auditFailedSignIn(deps, user, 'passkey', client, now);
    throw new Refusal('auth.passkey_refused');
  }
  await tried.wasRight(user.email);
  return beginSession(db, user, client, now, {
    passkeyId,
    prove: async (tx) => {
      // Locked until the session exists: removing the passkey then ends it.
      const known = await tx
        .selectFrom('passkeys')
        .select('id')
        .where('id', '=', passkeyId)
        .forShare()
        .executeTakeFirst();
      if (known === undefined) throw new Refusal('auth.passkey_refused');
      return 'passkey';
    },
  });
}
