import type { AuditAction } from '#contract/staff/audit-log.ts';
import type { NewFactor } from '#contract/accounts/second-factor.ts';
import type { UserId } from '#contract/base/ids.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { forgetCallers } from '../sessions/find-caller.ts';
import { factorChangedMail } from '../mails.ts';
import {
  findWorkplace,
  getUser,
  lockUnchanged,
  readWorkplace,
  type User,
  voidSignIns,
  type Workplace,
} from '../queries.ts';
import { beginFactor, deleteFactor, proveFactor, consumeCode, writeRecoveryCodes, wrongCode } from './second-factor.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { countCode } from '../sign-in/sign-in-limits.ts';
import { actorOf } from '../sign-in/sign-in-audit.ts';
import { requirePassword, wrongPassword } from '../passwords/require-password.ts';

type FactorDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'streams'>;

/** A signed-in person who changes how they sign in, and the request. */
interface FactorChanger {
  userId: UserId;
  tokenHash: Buffer;
  clientAddress: string;
  requestId: string;
}

interface Proof {
  password: string;
  code: string;
}

/** @throws auth.wrong_password, auth.too_many_tries, auth.factor_on */
export async function setUpFactor(deps: FactorDeps, by: FactorChanger, password: string): Promise<NewFactor> {
  const user = await getUser(deps.db, by.userId);
  await requirePassword(deps, user, password, by.clientAddress);
  return beginFactor(deps.db, deps.config, user, deps.clock());
}

/**
 * Turns the factor on with its first code. All other sessions of the account end, also those of sign-ins that were checked without it and are
 * still to begin one; the owner is told by mail.
 * @returns the recovery codes.
 * @throws auth.wrong_code, auth.too_many_tries, auth.factor_on, auth.factor_off
 */
export async function confirmFactor(deps: FactorDeps, by: FactorChanger, code: string): Promise<string[]> {
  const { db, config } = deps;
  const now = deps.clock();
  const user = await getUser(db, by.userId);
  const workplace = await findWorkplace(db, user.id);
  const guess = await countCode(db, config, user.email, by.clientAddress, now);
  const { codes, ended } = await platformTransaction(db, 'sign-in', async (tx) => {
    if (!(await lockUnchanged(tx, user))) throw wrongCode();
    await voidSignIns(tx, user.id);
    const codes = await proveFactor(tx, config, user.id, code, now);
    await mailFactorChanged(tx, deps, user, true);
    await auditFactorChange(tx, user, workplace, { action: 'account.factor_on', requestId: by.requestId, at: now });
    return { codes, ended: await endSessionsOf(tx, user.id, { except: by.tokenHash }) };
  });
  await guess.wasRight();
  forgetCallers(deps, ended);
  return codes;
}

/**
 * Turns the factor off with the password and a code. The owner is told by mail.
 * @throws auth.wrong_password, auth.wrong_code, auth.too_many_tries, auth.factor_off, auth.factor_mandatory
 */
export async function removeFactor(deps: FactorDeps, by: FactorChanger, proof: Proof): Promise<void> {
  const user = await getUser(deps.db, by.userId);
  if (user.user_type === 'admin') throw new Refusal('auth.factor_mandatory');
  await withProof(deps, user, by, proof, 'account.factor_off', async (tx) => {
    await deleteFactor(tx, user.id);
    await mailFactorChanged(tx, deps, user, false);
  });
}

/** Takes the factor off an account whose email nobody had proved when it was turned on. The person is told by mail. */
export async function removeUnprovedFactor(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  user: User,
  moment: { requestId: string; at: Date },
): Promise<void> {
  if (!(await deleteFactor(tx, user.id))) return;
  await mailFactorChanged(tx, deps, user, false);
  await auditFactorChange(tx, user, await readWorkplace(tx, user.id), { action: 'account.factor_off', ...moment });
}

/** @throws auth.wrong_password, auth.wrong_code, auth.too_many_tries, auth.factor_off */
export async function renewRecoveryCodes(deps: FactorDeps, by: FactorChanger, proof: Proof): Promise<string[]> {
  const user = await getUser(deps.db, by.userId);
  return withProof(deps, user, by, proof, 'account.recovery_codes_renewed', (tx) =>
    writeRecoveryCodes(tx, deps.config, user.id),
  );
}

/** Makes the change in one transaction with the code that allows it. */
async function withProof<T>(
  deps: FactorDeps,
  user: User,
  { clientAddress, requestId }: FactorChanger,
  { password, code }: Proof,
  action: AuditAction,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { db, config } = deps;
  const now = deps.clock();
  await requirePassword(deps, user, password, clientAddress);
  const workplace = await findWorkplace(db, user.id);
  const guess = await countCode(db, config, user.email, clientAddress, now);
  const changed = await platformTransaction(db, 'sign-in', async (tx) => {
    if (!(await lockUnchanged(tx, user))) throw wrongPassword();
    await consumeCode(tx, config, user.id, code, now);
    await auditFactorChange(tx, user, workplace, { action, requestId, at: now });
    return change(tx);
  });
  await guess.wasRight();
  return changed;
}

/** Writes to the restaurant's audit log; an admin has none. */
async function auditFactorChange(
  tx: Tx,
  user: User,
  workplace: Workplace | null,
  { action, requestId, at }: { action: AuditAction; requestId: string; at: Date },
): Promise<void> {
  if (workplace === null) return;
  const actor = actorOf(user, workplace);
  await appendAuditEntry(tx, workplace.restaurant.id, { actor, requestId, at }, { action, subject: actor.name });
}

function mailFactorChanged(tx: Tx, deps: Pick<Deps, 'config' | 'clock'>, user: User, isOn: boolean): Promise<void> {
  const content = factorChangedMail(user, deps.config.publicUrl, isOn);
  return sendMessage(tx, deps, { kind: 'factor_changed', restaurantId: null, content });
}
