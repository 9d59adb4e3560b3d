import type { Language } from '#contract/base/enumerations.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';

interface Admin {
  email: string;
  language: Language;
}

/** Tells every admin who can sign in, once for each key. */
export async function mailAdmins(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  key: string,
  mailTo: (admin: Admin) => MailMessage,
): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('user_type', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute();
  for (const { id, ...admin } of admins) {
    const message = { kind: 'backup_problem', restaurantId: null, content: mailTo(admin) } as const;
    await sendMessage(tx, deps, { ...message, key: `backup ${key} ${id}` });
  }
}

/** `problem` is the program's own sentence, which is English. */
export function backupFailedMail({ email: to, language }: Admin, tries: number, problem: string): MailMessage {
  const { subject, before, after } = words[language].failed;
  return mailOf({ to, language, subject, paragraphs: [before(tries), problem, after] });
}

export function backupLateMail({ email: to, language }: Admin, verifiedAt: Date | null): MailMessage {
  const { subject, none, last, told, look } = words[language].late;
  const lastOne = verifiedAt === null ? none : last(verifiedAt.toISOString());
  return mailOf({ to, language, subject, paragraphs: [`${told} ${lastOne}`, look] });
}

interface BackupWords {
  failed: { subject: string; before: (tries: number) => string; after: string };
  late: { subject: string; told: string; none: string; last: (time: string) => string; look: string };
}

const words: Record<Language, BackupWords> = {
  en: {
    failed: {
      subject: 'The backup failed',
      before: (tries) => `Order Manager tried ${tries} times to back its database up, and could not:`,
      after:
        'Older backups are kept. The next one is tried tomorrow, or as soon as you press Send again above the list of restaurants.',
    },
    late: {
      subject: 'There is no recent backup',
      told: 'Order Manager has made no backup of its database for more than a day and a half.',
      none: 'There is none yet.',
      last: (time) => `The last one is of ${time}.`,
      look: 'Look at BACKUP_DIR or BACKUP_BUCKET and at the log of the server; npm run cli -- doctor says more.',
    },
  },
  ar: {
    failed: {
      subject: 'فشل النسخ الاحتياطي',
      before: (tries) => `لم ينجح Order Manager في نسخ قاعدة بياناته احتياطيًا، وعدد المحاولات ${tries}:`,
      after: 'النسخ الأقدم محفوظة. تُجرى المحاولة التالية غدًا، أو حين تضغط «إعادة الإرسال» أعلى قائمة المطاعم.',
    },
    late: {
      subject: 'لا توجد نسخة احتياطية حديثة',
      told: 'لم ينشئ Order Manager نسخة احتياطية من قاعدة بياناته منذ أكثر من يوم ونصف.',
      none: 'لا توجد أي نسخة بعد.',
      last: (time) => `تاريخ آخر نسخة: ${time}.`,
      look: 'راجع BACKUP_DIR أو BACKUP_BUCKET وسجل الخادم، وللتفاصيل شغّل الأمر npm run cli -- doctor',
    },
  },
};
