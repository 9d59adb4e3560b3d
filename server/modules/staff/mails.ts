import { limits } from '#contract/base/limits.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { personInMessage, placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import type { InvitationRow } from './queries.ts';
import type { Role } from '#contract/base/enumerations.ts';

const roles: Record<Role, string> = { owner: 'its owner', manager: 'a manager', staff: 'a member of staff' };

/** The mail with the link of an invitation. `origin` comes from the configuration. */
export function invitationMail(
  { email, role, invited_by_name: by }: InvitationRow,
  restaurant: string,
  origin: string,
  token: string,
): MailMessage {
  const place = placeInMessage(restaurant);
  return mailOf({
    to: email,
    subject: `${place} invites you to Order Manager`,
    paragraphs: ['Hello,', `${personInMessage(by)} invites you to ${place}, as ${roles[role]}.`],
    link: { label: 'Accept the invitation', address: `${origin}/accept-invitation?token=${token}` },
    after: [
      `The link works once, for ${limits.invitationValidDays} days. A newer one replaces it.`,
      'If you do not know the restaurant, there is nothing to do.',
    ],
  });
}
