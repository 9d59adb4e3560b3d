import type { SignedIn } from '#contract/accounts/accounts.ts';
import type { Language } from '#contract/base/enumerations.ts';
import type { PasskeyId, RestaurantId } from '#contract/base/ids.ts';
import type { NewFactor } from '#contract/accounts/second-factor.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { expiredChallenge, createChallenge, readChallenge, consumeChallenge, countChallengeTry } from './challenges.ts';
import { isDemoInProduction } from '../demo-accounts.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { lockOpenWorkplace } from '../company/require-company.ts';
import { findUserByEmail, lockUnchanged, setLanguage, type User } from '../queries.ts';
import { consumeFactorToken, isFactorToken } from '../second-factor/factor-tokens.ts';
import { beginFactor, neededFactorStep, proveFactor, consumeCode } from '../second-factor/second-factor.ts';
import { type CompanyOrigin, createSession, hashToken, type SessionOwner } from '../sessions/sessions.ts';
import { clearPinTries } from '#server/modules/staff/memberships/memberships.ts';
import { countCode, countGuess } from './sign-in-limits.ts';
import { auditFailedSignIn, auditSignIn, type SignInStep } from './sign-in-audit.ts';
import { accountOnWire } from '../wire.ts';

/** The origin of a call: its address, as far as proxies are trusted, its user agent, and its reader's language. */
export interface Client {
  clientAddress: string;
  userAgent: string;
  language: Language | null;
}

/** A person who signs in, and the request. */
export interface SignInRequest extends Client {
  requestId: string;
}

type SignInDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>;

/**
 * Signs a merchant or an admin in (R3, R4). A missing account and a wrong password take the same way: the same queries,
 * one hash, the same answer. Where a second factor exists or is mandatory, this is half a sign-in: the refusal carries
 * a challenge for the second step.
 * @throws auth.wrong_credentials, auth.too_many_tries, auth.code_required, auth.factor_required, server.unavailable
 */
export async function signIn(
  deps: SignInDeps,
  { email, password }: { email: string; password: string },
  client: SignInRequest,
): Promise<SignedIn> {
  const { db, config, passwords } = deps;
  const now = deps.clock();
  const guess = await countGuess(db, config, email, client.clientAddress, now);
  const user = await findUserByEmail(db, email);
  const isRight = await passwords
    .verify(user?.password_hash ?? null, password, guess.isKnownAddress)
    .catch(async (error: unknown) => {
      await guess.wasNotTried();
      throw error;
    });
  if (user === null || !isRight || user.disabled_at !== null || isDemoInProduction(user, config)) {
    await auditFailedSignIn(deps, user, 'password', client, now);
    throw new Refusal('auth.wrong_credentials');
  }
  await renewHash(db, passwords, user, password, now);
  const needed = await neededFactorStep(db, config, user);
  if (needed !== null) {
    // This was no guess, and the address is not yet the owner's: that takes the code as well.
    await guess.wasNotTried();
    const challenge = await createChallenge(db, user, now);
    throw new Refusal(needed === 'code' ? 'auth.code_required' : 'auth.factor_required', { challenge });
  }
  await guess.wasRight();
  return beginSession(db, user, client, now, { prove: async () => 'password' });
}

/**
 * The second half of a sign-in. Each code works once, and so does the challenge.
 * @throws auth.challenge_over, auth.wrong_code, auth.too_many_tries, auth.wrong_credentials
 */
export async function signInWithCode(
  deps: SignInDeps,
  { challenge, code }: { challenge: string; code: string },
  client: SignInRequest,
): Promise<SignedIn> {
  return finishSignIn(deps, challenge, client, (tx, user, now) => consumeCode(tx, deps.config, user.id, code, now));
}

/**
 * A secret for an admin who signs in without a second factor. In production mode the password alone is not enough, or
 * whoever learned it would choose the factor.
 * @throws auth.challenge_over, auth.set_up_token
 */
export async function setUpAtSignIn(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { challenge, setUpToken }: { challenge: string; setUpToken?: string | undefined },
): Promise<NewFactor> {
  const now = clock();
  const user = await readChallenge(db, challenge, now);
  if (isDemoInProduction(user, config) || (await neededFactorStep(db, config, user)) !== 'set-up') {
    throw expiredChallenge();
  }
  const hasToken = setUpToken !== undefined && (await isFactorToken(db, user.id, setUpToken, now));
  if (!hasToken && (setUpToken !== undefined || config.mode === 'production')) throw new Refusal('auth.set_up_token');
  return beginFactor(db, config, user, now, hasToken);
}

/**
 * Turns the factor on with its first code, and signs in.
 * @throws auth.challenge_over, auth.wrong_code, auth.too_many_tries, auth.wrong_credentials
 */
export async function confirmAtSignIn(
  deps: SignInDeps,
  { challenge, code }: { challenge: string; code: string },
  client: SignInRequest,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  let recoveryCodes: string[] = [];
  const signedIn = await finishSignIn(deps, challenge, client, async (tx, user, now) => {
    recoveryCodes = await proveFactor(tx, deps.config, user.id, code, now);
    const isSetByToken = await consumeFactorToken(tx, user.id);
    if (!isSetByToken && deps.config.mode === 'production') throw expiredChallenge();
    return 'code';
  });
  return { ...signedIn, recoveryCodes };
}

/** Runs `prove`, which refuses wrong proofs, in the transaction that begins the session. */
async function finishSignIn(
  deps: SignInDeps,
  challenge: string,
  client: SignInRequest,
  prove: (tx: Tx, user: User, now: Date) => Promise<SignInStep>,
): Promise<SignedIn> {
  const { db, config } = deps;
  const now = deps.clock();
  const user = await countChallengeTry(db, challenge, now);
  if (isDemoInProduction(user, config)) throw expiredChallenge();
  const guess = await countCode(db, config, user.email, client.clientAddress, now);
  const proveAndConsume = async (tx: Tx) => {
    const step = await prove(tx, user, now);
    if (!(await consumeChallenge(tx, challenge))) throw expiredChallenge();
    return step;
  };
  const signedIn = await beginSession(db, user, client, now, { prove: proveAndConsume }).catch(
    async (error: unknown) => {
      if (error instanceof Refusal && error.code === 'auth.wrong_code') {
        await auditFailedSignIn(deps, user, 'code', client, now);
      } else if (error instanceof Refusal && (error.code === 'auth.factor_off' || error.code === 'auth.factor_on')) {
        throw expiredChallenge();
      }
      throw error;
    },
  );
  await guess.wasRight();
  return signedIn;
}

/** Renews a hash whose parameters have risen since: the plain password is only known now (R1). */
async function renewHash(db: Db, passwords: Passwords, user: User, password: string, now: Date): Promise<void> {
  if (!passwords.isOutdated(user.password_hash)) return;
  await db
    .updateTable('users')
    .set({ password_hash: await passwords.hash(password, true), updated_at: now })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute();
}

interface SessionBeginning {
  /** Runs in the transaction that begins the session, says what let the person in, and may refuse. */
  prove: (tx: Tx) => Promise<SignInStep>;
  passkeyId?: PasskeyId;
  /** The restaurant whose company vouches for the person: the session opens no other. */
  company?: CompanyOrigin & {
    restaurantId: RestaurantId;
    /** Runs in the same transaction, once the session exists. */
    afterBegin: (tx: Tx, tokenHash: Buffer) => Promise<void>;
  };
}

/**
 * Refuses when the password has changed since it was checked, a second factor was turned on, or the account was disabled: each ended all
 * sessions, and this one would outlive it (R10). Role and membership are read and locked in the transaction of the session. A restaurant that requires its company sign-in is not opened in another way, except by its owners.
 * @throws auth.company_required, auth.forbidden, auth.wrong_credentials, restaurant.closed
 */
export async function beginSession(
  db: Db,
  user: User,
  client: SignInRequest,
  now: Date,
  { prove, passkeyId, company }: SessionBeginning,
): Promise<SignedIn> {
  const begun = await platformTransaction(db, 'sign-in', async (tx) => {
    if (!(await lockUnchanged(tx, user))) return undefined;
    const workplace = user.user_type === 'admin' ? null : await lockOpenWorkplace(tx, user, company?.restaurantId);
    if (user.user_type === 'merchant' && workplace === null) throw new Refusal('auth.forbidden');
    // A closed restaurant is open only to its owners, who can reopen it or export its data.
    if (workplace?.restaurant.closed_at != null && workplace.role !== 'owner') throw new Refusal('restaurant.closed');
    const owner: SessionOwner =
      workplace === null
        ? { kind: 'admin', userId: user.id, passkeyId }
        : { kind: 'merchant', userId: user.id, restaurantId: workplace.restaurant.id, passkeyId, company };
    const step = await prove(tx);
    if (workplace !== null) {
      await auditSignIn(tx, user, workplace, step, client, now);
      await clearPinTries(tx, workplace.restaurant.id, user.id);
    }
    if (client.language !== null) await setLanguage(tx, user.id, client.language, now);
    const token = await createSession(tx, owner, now, client.userAgent);
    await company?.afterBegin(tx, hashToken(token));
    return { token, workplace };
  });
  if (begun === undefined) throw new Refusal('auth.wrong_credentials');
  return { token: { token: begun.token }, ...accountOnWire(user, begun.workplace) };
}
