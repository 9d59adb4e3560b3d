import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/db/transaction.ts';
import { unlinkEverywhere } from '../company/links.ts';
import { isEmailUnproved } from '../email-verification/unproved-email.ts';
import { removeAllPasskeys } from '../passkeys/change-passkeys.ts';
import type { User } from '../queries.ts';
import { removeUnprovedFactor } from '../second-factor/change-factor.ts';
import { deleteUnprovenFactor } from '../second-factor/second-factor.ts';

/**
 * Takes off an account, before its password is recovered by mail, what would let somebody in beside it: passkeys and links with companies,
 * which whoever once had the password may have added (decision 115). The second factor keeps the reader of a mailbox out and stays, unless
 * nobody has read a mail to the email before: then the account, its factor too, may be that of somebody who signed up with another's email.
 */
export async function removeOtherWaysIn(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  user: User,
  moment: { requestId: string; at: Date },
): Promise<void> {
  await removeAllPasskeys(tx, user, moment);
  await unlinkEverywhere(tx, user, moment);
  await deleteUnprovenFactor(tx, user.id);
  if (await isEmailUnproved(tx, user.id)) await removeUnprovedFactor(tx, deps, user, moment);
}
