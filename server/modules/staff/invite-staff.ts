import { fieldProblem } from '#contract/base/field-problems.ts';
import type { InvitationId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { emailKey, getUser } from '#server/modules/accounts/queries.ts';
import { hashToken, newToken } from '#server/modules/accounts/sessions/sessions.ts';
import { type AuditContext, type Actor, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { restaurantBudget } from '#server/modules/restaurants/message-budgets.ts';
import { requireVerifiedOwner } from '#server/modules/restaurants/owner-verification.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { consumeAll } from '#server/rate-limits/rate-counters.ts';
import type { Proof, Prover } from '#server/modules/accounts/second-factor/require-proof.ts';
import { invitationMail } from './mails.ts';
import { withOwnerProof } from './owner-proof.ts';
import { namesOfOutlets, outletsOf } from './outlets-of-people.ts';
import { countPeople, deleteInvitation, type InvitationRow, lockInvitation, worksHere } from './queries.ts';
import type { Language, Role } from '#contract/base/enumerations.ts';

type InviteDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'withProof'>;

interface NewInvitation {
  email: string;
  role: Role;
  /** Null or undefined: all outlets. An owner is never limited. */
  outletIds?: readonly OutletId[] | null | undefined;
}

/**
 * Invites a person by mail to work in the restaurant. An earlier invitation to the same email is void.
 * @throws auth.email_unverified, staff.works_here, staff.too_many, rate.limited, request.not_found for an outlet; as `withOwnerProof`.
 */
export async function inviteStaff(
  deps: InviteDeps,
  by: AuditContext & Prover,
  invited: NewInvitation & Proof,
): Promise<InvitationRow> {
  const now = deps.clock();
  const { restaurantId, actor, requestId } = by;
  await countInvitation(deps, restaurantId, now);
  const token = newToken();
  const { email: _, outletIds: __, ...given } = invited;
  return withOwnerProof(deps, by, given, async (tx) => {
    await requireVerifiedOwner(tx, restaurantId);
    if (await worksHere(tx, restaurantId, emailKey(invited.email))) throw worksHereAlready();
    await requireRoom(tx, restaurantId);
    const { email: subject, role, outletIds = null } = invited;
    const outlets = await namesOfOutlets(tx, restaurantId, outletsOf(role, outletIds));
    const invitation = await writeInvitation(tx, restaurantId, actor, invited, token, now);
    const { language } = await getUser(tx, actor.userId);
    await sendInvitation(tx, deps, invitation, await restaurantName(tx, restaurantId), token, language);
    const details = { role, ...(outlets === null ? {} : { outlets }) };
    const moment = { actor, requestId, at: now };
    await appendAuditEntry(tx, restaurantId, moment, { action: 'staff.invited', subject, details });
    return invitation;
  });
}

/** Locks the restaurant's number of people until this transaction ends. @throws staff.too_many */
async function requireRoom(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await lockMenu(tx, restaurantId);
  const most = limits.staffMax;
  if ((await countPeople(tx, restaurantId)) >= most) throw new Refusal('staff.too_many', { most });
}

/** @throws auth.email_unverified, request.not_found, rate.limited */
export async function resendInvitation(deps: InviteDeps, by: AuditContext, id: InvitationId): Promise<InvitationRow> {
  const now = deps.clock();
  const { restaurantId, actor } = by;
  await countInvitation(deps, restaurantId, now);
  const token = newToken();
  return transaction(deps.db, restaurantId, async (tx) => {
    await requireVerifiedOwner(tx, restaurantId);
    const known = await lockInvitation(tx, restaurantId, id);
    if (known === null) throw new Refusal('request.not_found');
    const invited = { email: known.email, role: known.role, outletIds: known.outlet_ids };
    const invitation = await writeInvitation(tx, restaurantId, actor, invited, token, now);
    const { language } = await getUser(tx, actor.userId);
    await sendInvitation(tx, deps, invitation, await restaurantName(tx, restaurantId), token, language);
    return invitation;
  });
}

/** @throws request.not_found */
export async function cancelInvitation({ db, clock }: InviteDeps, by: AuditContext, id: InvitationId): Promise<void> {
  const { restaurantId } = by;
  await transaction(db, restaurantId, async (tx) => {
    const cancelled = await deleteInvitation(tx, restaurantId, id);
    if (cancelled === null) throw new Refusal('request.not_found');
    await appendAuditEntry(
      tx,
      restaurantId,
      { ...by, at: clock() },
      { action: 'staff.invitation_cancelled', subject: cancelled.email, details: { role: cancelled.role } },
    );
  });
}

/** Writes the invitation with the hash of a new token; one to the same email keeps its id and loses its old link. */
export function writeInvitation(
  tx: Tx,
  restaurantId: RestaurantId,
  { name }: Pick<Actor, 'name'>,
  { email, role, outletIds = null }: NewInvitation,
  token: string,
  now: Date,
): Promise<InvitationRow> {
  const values = {
    email: email.trim(),
    role,
    outlet_ids: outletsOf(role, outletIds),
    token_hash: hashToken(token),
    invited_by_name: name,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.invitationValidDays * 24 * 3_600_000),
  };
  return tx
    .insertInto('invitations')
    .values({ restaurant_id: restaurantId, id: newId<InvitationId>(), email_key: emailKey(email), ...values })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'email_key']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Mails the link of the invitation, unless a newer one replaces it or it is cancelled meanwhile. */
export function sendInvitation(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  invitation: InvitationRow,
  restaurant: string,
  token: string,
  language: Language,
): Promise<void> {
  const { restaurant_id: restaurantId, token_hash: tokenHash } = invitation;
  const content = invitationMail(invitation, restaurant, deps.config.publicUrl, token, language);
  return sendMessage(tx, deps, { kind: 'invitation', restaurantId, content, about: tokenHash.toString('hex') });
}

/** Whether the link of an invitation, by the hash of its token in hex, still works. */
export async function isInvitationOpen(tx: Tx, tokenHash: string): Promise<boolean> {
  const found = await tx
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .executeTakeFirst();
  return found !== undefined;
}

async function countInvitation({ db, config }: InviteDeps, restaurantId: RestaurantId, now: Date): Promise<void> {
  if (!config.rateLimits) return;
  const taking = await transaction(db, restaurantId, async (tx) =>
    consumeAll(tx, [await restaurantBudget(tx, restaurantId, 'invitation')], now),
  );
  if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
}

async function restaurantName(tx: Tx, restaurantId: RestaurantId): Promise<string> {
  const { name } = await tx
    .selectFrom('restaurants')
    .select('name')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return name;
}

function worksHereAlready(): Refusal {
  return new Refusal('staff.works_here', undefined, { email: fieldProblem('staff.works_here') });
}
