import type { CustomerId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { hasLiveOrder } from '#server/modules/ordering/queries.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { findCustomer } from '../queries.ts';
import { eraseCustomers } from './erase-guest.ts';
import { notedErasure } from './noted-erasure.ts';

/**
 * Erases a guest who asked the restaurant to, as if they had done it themselves. The entry in the audit log does not say whom.
 * @throws request.not_found, customer.order_open; customer.order_live when one was placed in this moment.
 */
export async function eraseOnRequest(
  deps: Pick<Deps, 'db' | 'streams' | 'clock' | 'erasures' | 'log'>,
  { restaurantId, actor, requestId }: AuditContext,
  customerId: CustomerId,
): Promise<void> {
  const ended = await notedErasure(deps, restaurantId, async (tx, note) => {
    const at = deps.clock();
    const guest = await findCustomer(tx, restaurantId, customerId);
    if (guest === null || guest.phone === null) throw new Refusal('request.not_found');
    if (await hasLiveOrder(tx, restaurantId, customerId)) throw new Refusal('customer.order_open');
    const hashes = await eraseCustomers(tx, restaurantId, [customerId]);
    await appendAuditEntry(tx, restaurantId, { actor, requestId, at }, { action: 'guest.erased', subject: '' });
    await note([{ restaurantId, customerId, at }]);
    return hashes;
  });
  forgetCallers(deps, ended);
}
