/** The mails to a person about their account, in their language. `origin` is the configured one: a `Host` header could be forged (R5). */
import type { Language } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { greeting, placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import type { User } from './queries.ts';

type Recipient = Pick<User, 'email' | 'first_name' | 'language'>;

/** The sentences of one mail. */
interface Sentences {
  subject: string;
  paragraphs: readonly string[];
  /** The label of the link. */
  link: string;
  after?: readonly string[];
}

/** The mail with the link to choose a new password. */
export function resetMail(user: Recipient, origin: string, token: string): MailMessage {
  return mailTo(user, words[user.language].reset, `${origin}/recover-password?token=${token}`);
}

/** The mail with the link that confirms the email of a new account. */
export function verificationMail(user: Recipient, origin: string, token: string): MailMessage {
  return mailTo(user, words[user.language].verification, `${origin}/verify-email?token=${token}`);
}

/** The notice that the second factor was turned on or off, sent whoever did it. */
export function factorChangedMail(user: Recipient, origin: string, isOn: boolean): MailMessage {
  const { factorOn, factorOff } = words[user.language];
  return mailTo(user, isOn ? factorOn : factorOff, `${origin}/forgot-password`);
}

/** The notice that a passkey was added or removed, sent whoever did it. */
export function passkeyChangedMail(user: Recipient, origin: string, isAdded: boolean): MailMessage {
  const { passkeyAdded, passkeyRemoved } = words[user.language];
  return mailTo(user, isAdded ? passkeyAdded : passkeyRemoved, `${origin}/dashboard/account/security`);
}

/** The notice that the operator of the server took a lost second factor off. */
export function factorResetMail(user: Recipient, origin: string): MailMessage {
  return mailTo(user, words[user.language].factorReset, `${origin}/forgot-password`);
}

/** The mail with the link to the sign-in of their company, and to no other restaurant than this. */
export function companyLinkMail(user: Recipient, origin: string, token: string, restaurant: string): MailMessage {
  return mailTo(
    user,
    companyWords[user.language].link(placeInMessage(restaurant, user.language)),
    `${origin}/login/company?token=${token}`,
  );
}

/** The notice that the account was linked with one at the company, sent whoever did it. */
export function companyLinkedMail(user: Recipient, origin: string, restaurant: string): MailMessage {
  return mailTo(
    user,
    companyWords[user.language].linked(placeInMessage(restaurant, user.language)),
    `${origin}/forgot-password`,
  );
}

/** The notice that the password was changed, sent whoever did it. */
export function passwordChangedMail(user: Recipient, origin: string): MailMessage {
  return mailTo(user, words[user.language].passwordChanged, `${origin}/forgot-password`);
}

/** The notice that the password was changed by a mailed link, which has removed the other ways in. */
export function passwordRecoveredMail(user: Recipient, origin: string): MailMessage {
  return mailTo(user, words[user.language].passwordRecovered, `${origin}/forgot-password`);
}

function mailTo({ email, first_name, language }: Recipient, sentences: Sentences, address: string): MailMessage {
  const { subject, paragraphs, link, after } = sentences;
  return mailOf({
    to: email,
    language,
    subject,
    paragraphs: [greeting(first_name, language), ...paragraphs],
    link: { label: link, address },
    ...(after !== undefined && { after }),
  });
}

type Mails =
  | 'reset'
  | 'verification'
  | 'factorOn'
  | 'factorOff'
  | 'factorReset'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passwordChanged'
  | 'passwordRecovered';

const resetMinutes = limits.resetValidSeconds / 60;
const verificationHours = limits.verificationValidHours;

const companyLinkMinutes = limits.companyLinkSeconds / 60;

const companyWords: Record<Language, Record<'link' | 'linked', (restaurant: string) => Sentences>> = {
  en: {
    link: (restaurant) => ({
      subject: `Log in to ${restaurant} with your company`,
      paragraphs: [
        `Somebody, hopefully you, wants to log in to Order Manager for ${restaurant} with the company's account.`,
      ],
      link: 'Log in with your company',
      after: [
        `The link works once, for ${companyLinkMinutes} minutes.`,
        'If it was not you, there is nothing to do: without your company nobody gets in.',
      ],
    }),
    linked: (restaurant) => ({
      subject: `Your company logs you in to ${restaurant}`,
      paragraphs: [
        `Your Order Manager account is now linked with your company's account. With it you log in to ${restaurant}, and to nothing else.`,
        'If it was not you, choose a new password at once, and tell an owner of the restaurant:',
      ],
      link: 'Choose a new password',
    }),
  },
  ar: {
    link: (restaurant) => ({
      subject: `الدخول إلى ${restaurant} بحساب شركتك`,
      paragraphs: [`طلب أحدهم، ونرجو أن يكون أنت، الدخول إلى Order Manager لدى ${restaurant} بحساب الشركة.`],
      link: 'الدخول بحساب الشركة',
      after: [
        `يعمل الرابط مرة واحدة خلال ${companyLinkMinutes} دقيقة.`,
        'إن لم تطلب ذلك فلا يلزمك شيء، فلا أحد يدخل دون شركتك.',
      ],
    }),
    linked: (restaurant) => ({
      subject: `شركتك تُدخلك إلى ${restaurant}`,
      paragraphs: [
        `رُبط حسابك في Order Manager بحسابك في شركتك، وبه تدخل إلى ${restaurant} ولا شيء غيره.`,
        'إن لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا وأبلغ أحد مالكي المطعم:',
      ],
      link: 'اختر كلمة مرور جديدة',
    }),
  },
};

const words: Record<Language, Record<Mails, Sentences>> = {
  en: {
    reset: {
      subject: 'Choose a new password',
      paragraphs: ['Somebody, hopefully you, asked for a new password for your Order Manager account.'],
      link: 'Choose a new password',
      after: [
        `The link works once, for ${resetMinutes} minutes. A newer one replaces it.`,
        'If it was not you, there is nothing to do: your password stays as it is.',
      ],
    },
    verification: {
      subject: 'Confirm your email',
      paragraphs: [
        'Confirm that this is your email. Your restaurant then takes orders, and you can invite your people.',
      ],
      link: 'Confirm your email',
      after: [
        `The link works once, for ${verificationHours} hours. A newer one replaces it.`,
        'If you have not signed up for Order Manager, there is nothing to do: without you nothing is sent in your name.',
      ],
    },
    factorOn: {
      subject: 'Your second factor is on',
      paragraphs: [
        'From now on you log in to Order Manager with your password and a code of your authenticator app. Other devices were logged out.',
        'If it was not you, choose a new password at once:',
      ],
      link: 'Choose a new password',
    },
    factorOff: {
      subject: 'Your second factor is off',
      paragraphs: [
        'From now on you log in to Order Manager with your password alone.',
        'If it was not you, choose a new password at once:',
      ],
      link: 'Choose a new password',
    },
    factorReset: {
      subject: 'Your second factor was taken off',
      paragraphs: [
        'You said that your authenticator app and your recovery codes are lost, so the second factor and the passkeys of your Order Manager account were taken off. All devices were logged out.',
        'If it was not you who asked, choose a new password at once:',
      ],
      link: 'Choose a new password',
    },
    passkeyAdded: {
      subject: 'A passkey was added to your account',
      paragraphs: [
        'From now on you can log in to Order Manager with this passkey, without your password.',
        'If it was not you, remove the passkey at once, and choose a new password:',
      ],
      link: 'Look at your passkeys',
    },
    passkeyRemoved: {
      subject: 'A passkey was removed from your account',
      paragraphs: [
        'Nobody can log in to Order Manager with this passkey any more. Devices that had logged in with it were logged out.',
        'If it was not you, choose a new password at once, and look at your passkeys:',
      ],
      link: 'Look at your passkeys',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your Order Manager account has just been changed, and other devices were logged out.',
        'If it was not you, choose a new password at once:',
      ],
      link: 'Choose a new password',
    },
    passwordRecovered: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your Order Manager account has just been changed with the link that we mailed you, and all devices were logged out.',
        'Passkeys and links with a company were removed, so that nobody else gets in with them. If you had any, log in with the new password and add them again.',
        'If it was not you, choose a new password at once:',
      ],
      link: 'Choose a new password',
    },
  },
  ar: {
    reset: {
      subject: 'اختر كلمة مرور جديدة',
      paragraphs: ['طلب أحدهم، ونرجو أن يكون أنت، كلمة مرور جديدة لحسابك في Order Manager.'],
      link: 'اختر كلمة مرور جديدة',
      after: [
        `يعمل الرابط مرة واحدة خلال ${resetMinutes} دقيقة، وكل رابط أحدث يحل محله.`,
        'إن لم تطلب ذلك فلا يلزمك شيء، وتبقى كلمة مرورك كما هي.',
      ],
    },
    verification: {
      subject: 'أكّد بريدك الإلكتروني',
      paragraphs: ['أكّد أن هذا بريدك الإلكتروني، فيبدأ مطعمك باستقبال الطلبات ويمكنك دعوة فريق عملك.'],
      link: 'تأكيد البريد الإلكتروني',
      after: [
        `يعمل الرابط مرة واحدة خلال ${verificationHours} ساعة، وكل رابط أحدث يحل محله.`,
        'إن لم تسجّل في Order Manager فلا يلزمك شيء، ولن يُرسل شيء باسمك.',
      ],
    },
    factorOn: {
      subject: 'فُعّل التحقق بخطوتين في حسابك',
      paragraphs: [
        'من الآن تدخل إلى Order Manager بكلمة المرور وبرمز من تطبيق المصادقة. سُجّل الخروج من الأجهزة الأخرى.',
        'إن لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا:',
      ],
      link: 'اختر كلمة مرور جديدة',
    },
    factorOff: {
      subject: 'أُوقف التحقق بخطوتين في حسابك',
      paragraphs: [
        'من الآن تدخل إلى Order Manager بكلمة المرور وحدها.',
        'إن لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا:',
      ],
      link: 'اختر كلمة مرور جديدة',
    },
    factorReset: {
      subject: 'أُزيل التحقق بخطوتين من حسابك',
      paragraphs: [
        'أفدت بفقدان تطبيق المصادقة ورموز الاسترداد، فأُزيل التحقق بخطوتين ومفاتيح المرور من حسابك في Order Manager وسُجّل الخروج من كل الأجهزة.',
        'إن لم تكن أنت من طلب ذلك فاختر كلمة مرور جديدة فورًا:',
      ],
      link: 'اختر كلمة مرور جديدة',
    },
    passkeyAdded: {
      subject: 'أُضيف مفتاح مرور إلى حسابك',
      paragraphs: [
        'من الآن يمكنك الدخول إلى Order Manager بمفتاح المرور هذا دون كلمة المرور.',
        'إن لم تكن أنت من فعل ذلك فأزل مفتاح المرور فورًا واختر كلمة مرور جديدة:',
      ],
      link: 'راجع مفاتيح المرور',
    },
    passkeyRemoved: {
      subject: 'أُزيل مفتاح مرور من حسابك',
      paragraphs: [
        'لم يعد بإمكان أحد الدخول إلى Order Manager بمفتاح المرور هذا، وسُجّل الخروج من الأجهزة التي دخلت به.',
        'إن لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا وراجع مفاتيح المرور:',
      ],
      link: 'راجع مفاتيح المرور',
    },
    passwordChanged: {
      subject: 'غُيّرت كلمة مرورك',
      paragraphs: [
        'غُيّرت للتو كلمة مرور حسابك في Order Manager، وسُجّل الخروج من الأجهزة الأخرى.',
        'إن لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا:',
      ],
      link: 'اختر كلمة مرور جديدة',
    },
    passwordRecovered: {
      subject: 'غُيّرت كلمة مرورك',
      paragraphs: [
        'غُيّرت للتو كلمة مرور حسابك في Order Manager بالرابط الذي أرسلناه إلى بريدك، وسُجّل الخروج من كل الأجهزة.',
        'أُزيلت مفاتيح المرور وروابط الحساب بالشركة حتى لا يدخل بها أحد غيرك. إن كان لديك شيء منها فادخل بكلمة المرور الجديدة وأضفه من جديد.',
        'إن لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا:',
      ],
      link: 'اختر كلمة مرور جديدة',
    },
  },
};
