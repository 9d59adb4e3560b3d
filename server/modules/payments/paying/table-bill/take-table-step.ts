import type { PaymentState } from '#contract/base/enumerations.ts';
import { addMoney } from '#contract/base/money.ts';
import { undoMs } from '#contract/ordering/order-status.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockOrder } from '#server/modules/ordering/queries.ts';
import type { GatewayView } from '../../gateway.ts';
import { noteTableProblem } from '../payment-problems.ts';
import { changePayment, type StoredPayment } from '../queries.ts';
import { decideTableStep, type TableShare, type TableStep } from './decide-table-step.ts';
import { type RecordDeps, recordTableView } from './record-table-view.ts';
import { listShares, type StoredShare } from './shares-of-payment.ts';

interface TakenStep {
  step: TableStep;
  payment: StoredPayment;
  isUndoable: boolean;
}

/** Writes what the gateway says of a locked payment of a table, and does the part of the next step that is ours. */
export async function takeTableStep(
  tx: Tx,
  deps: RecordDeps,
  locked: StoredPayment,
  view: GatewayView,
  now: Date,
): Promise<TakenStep> {
  const before = await listShares(tx, locked);
  await lockCancelled(tx, locked, before);
  const seen = await recordTableView(tx, deps, locked, before, view);
  const stored = await listShares(tx, seen);
  const shares = stored.map((share) => shareOf(share, now));
  const payment = await noteTableProblem(tx, seen, stored, view, now);
  const { state, amount_minor: amount, currency, held_until: heldUntil } = payment;
  const step = decideTableStep({ state, amount, currency, heldUntil, shares }, view, now);
  const isUndoable = shares.some(({ order }) => order === 'undoable');
  if (step.step !== 'place' && step.step !== 'lapse') return { step, payment, isUndoable };
  const next: PaymentState = step.step === 'lapse' ? 'lapsed' : view.stage === 'captured' ? 'captured' : 'authorised';
  const changes = { state: next, entry: null, ...(next !== 'lapsed' && { placed_at: now }) };
  return { step, payment: await changePayment(tx, payment, changes), isUndoable };
}

/**
 * Locks the orders of a table of which one is cancelled, so that nobody undoes that while its money is asked back: all of them, in the
 * sequence in which telling of refunds locks them.
 */
async function lockCancelled(tx: Tx, { restaurant_id }: StoredPayment, shares: readonly StoredShare[]): Promise<void> {
  if (!shares.some(({ status }) => status === 'Cancelled')) return;
  const orders = shares.map(({ orderId }) => orderId).toSorted((one, other) => (one < other ? -1 : 1));
  for (const orderId of orders) await lockOrder(tx, restaurant_id, orderId);
}

function shareOf(
  { orderId, amount, refunded, pendingRefund, status, statusChangedAt }: StoredShare,
  now: Date,
): TableShare {
  const isUndoable = statusChangedAt !== null && now.getTime() - statusChangedAt.getTime() < undoMs;
  const order = status !== 'Cancelled' ? 'stands' : isUndoable ? 'undoable' : 'cancelled';
  return { orderId, amount, returned: addMoney(refunded, pendingRefund), order };
}
