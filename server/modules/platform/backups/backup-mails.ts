import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';

/** Tells every admin who can sign in, once for each key. */
export async function mailAdmins(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  key: string,
  mailTo: (email: string) => MailMessage,
): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('user_type', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute();
  for (const { id, email } of admins) {
    const message = { kind: 'backup_problem', restaurantId: null, content: mailTo(email) } as const;
    await sendMessage(tx, deps, { ...message, key: `backup ${key} ${id}` });
  }
}

export function backupFailedMail(to: string, tries: number, problem: string): MailMessage {
  return mailOf({
    to,
    subject: 'The backup failed',
    paragraphs: [
      `Order Manager tried ${tries} times to back its database up, and could not:`,
      problem,
      'Older backups are kept. The next one is tried tomorrow, or as soon as you press Send again above the list of restaurants.',
    ],
  });
}

export function backupLateMail(to: string, verifiedAt: Date | null): MailMessage {
  const last = verifiedAt === null ? 'There is none yet.' : `The last one is of ${verifiedAt.toISOString()}.`;
  return mailOf({
    to,
    subject: 'There is no recent backup',
    paragraphs: [
      `Order Manager has made no backup of its database for more than a day and a half. ${last}`,
      'Look at BACKUP_DIR and at the log of the server; npm run cli -- doctor says more.',
    ],
  });
}
