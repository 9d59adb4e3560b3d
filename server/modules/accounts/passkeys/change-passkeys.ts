import type { AuditAction } from '#contract/staff/audit-log.ts';
import type { NewPasskey, PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkey-json.ts';
import type { PasskeyId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Caller, MerchantCaller } from '#server/http/requests/caller.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { passkeyChangedMail } from '../mails.ts';
import { findWorkplace, getUser, readWorkplace, type User, type Workplace } from '../queries.ts';
import { makeProvenChange, type Proof } from '../second-factor/require-proof.ts';
import { forgetCallers } from '../sessions/find-caller.ts';
import { endSessionsOf, isSessionThere } from '../sessions/sessions.ts';
import { actorOf } from '../sign-in/sign-in-audit.ts';
import { countPasskeyChallenge } from '../sign-in/sign-in-limits.ts';
import { createPasskeyChallenge } from './passkey-challenges.ts';
import { passkeyRequest } from './sign-in-with-passkey.ts';
import { handleOf, passkeyAlgorithms, relyingParty, verifyNewPasskey } from './verify-passkey.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'streams'>;

/** A signed-in person, at a device, and the request. */
interface PasskeyOwner {
  userId: UserId;
  tokenHash: Buffer;
  isShared: boolean;
  clientAddress: string;
  requestId: string;
}

/** An admin's session is never that of a shared tablet. */
export function passkeyOwner(
  caller: MerchantCaller | Extract<Caller, { kind: 'admin' }>,
  { clientAddress, requestId }: { clientAddress: string; requestId: string },
): PasskeyOwner {
  const isShared = caller.kind !== 'admin' && caller.isShared;
  return { userId: caller.userId, tokenHash: caller.tokenHash, isShared, clientAddress, requestId };
}

/** The passkeys of an account, the oldest first. */
export function listPasskeys(db: Db, userId: UserId) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * A challenge for one of the person's own passkeys, which then stands for the password.
 * @throws auth.too_many_tries
 */
export async function beginPasskeyProof(
  { db, config, clock }: PasskeyDeps,
  { userId, clientAddress }: Pick<PasskeyOwner, 'userId' | 'clientAddress'>,
): Promise<PasskeyRequest> {
  await countPasskeyChallenge(db, config, clientAddress, clock());
  const own = await listPasskeys(db, userId);
  const challenge = await createPasskeyChallenge(db, 'proof', userId, clock());
  return passkeyRequest(
    config,
    challenge,
    own.map(({ credential_id }) => credential_id),
  );
}

/**
 * Begins to add a passkey. The challenge carries the proof on: only this person can add a passkey with it.
 * @throws auth.too_many_passkeys, else as `makeProvenChange`
 */
export async function beginPasskey(deps: PasskeyDeps, by: PasskeyOwner, proof: Proof): Promise<PasskeyCreation> {
  const { db, config, clock } = deps;
  const user = await getUser(db, by.userId);
  const open = (work: (tx: Tx) => Promise<PasskeyCreation>) => platformTransaction(db, 'sign-in', work);
  return makeProvenChange(deps, by, proof, open, async (tx) => {
    const own = await listPasskeys(tx, user.id);
    requireRoom(own.length);
    const { id } = relyingParty(config);
    return {
      challenge: await createPasskeyChallenge(tx, 'add', user.id, clock()),
      rp: { id, name: 'Order Manager' },
      user: { id: handleOf(user.id), name: user.email, displayName: user.email },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: limits.passkeyChallengeSeconds * 1000,
      excludeCredentials: own.map(({ credential_id }) => ({
        type: 'public-key',
        id: credential_id.toString('base64url'),
      })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    };
  });
}

/**
 * Adds the passkey that a device has made. The owner is told by mail.
 * @throws auth.passkey_refused, auth.too_many_passkeys
 */
export async function addPasskey(
  deps: PasskeyDeps,
  by: PasskeyOwner,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<void> {
  const { db, config, clock } = deps;
  const now = clock();
  const made = await verifyNewPasskey(deps, by.userId, passkey, now);
  if (made === null) throw new Refusal('auth.passkey_refused');
  const user = await getUser(db, by.userId);
  const workplace = await findWorkplace(db, user.id);
  await platformTransaction(db, 'sign-in', async (tx) => {
    // Additions at once queue on the user's row, so that the limit holds.
    await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
    // A recovery that came first has ended the session and removed the passkeys: this one would outlive it.
    if (!(await isSessionThere(tx, by.tokenHash))) throw new Refusal('auth.passkey_refused');
    requireRoom((await listPasskeys(tx, user.id)).length);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('passkeys')
      .values({
        id: newId<PasskeyId>(),
        user_id: user.id,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        sign_count: made.signCount,
        name,
        created_at: now,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('auth.passkey_refused');
    const content = passkeyChangedMail(user, config.publicUrl, true);
    await sendMessage(tx, deps, { kind: 'passkey_changed', restaurantId: null, content });
    await auditPasskey(tx, user, workplace, {
      action: 'account.passkey_added',
      name,
      requestId: by.requestId,
      at: now,
    });
  });
}

/** @throws request.not_found */
export async function renamePasskey(db: Db, userId: UserId, id: PasskeyId, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('request.not_found');
}

/**
 * Removes a passkey, and ends the sessions that began with it but for the one that asks. The owner is told by mail.
 * @throws request.not_found, else as `makeProvenChange`
 */
export async function removePasskey(deps: PasskeyDeps, by: PasskeyOwner, id: PasskeyId, proof: Proof): Promise<void> {
  const { db, config, clock } = deps;
  const user = await getUser(db, by.userId);
  const workplace = await findWorkplace(db, user.id);
  const open = (work: (tx: Tx) => Promise<Buffer[]>) => platformTransaction(db, 'sign-in', work);
  const ended = await makeProvenChange(deps, by, proof, open, async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('name')
      .executeTakeFirst();
    if (removed === undefined) throw new Refusal('request.not_found');
    const content = passkeyChangedMail(user, config.publicUrl, false);
    await sendMessage(tx, deps, { kind: 'passkey_changed', restaurantId: null, content });
    const audited = {
      action: 'account.passkey_removed',
      name: removed.name,
      requestId: by.requestId,
      at: clock(),
    } as const;
    await auditPasskey(tx, user, workplace, audited);
    return endSessionsOf(tx, user.id, { passkeyId: id, except: by.tokenHash });
  });
  forgetCallers(deps, ended);
}

/** Takes every passkey off an account. Its sessions are the caller's to end. @returns their names. */
export async function deletePasskeysOf(tx: Tx, userId: UserId): Promise<string[]> {
  const removed = await tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute();
  return removed.map(({ name }) => name);
}

/** The same, with entries in the audit log. */
export async function removeAllPasskeys(tx: Tx, user: User, moment: { requestId: string; at: Date }): Promise<void> {
  const names = await deletePasskeysOf(tx, user.id);
  const workplace = await readWorkplace(tx, user.id);
  for (const name of names) {
    await auditPasskey(tx, user, workplace, { action: 'account.passkey_removed', name, ...moment });
  }
}

function requireRoom(count: number): void {
  if (count >= limits.passkeysMax) throw new Refusal('auth.too_many_passkeys', { most: limits.passkeysMax });
}

/** Writes to the restaurant's audit log; an admin has none. */
async function auditPasskey(
  tx: Tx,
  user: User,
  workplace: Workplace | null,
  { action, name, requestId, at }: { action: AuditAction; name: string; requestId: string; at: Date },
): Promise<void> {
  if (workplace === null) return;
  const actor = actorOf(user, workplace);
  const entry = { action, subject: actor.name, details: { passkey: name } };
  await appendAuditEntry(tx, workplace.restaurant.id, { actor, requestId, at }, entry);
}
