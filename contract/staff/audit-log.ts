/** The audit log: who did what in a restaurant. Append-only, and chained by hashes (R85). */
import * as z from 'zod';
import { proof, proofErrors } from '../accounts/proof.ts';
import { endpoint } from '../base/endpoint.ts';
import { instant } from '../base/fields.ts';
import { limits } from '../base/limits.ts';

/** The logged actions. `admin.*` are those of the platform. */
export const auditActions = [
  'account.signed_in',
  'account.sign_in_failed',
  'account.email_changed',
  'account.email_verified',
  'account.factor_on',
  'account.factor_off',
  'account.factor_reset',
  'account.recovery_codes_renewed',
  'account.passkey_added',
  'account.passkey_removed',
  'account.pin_locked',
  'account.company_linked',
  'account.company_unlinked',
  'account.company_ended',
  'company.connected',
  'company.switched',
  'company.disconnected',
  'tablet.shared',
  'tablet.unshared',
  'item.price_changed',
  'items.prices_changed',
  'item.sold_out',
  'item.back',
  'outlet.paused',
  'outlet.resumed',
  'outlet.busy',
  'outlet.not_busy',
  'outlet.changed',
  'outlet.hours_changed',
  'outlet.payment_changed',
  'outlet.deleted',
  'outlet.restored',
  'special_day.set',
  'special_day.removed',
  'area.added',
  'area.changed',
  'area.deleted',
  'area.restored',
  'staff.invited',
  'staff.invitation_cancelled',
  'staff.joined',
  'staff.role_changed',
  'staff.outlets_changed',
  'staff.removed',
  'driver.added',
  'driver.changed',
  'driver.link_renewed',
  'driver.removed',
  'driver.shift_settled',
  'courier.connected',
  'courier.changed',
  'courier.removed',
  'restaurant.exported',
  'restaurant.read_in',
  'restaurant.closed',
  'restaurant.reopened',
  'restaurant.settings_changed',
  'restaurant.address_changed',
  'restaurant.domain_changed',
  'gateway.connected',
  'gateway.disconnected',
  'offer.added',
  'offer.changed',
  'offer.deleted',
  'payment.refunded',
  'payment.refund_dropped',
  'problem.answered',
  'payment.money_gone',
  'payment.disputed',
  'payment.refund_failed',
  'payment.problem_seen',
  'message.resent',
  'orders.exported',
  'report.exported',
  'guests.exported',
  'audit.exported',
  'guest.erased',
  'guests.erased',
  'guest.stamps_corrected',
  'admin.restaurant_created',
  'admin.restaurant_approved',
  'admin.restaurant_cancelled',
  'admin.budget_changed',
  'admin.user_disabled',
  'admin.user_enabled',
  'admin.sessions_ended',
  'support.began',
  'support.ended',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** `details` has the values before and after, or the reason. */
export const AuditEntry = z.object({
  number: z.int(),
  at: instant,
  actor: z.object({ kind: z.string(), name: z.string() }),
  action: z.enum(auditActions),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * Newest first, older than entry number `before` where it is given. `isWhole` says whether the hash chain of all
 * entries is intact.
 */
export const listAudit = endpoint({
  summary: 'A page of the audit log.',
  callers: ['owner'],
  query: z.object({ before: z.coerce.number().int().positive().optional() }),
  inSupportAccess: 'never',
  answer: z.object({
    entries: z.array(AuditEntry).max(limits.listMax),
    total: z.int(),
    isWhole: z.boolean(),
  }),
  errors: [],
});

export const exportAudit = endpoint({
  summary: 'The whole audit log as CSV.',
  callers: ['owner'],
  body: z.object(proof),
  answer: 'file',
  errors: [...proofErrors],
});
