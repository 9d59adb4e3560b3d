/** Memberships of a restaurant: roles, outlets, invitations and removals (R10, R25). */
import * as z from 'zod';
import { SignedIn } from '../accounts/accounts.ts';
import { proof, proofErrors } from '../accounts/proof.ts';
import { endpoint } from '../base/endpoint.ts';
import { email, done, idOf, idParams, instant, line, referencesTo } from '../base/fields.ts';
import type { InvitationId, OutletId, UserId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { roles } from '../base/enumerations.ts';

const role = z.enum(roles);

/** The outlets a person works at. Null means all outlets, including future ones; an owner always has null. */
const outletIds = z.array(idOf<OutletId>()).nullable();
const chosenOutlets = referencesTo<OutletId>(limits.outletsNamedMax)
  .refine((ids) => ids.length > 0, 'staff.outlets_missing')
  .nullable();

export const Colleague = z.object({
  _id: idOf<UserId>(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  outletIds,
  createdAt: instant,
  /** Null while signed in nowhere. */
  lastSeenAt: instant.nullable(),
  isYou: z.boolean(),
});
export type Colleague = z.infer<typeof Colleague>;

/** An invitation by mail that was not accepted yet. */
export const Invitation = z.object({
  _id: idOf<InvitationId>(),
  email: z.string(),
  role,
  outletIds,
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof Invitation>;

export const listStaff = endpoint({
  summary: 'The people who work in the restaurant, and the open invitations.',
  callers: ['owner'],
  inSupportAccess: 'never',
  answer: z.object({ staff: z.array(Colleague), invitations: z.array(Invitation) }),
  errors: [],
});

/** One endpoint: `area` is the first word of its path, `summary` says what it does. */
export const Ability = z.object({ area: z.string(), summary: z.string(), roles: z.array(role) });
export type Ability = z.infer<typeof Ability>;

export const getRoleMatrix = endpoint({
  summary: 'The rights of each role.',
  callers: ['owner'],
  answer: z.object({ abilities: z.array(Ability) }),
  errors: [],
});

/** A second invitation to the same email replaces the first and voids its link. An owner's takes the proof. */
export const inviteStaff = endpoint({
  summary: 'Invite somebody by mail to work in the restaurant.',
  callers: ['owner'],
  body: z.object({ email, role, outletIds: chosenOutlets.optional(), ...proof }),
  answer: z.object({ invitation: Invitation, ...done.shape }),
  errors: [
    'auth.email_unverified',
    'staff.works_here',
    'staff.too_many',
    'rate.limited',
    'request.not_found',
    ...proofErrors,
  ],
});

export const resendInvitation = endpoint({
  summary: 'Send an invitation again. The link of the mail before is void.',
  callers: ['owner'],
  params: idParams<InvitationId>(),
  answer: z.object({ invitation: Invitation, ...done.shape }),
  errors: ['auth.email_unverified', 'request.not_found', 'rate.limited'],
});

export const cancelInvitation = endpoint({
  summary: 'Take an invitation back: its link is void.',
  callers: ['owner'],
  params: idParams<InvitationId>(),
  answer: done,
  errors: ['request.not_found'],
});

/**
 * Ends the person's sessions in this restaurant at once. Without `outletIds` their outlets stay the same. To make somebody
 * an owner, and to take that from somebody, takes the proof.
 */
export const updateRole = endpoint({
  summary: 'Change what a colleague may do, and at which outlets.',
  callers: ['owner'],
  params: idParams<UserId>(),
  body: z.object({ role, outletIds: chosenOutlets.optional(), ...proof }),
  answer: z.object({ colleague: Colleague, ...done.shape }),
  errors: ['request.not_found', 'staff.last_owner', ...proofErrors],
});

/** Ends the person's sessions in this restaurant at once. Their account, and what they did, stay. An owner's removal takes the proof. */
export const removeStaff = endpoint({
  summary: 'Let a colleague go.',
  callers: ['owner'],
  params: idParams<UserId>(),
  body: z.object(proof),
  answer: done,
  errors: ['request.not_found', 'staff.last_owner', ...proofErrors],
});

const token = z.string().max(limits.name);

export const findInvitation = endpoint({
  summary: 'The invitation of a link.',
  callers: ['anonymous'],
  body: z.object({ token }),
  answer: z.object({ restaurant: z.string(), email: z.string(), role, invitedBy: z.string() }),
  errors: ['staff.invitation_invalid'],
});

/** The link works once. */
export const acceptInvitation = endpoint({
  summary: 'Open an account with the link of an invitation, and sign in.',
  callers: ['anonymous'],
  body: z.object({
    token,
    firstName: line(limits.name),
    lastName: line(limits.name),
    password: z.string().max(limits.passwordMax * 4),
  }),
  answer: SignedIn,
  errors: ['staff.invitation_invalid', 'auth.weak_password', 'auth.email_taken', 'auth.company_required'],
});
