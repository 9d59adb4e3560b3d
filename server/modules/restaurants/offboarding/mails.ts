import { limits } from '#contract/base/limits.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { greeting, placeInMessage } from '#server/modules/outbound/name-in-message.ts';

export interface Owner {
  email: string;
  first_name: string;
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * The notice after an owner has closed the restaurant: the consequences, and how to reopen it. `origin` comes from the
 * configuration.
 */
export function closedMail(
  { email, first_name }: Owner,
  restaurant: string,
  eraseAt: Date,
  origin: string,
): MailMessage {
  const place = placeInMessage(restaurant);
  return mailOf({
    to: email,
    subject: `${place} is closed`,
    paragraphs: [
      greeting(first_name),
      `${place} was closed on Order Manager. Guests cannot order any more, and everybody who works there was logged out.`,
      `For ${limits.reopenDays} days nothing is lost: until ${day.format(eraseAt)} you can log in and open it again with one button, or download everything. After that all of it is erased for good.`,
    ],
    link: { label: 'Log in', address: `${origin}/login` },
    after: ['If it was not you, log in, open the restaurant again and choose a new password.'],
  });
}

export function reopenedMail({ email, first_name }: Owner, restaurant: string, origin: string): MailMessage {
  const place = placeInMessage(restaurant);
  return mailOf({
    to: email,
    subject: `${place} is open again`,
    paragraphs: [
      greeting(first_name),
      `${place} was opened again. Everything is as it was, guests can order in its opening hours, and nothing will be erased.`,
    ],
    link: { label: 'Open Order Manager', address: `${origin}/dashboard` },
  });
}
