import type { SignedIn } from '#contract/accounts/accounts.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { mustUseCompany } from '#server/modules/accounts/company/require-company.ts';
import { deleteUnproved, emailTaken, isEmailTaken } from '#server/modules/accounts/former-staff.ts';
import { requireStrongPassword } from '#server/modules/accounts/passwords/password-rules.ts';
import { findWorkplace, insertUser } from '#server/modules/accounts/queries.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { createSession, hashToken } from '#server/modules/accounts/sessions/sessions.ts';
import { rememberAddress } from '#server/modules/accounts/sign-in/sign-in-limits.ts';
import type { Client } from '#server/modules/accounts/sign-in/sign-in.ts';
import { accountOnWire } from '#server/modules/accounts/wire.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { noteProven } from '#server/modules/outlets/alert-contacts.ts';
import { noteOwnerVerified } from '#server/modules/restaurants/owner-verification.ts';
import { insertMembership } from './memberships/memberships.ts';
import type { InvitationRow } from './queries.ts';

interface FoundInvitation {
  invitation: InvitationRow;
  /** The restaurant's name. */
  restaurant: string;
}

/**
 * The invitation of a mailed link.
 * @throws staff.invitation_invalid
 */
export async function requireInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<FoundInvitation> {
  const found = await platformTransaction(
    db,
    'invitation-lookup',
    (tx) =>
      tx
        .selectFrom('invitations')
        .innerJoin('restaurants', 'restaurants.id', 'invitations.restaurant_id')
        .selectAll('invitations')
        .select('restaurants.name as restaurant')
        .where('token_hash', '=', hashToken(token))
        .where('expires_at', '>', clock())
        .where('restaurants.closed_at', 'is', null)
        .executeTakeFirst(),
    { readOnly: true },
  );
  if (found === undefined) throw new Refusal('staff.invitation_invalid');
  const { restaurant, ...invitation } = found;
  return { invitation, restaurant };
}

interface NewColleague {
  token: string;
  firstName: string;
  lastName: string;
  password: string;
}

/**
 * Opens an account for the invited person, in place of one of theirs that works nowhere any more, or of one that somebody has opened with
 * their email and never confirmed, and signs them in. The link works once; a refused password does not use it up.
 * @throws staff.invitation_invalid, auth.weak_password, auth.email_taken, auth.company_required, server.unavailable
 */
export async function acceptInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'streams'>,
  { token, firstName, lastName, password }: NewColleague,
  requestId: string,
  { clientAddress, userAgent, language }: Client,
): Promise<SignedIn> {
  const { db, passwords } = deps;
  const now = deps.clock();
  const { invitation, restaurant } = await requireInvitation(deps, token);
  const { email, role, outlet_ids, restaurant_id: restaurantId } = invitation;
  await requireStrongPassword(password, { email, firstName, lastName, restaurant });
  if (await isEmailTaken(db, email, true)) throw emailTaken();
  const passwordHash = await passwords.hash(password);
  const nobodysNumber = { countryCode: '', mobileNumber: '' };
  const signedIn = await platformTransaction(db, 'sign-up', async (tx) => {
    if (!(await takeInvitation(tx, token))) throw new Refusal('staff.invitation_invalid');
    const ended = await deleteUnproved(tx, email, { requestId, at: now });
    const user = await insertUser(
      tx,
      { email, firstName, lastName, passwordHash, language, userType: 'merchant', ...nobodysNumber },
      now,
    );
    if (user === null) throw emailTaken();
    await insertMembership(tx, restaurantId, { userId: user.id, role, outletIds: outlet_ids }, now);
    const actor = { kind: role, userId: user.id, name: `${firstName} ${lastName}` };
    await appendAuditEntry(
      tx,
      restaurantId,
      { actor, requestId, at: now },
      { action: 'staff.joined', subject: email, details: { role, invitedBy: invitation.invited_by_name } },
    );
    // The link was mailed, so following it proves the email.
    await noteProven(tx, restaurantId, email, now);
    if (role === 'owner') await noteOwnerVerified(tx, restaurantId, { actor, requestId, at: now }, email);
    // Their company lets them in from here on: the account exists, and the answer says where to go.
    if (await mustUseCompany(tx, restaurantId, user, role)) return { user, ended, session: null };
    const session = await createSession(tx, { kind: 'merchant', userId: user.id, restaurantId }, now, userAgent);
    return { user, ended, session };
  });
  forgetCallers(deps, signedIn.ended);
  if (signedIn.session === null) throw new Refusal('auth.company_required');
  await rememberAddress(db, email, clientAddress, now);
  const workplace = await findWorkplace(db, signedIn.user.id, restaurantId);
  return { token: { token: signedIn.session }, ...accountOnWire(signedIn.user, workplace) };
}

/** Uses the link up; exactly one of several parallel callers gets true. */
async function takeInvitation(tx: Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
