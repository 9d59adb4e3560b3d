import { percentFromBasisPoints } from '#contract/base/money.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { OutletChanges } from '#contract/outlets/outlets.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { getOutlet } from './queries.ts';

/**
 * Writes to the audit log that a person shows or hides an outlet, or changes its tax (R85). Comes before the change, as `auditPause` does.
 * @throws request.not_found
 */
export async function auditTerms(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  { status, taxDetails }: Pick<OutletChanges, 'status' | 'taxDetails'>,
  at: Date,
): Promise<void> {
  if (status === undefined && taxDetails === undefined) return;
  await lockMenu(tx, by.restaurantId);
  const outlet = await getOutlet(tx, by.restaurantId, outletId, 'merchant');
  const { is_active: isActive, tax_inclusive: isInclusive } = outlet;
  const rate = percentFromBasisPoints(outlet.tax_rate_bp);
  const details = {
    ...changeOf('status', stateOf(isActive), stateOf(status ?? isActive)),
    ...changeOf('taxRate', rate, taxDetails?.taxRate ?? rate),
    ...changeOf('taxInclusive', answerOf(isInclusive), answerOf(taxDetails?.taxInclusive ?? isInclusive)),
  };
  if (Object.keys(details).length === 0) return;
  await appendAuditEntry(
    tx,
    by.restaurantId,
    { ...by, at },
    { action: 'outlet.changed', subject: outlet.name, details },
  );
}

const stateOf = (isActive: boolean) => (isActive ? 'active' : 'inactive');
const answerOf = (is: boolean) => (is ? 'yes' : 'no');

function changeOf(name: string, before: string | number, after: string | number) {
  return before === after ? {} : { [name]: { before, after } };
}
