import { limits } from '#contract/base/limits.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { greeting } from '#server/modules/outbound/name-in-message.ts';
import type { User } from './queries.ts';

/**
 * The mail with the link to choose a new password. `origin` comes from the configuration: a `Host` header could be
 * forged (R5).
 */
export function resetMail({ email, first_name }: User, origin: string, token: string): MailMessage {
  return mailOf({
    to: email,
    subject: 'Choose a new password',
    paragraphs: [
      greeting(first_name),
      'Somebody, hopefully you, asked for a new password for your Order Manager account.',
    ],
    link: { label: 'Choose a new password', address: `${origin}/recover-password?token=${token}` },
    after: [
      `The link works once, for ${limits.resetValidSeconds / 60} minutes. A newer one replaces it.`,
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  });
}

/** The mail with the link that confirms the email of a new account. */
export function verificationMail({ email, first_name }: User, origin: string, token: string): MailMessage {
  return mailOf({
    to: email,
    subject: 'Confirm your email',
    paragraphs: [
      greeting(first_name),
      'Confirm that this is your email. Your restaurant then takes orders, and you can invite your people.',
    ],
    link: { label: 'Confirm your email', address: `${origin}/verify-email?token=${token}` },
    after: [
      `The link works once, for ${limits.verificationValidHours} hours. A newer one replaces it.`,
      'If you have not signed up for Order Manager, there is nothing to do: without you nothing is sent in your name.',
    ],
  });
}

/** The notice that the second factor was turned on or off, sent whoever did it. */
export function factorChangedMail({ email, first_name }: User, origin: string, isOn: boolean): MailMessage {
  return mailOf({
    to: email,
    subject: isOn ? 'Your second factor is on' : 'Your second factor is off',
    paragraphs: [
      greeting(first_name),
      isOn
        ? 'From now on you log in to Order Manager with your password and a code of your authenticator app. Other devices were logged out.'
        : 'From now on you log in to Order Manager with your password alone.',
      'If it was not you, choose a new password at once:',
    ],
    link: { label: 'Choose a new password', address: `${origin}/forgot-password` },
  });
}

/** The notice that the operator of the server took a lost second factor off. */
export function factorResetMail({ email, first_name }: User, origin: string): MailMessage {
  return mailOf({
    to: email,
    subject: 'Your second factor was taken off',
    paragraphs: [
      greeting(first_name),
      'You said that your authenticator app and your recovery codes are lost, so the second factor of your Order Manager account was taken off. All devices were logged out.',
      'If it was not you who asked, choose a new password at once:',
    ],
    link: { label: 'Choose a new password', address: `${origin}/forgot-password` },
  });
}

/** The notice that the password was changed, sent whoever did it. */
export function passwordChangedMail({ email, first_name }: User, origin: string): MailMessage {
  return mailOf({
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      greeting(first_name),
      'The password of your Order Manager account has just been changed, and other devices were logged out.',
      'If it was not you, choose a new password at once:',
    ],
    link: { label: 'Choose a new password', address: `${origin}/forgot-password` },
  });
}
