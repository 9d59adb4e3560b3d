import type { AuditAction } from '#contract/staff/audit-log.ts';
import { words } from '../../words/words.ts';

const text = words.staff.auditLog.actions;

/** The subject of a message that was sent again is its kind. */
const messageKinds: Partial<Record<string, string>> = words.general.unsent.kinds;

/** The subject of a gateway is its kind. */
const gateways: Partial<Record<string, string>> = words.payments.gateways;

type Sentence = string | ((values: { subject: string }) => string);

const sentences: Record<AuditAction, Sentence> = {
  'account.signed_in': text.account.signedIn,
  'account.sign_in_failed': text.account.signInFailed,
  'account.email_changed': text.account.emailChanged,
  'account.email_verified': text.account.emailVerified,
  'account.factor_on': text.account.factorOn,
  'account.factor_off': text.account.factorOff,
  'account.factor_reset': text.account.factorReset,
  'account.recovery_codes_renewed': text.account.recoveryCodesRenewed,
  'account.passkey_added': text.account.passkeyAdded,
  'account.passkey_removed': text.account.passkeyRemoved,
  'account.pin_locked': text.account.pinLocked,
  'account.company_linked': text.account.companyLinked,
  'account.company_unlinked': text.account.companyUnlinked,
  'account.company_ended': text.account.companyEnded,
  'company.connected': text.company.connected,
  'company.switched': text.company.switched,
  'company.disconnected': text.company.disconnected,
  'tablet.shared': text.tablet.shared,
  'tablet.unshared': text.tablet.unshared,
  'item.price_changed': text.item.priceChanged,
  'items.prices_changed': text.items.pricesChanged,
  'item.sold_out': text.item.soldOut,
  'item.back': text.item.back,
  'outlet.paused': text.outlet.paused,
  'outlet.resumed': text.outlet.resumed,
  'outlet.busy': text.outlet.busy,
  'outlet.not_busy': text.outlet.notBusy,
  'outlet.changed': text.outlet.changed,
  'outlet.hours_changed': text.outlet.hoursChanged,
  'outlet.payment_changed': text.outlet.paymentChanged,
  'outlet.deleted': text.outlet.deleted,
  'outlet.restored': text.outlet.restored,
  'special_day.set': text.outlet.daySet,
  'special_day.removed': text.outlet.dayRemoved,
  'area.added': text.areas.added,
  'area.changed': text.areas.changed,
  'area.deleted': text.areas.deleted,
  'area.restored': text.areas.restored,
  'staff.invited': text.staff.invited,
  'staff.invitation_cancelled': text.staff.invitationCancelled,
  'staff.joined': text.staff.joined,
  'staff.role_changed': text.staff.roleChanged,
  'staff.outlets_changed': text.staff.outletsChanged,
  'staff.removed': text.staff.removed,
  'restaurant.closed': text.restaurant.closed,
  'restaurant.reopened': text.restaurant.reopened,
  'restaurant.exported': text.restaurant.exported,
  'restaurant.read_in': text.restaurant.readIn,
  'restaurant.settings_changed': text.restaurant.settingsChanged,
  'restaurant.address_changed': text.restaurant.addressChanged,
  'restaurant.domain_changed': text.restaurant.domainChanged,
  'gateway.connected': ({ subject }) => text.payments.connected({ subject: gateways[subject] ?? subject }),
  'gateway.disconnected': ({ subject }) => text.payments.disconnected({ subject: gateways[subject] ?? subject }),
  'offer.added': text.offers.added,
  'offer.changed': text.offers.changed,
  'offer.deleted': text.offers.deleted,
  'driver.added': text.drivers.added,
  'driver.changed': text.drivers.changed,
  'driver.link_renewed': text.drivers.linkRenewed,
  'driver.removed': text.drivers.removed,
  'driver.shift_settled': text.drivers.shiftSettled,
  'courier.connected': text.couriers.connected,
  'courier.changed': text.couriers.changed,
  'courier.removed': text.couriers.removed,
  'payment.refunded': text.payments.refunded,
  'payment.refund_dropped': text.payments.refundDropped,
  'problem.answered': text.payments.problemAnswered,
  'payment.money_gone': text.payments.moneyGone,
  'payment.disputed': text.payments.disputed,
  'payment.refund_failed': text.payments.refundFailed,
  'payment.problem_seen': text.payments.problemSeen,
  'message.resent': ({ subject }) => text.message.resent({ what: messageKinds[subject] ?? subject }),
  'orders.exported': text.orders.exported,
  'report.exported': text.report.exported,
  'guests.exported': text.guests.exported,
  'audit.exported': text.auditLog.exported,
  'guest.erased': text.guests.erasedOnRequest,
  'guests.erased': text.guests.erased,
  'guest.stamps_corrected': text.guests.stampsCorrected,
  'admin.restaurant_created': text.admin.restaurantCreated,
  'admin.restaurant_approved': text.admin.restaurantApproved,
  'admin.restaurant_cancelled': text.admin.restaurantCancelled,
  'admin.budget_changed': text.admin.budgetChanged,
  'admin.user_disabled': text.admin.userDisabled,
  'admin.user_enabled': text.admin.userEnabled,
  'support.began': text.supportAccess.began,
  'support.ended': text.supportAccess.ended,
  'admin.sessions_ended': text.admin.sessionsEnded,
};

/**
 * 'Invited anna@example.com'; `subject` is whom or what the action was about. A server that is newer than the open page writes actions
 * that have no sentence here.
 */
export function auditSentence(action: AuditAction, subject: string): string {
  const sentence = (sentences as Partial<typeof sentences>)[action] ?? words.staff.auditLog.newerAction;
  return typeof sentence === 'string' ? sentence : sentence({ subject });
}
