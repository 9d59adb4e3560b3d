/** The mails to the owners of a restaurant that is closed or opened again. `origin` comes from the configuration. */
import type { Language } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { greeting, placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import type { Owner } from '../owners.ts';

/** The notice after an owner has closed the restaurant: the consequences, and how to reopen it. */
export function closedMail(
  { email, first_name, language }: Owner,
  restaurant: string,
  eraseAt: Date,
  origin: string,
): MailMessage {
  const { closed } = words[language];
  const place = placeInMessage(restaurant, language);
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return mailOf({
    to: email,
    language,
    subject: closed.subject(place),
    paragraphs: [greeting(first_name, language), closed.told(place), closed.until(day.format(eraseAt))],
    link: { label: closed.logIn, address: `${origin}/login` },
    after: [closed.notYou],
  });
}

export function reopenedMail({ email, first_name, language }: Owner, restaurant: string, origin: string): MailMessage {
  const { reopened } = words[language];
  const place = placeInMessage(restaurant, language);
  return mailOf({
    to: email,
    language,
    subject: reopened.subject(place),
    paragraphs: [greeting(first_name, language), reopened.told(place)],
    link: { label: reopened.open, address: `${origin}/dashboard` },
  });
}

/** Digits are Latin in every language. */
/** English of no region is American to `Intl`: it puts the month first. */
const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-AE-u-nu-latn' };

interface OffboardingWords {
  closed: {
    subject: (place: string) => string;
    told: (place: string) => string;
    until: (day: string) => string;
    logIn: string;
    notYou: string;
  };
  reopened: { subject: (place: string) => string; told: (place: string) => string; open: string };
}

const words: Record<Language, OffboardingWords> = {
  en: {
    closed: {
      subject: (place) => `${place} is closed`,
      told: (place) =>
        `${place} was closed on Order Manager. Guests cannot order any more, and everybody who works there was logged out.`,
      until: (day) =>
        `For ${limits.reopenDays} days nothing is lost: until ${day} you can log in and open it again with one button, or download everything. After that all of it is erased for good.`,
      logIn: 'Log in',
      notYou: 'If it was not you, log in, open the restaurant again and choose a new password.',
    },
    reopened: {
      subject: (place) => `${place} is open again`,
      told: (place) =>
        `${place} was opened again. Everything is as it was, guests can order in its opening hours, and nothing will be erased.`,
      open: 'Open Order Manager',
    },
  },
  ar: {
    closed: {
      subject: (place) => `أُغلق مطعم ${place}`,
      told: (place) => `أُغلق مطعم ${place} في Order Manager. لم يعد بإمكان الضيوف الطلب، وسُجّل خروج كل من يعمل فيه.`,
      until: (day) =>
        `لن يضيع شيء خلال ${limits.reopenDays} يومًا: حتى ${day} يمكنك تسجيل الدخول وإعادة فتحه بزر واحد أو تنزيل كل البيانات، وبعد ذلك تُمحى كلها نهائيًا.`,
      logIn: 'تسجيل الدخول',
      notYou: 'إن لم تكن أنت من أغلقه فسجّل الدخول وأعد فتح المطعم واختر كلمة مرور جديدة.',
    },
    reopened: {
      subject: (place) => `أُعيد فتح مطعم ${place}`,
      told: (place) => `أُعيد فتح مطعم ${place}. كل شيء كما كان، ويمكن للضيوف الطلب في ساعات العمل، ولن يُمحى شيء.`,
      open: 'افتح Order Manager',
    },
  },
};
