import type { Language, Role } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { greeting, personInMessage, placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import type { InvitationRow } from './queries.ts';

/**
 * The mail with the link of an invitation, in the language of the inviting person: nobody knows that of the invited one.
 * `origin` comes from the configuration.
 */
export function invitationMail(
  { email, role, invited_by_name: by }: Pick<InvitationRow, 'email' | 'role' | 'invited_by_name'>,
  restaurant: string,
  origin: string,
  token: string,
  language: Language,
): MailMessage {
  const { subject, invites, accept, after } = words[language];
  const place = placeInMessage(restaurant, language);
  return mailOf({
    to: email,
    language,
    subject: subject(place),
    paragraphs: [greeting('', language), invites(personInMessage(by, language), place, role)],
    link: { label: accept, address: `${origin}/accept-invitation?token=${token}` },
    after,
  });
}

interface InvitationWords {
  subject: (place: string) => string;
  invites: (by: string, place: string, role: Role) => string;
  /** The label of the link. */
  accept: string;
  after: readonly string[];
}

const englishRoles: Record<Role, string> = { owner: 'its owner', manager: 'a manager', staff: 'a member of staff' };
const arabicRoles: Record<Role, string> = { owner: 'مالكًا', manager: 'مديرًا', staff: 'موظفًا' };

const words: Record<Language, InvitationWords> = {
  en: {
    subject: (place) => `${place} invites you to Order Manager`,
    invites: (by, place, role) => `${by} invites you to ${place}, as ${englishRoles[role]}.`,
    accept: 'Accept the invitation',
    after: [
      `The link works once, for ${limits.invitationValidDays} days. A newer one replaces it.`,
      'If you do not know the restaurant, there is nothing to do.',
    ],
  },
  ar: {
    subject: (place) => `دعوة من ${place} إلى Order Manager`,
    invites: (by, place, role) => `دعاك ${by} إلى ${place} بصفتك ${arabicRoles[role]}.`,
    accept: 'قبول الدعوة',
    after: [
      `يعمل الرابط مرة واحدة خلال ${limits.invitationValidDays} أيام، وكل رابط أحدث يحل محله.`,
      'إن كنت لا تعرف هذا المطعم فلا يلزمك شيء.',
    ],
  },
};
