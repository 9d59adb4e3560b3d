import type { Language } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { type Message, sendMessage } from '#server/modules/outbound/send-message.ts';

export interface Owner {
  email: string;
  first_name: string;
  language: Language;
}

/** Writes to each owner of a restaurant in their language. */
export async function mailOwners(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  restaurantId: RestaurantId,
  kind: Message['kind'],
  mailTo: (owner: Owner) => MailMessage,
): Promise<void> {
  const owners = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.first_name', 'users.language'])
    .where('restaurant_id', '=', restaurantId)
    .where('role', '=', 'owner')
    .orderBy('memberships.created_at')
    .execute();
  for (const owner of owners) await sendMessage(tx, deps, { kind, restaurantId, content: mailTo(owner) });
}
