/**
 * Every confirmation of a change: its code and the English sentence, in the specification's spelling where it has one
 * (core-setup 8, order-operations 8). `{words}` are filled from the details.
 */
import { type Details, type DetailsArgument, fillSentence, type PlainCode } from './sentence.ts';

export const successText = {
  'record.added': 'Your record was successfully added',
  'record.updated': 'The record is successfully updated',
  'record.deleted': 'The record is successfully deleted',
  /** The second part of the specification says it so of delivery areas. */
  'record.removed': 'The record was successfully deleted',
  'record.restored': 'The record was restored',
  'record.linked': 'The record have been linked',
  'record.unlinked': 'The record have been unlinked',
  'records.updated': 'Records updated: {count}',
  'records.deleted': 'Records deleted: {count}',
  'records.restored': 'Records restored: {count}',

  'item.created': 'item is successfully created',
  'modifier.created': 'modifier is successfully created',
  'list.linked': 'Modifier list linked successfully',
  'list.unlinked': 'Modifier list unlinked successfully',
  'menu.imported': 'The menu was imported',
  'menu.import_undone': 'The import was undone',
  'menu.import_foreseen': 'Nothing was changed',
  'menu.import_idle': 'Everything is as in the file already',

  'outlet.linked': 'Oulet linked successfully',
  'outlet.unlinked': 'Oulet unlinked successfully',
  'outlet.updated': 'Outlet details was updated',
  'outlet.deleted': 'Your outlet was successfully deleted',
  'outlet.accepting': 'Your outlet is accepting orders',
  'outlet.not_accepting': 'Your outlet is not accepting orders',
  'outlet.busy': 'Guests see longer times',
  'outlet.not_busy': 'Guests see the usual times',
  'restaurant.closed': 'The restaurant is closed',
  'restaurant.reopened': 'The restaurant is open again',
  'ticket.sent': 'The ticket goes to {printers}',
  'printer.test_sent': 'The test page is on its way',

  'account.language_chosen': 'Mails to you come in this language',
  'account.signed_out': 'You are logged out',
  'account.signed_out_everywhere': 'You are logged out everywhere',
  'account.signed_out_of_restaurant': 'You are logged out of this restaurant on all devices',
  'account.session_ended': 'Logged out',
  'account.reset_requested': 'If this email has an account, a link is on its way to it',
  'account.email_verified': 'Your email is confirmed',
  'account.verification_sent': 'A new link is on its way to you',
  'account.email_changed': 'The link is on its way to the new email',
  'contact.code_sent': 'The code is on its way',
  'contact.confirmed': 'Confirmed: order alerts go there from now on',
  'account.password_changed': 'Your password is changed',
  'account.factor_on': 'Two-step verification is on',
  'account.factor_off': 'Two-step verification is off',
  'account.codes_renewed': 'You have new recovery codes',
  'account.passkey_added': 'You can log in with this passkey now',
  'account.passkey_renamed': 'The name is changed',
  'account.passkey_removed': 'The passkey is removed',
  'account.company_link_sent': 'If your company logs in here, a link is on its way to this email',
  'account.pin_set': 'Your PIN is set',
  'account.pin_removed': 'You have no PIN any more',
  'tablet.shared': 'This device is shared now',
  'tablet.unshared': 'This device is not shared any more',
  'tablet.locked': 'Locked',
  'customer.code_sent': 'The code is on its way',
  'customer.erased': 'Your account and your data are deleted',

  'message.resent': 'The message is on its way again',
  'staff.invited': 'The invitation is on its way',
  'staff.invited_again': 'The invitation is on its way again',
  'staff.invitation_cancelled': 'The invitation is taken back',
  'staff.role_changed': 'The role is changed',
  'staff.outlets_changed': 'Saved: they log in again',
  'staff.removed': 'They work here no longer',
  'platform.approved': '{name} is approved',
  'platform.cancelled': '{name} is cancelled',
  'platform.user_disabled': 'The account is disabled',
  'platform.user_enabled': 'The account can sign in again',
  'platform.user_signed_out': 'They are signed out everywhere',
  'platform.support_ended': 'The support view is ended',
} as const satisfies Record<string, string>;

type SuccessCode = keyof typeof successText;
/** A confirmation that needs no details. */
export type PlainSuccessCode = PlainCode<typeof successText>;

/** The confirmation of a change. `msg` is the English sentence, for clients without words of their own. */
export interface Confirmation {
  success: true;
  code: SuccessCode;
  details?: Details | undefined;
  msg: string;
}

export function confirmationOf<Code extends SuccessCode>(
  code: Code,
  ...[details]: DetailsArgument<(typeof successText)[Code]>
): Confirmation {
  const msg = fillSentence(successText[code], details);
  return details === undefined ? { success: true, code, msg } : { success: true, code, details, msg };
}
