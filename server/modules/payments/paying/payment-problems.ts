import type { PaymentProblem } from '#contract/base/enumerations.ts';
import { type Currency, formatMoney, toMajor } from '#contract/base/money.ts';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { PaymentProblemOfOrder, RefusedGateway } from '#contract/payments/payments.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import { appendAuditEntry, type AuditContext, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import type { GatewayView } from '../gateway.ts';
import { findRefusedGateway } from '../gateway-keys.ts';
import { changePayment, lockPayment, orderOfPayment, type StoredPayment } from './queries.ts';

/**
 * Notes that the money of an accepted order is in trouble, once, with an entry in the audit log. An order that nobody has accepted is
 * rejected instead, and the money of a cancelled one is meant to be gone.
 */
export async function noteProblem(
  tx: Tx,
  payment: StoredPayment,
  order: { status: OrderStatus } | null,
  view: GatewayView,
  now: Date,
): Promise<StoredPayment> {
  const problem = order && findProblem(payment, order.status, view);
  return problem === null ? payment : writeProblem(tx, payment, problem, payment.order_id, now);
}

/**
 * Notes that the money of a table is in trouble: a guest's bank disputes it, or it ended at the gateway after the guests read that they
 * had paid. `orders` are those that it was for, the first one first.
 */
export async function noteTableProblem(
  tx: Tx,
  payment: StoredPayment,
  orders: readonly { orderId: OrderId; status: OrderStatus | null }[],
  view: GatewayView,
  now: Date,
): Promise<StoredPayment> {
  const standing = orders.find(({ status }) => status !== null && status !== 'Cancelled');
  if (view.isDisputed) {
    return writeProblem(tx, payment, 'disputed', (standing ?? orders[0])?.orderId ?? payment.order_id, now);
  }
  const isGone = payment.state === 'released' && payment.placed_at !== null && standing !== undefined;
  return isGone ? writeProblem(tx, payment, 'money_gone', standing.orderId, now) : payment;
}

async function writeProblem(
  tx: Tx,
  payment: StoredPayment,
  problem: PaymentProblem,
  orderId: OrderId,
  now: Date,
): Promise<StoredPayment> {
  if (problem === payment.problem) return payment;
  const details = { amount: formatMoney(payment.amount_minor, payment.currency as Currency, 'en') };
  const action = { action: `payment.${problem}`, subject: orderId, details } as const;
  await appendAuditEntry(tx, payment.restaurant_id, { actor: productActor, requestId: 'outbox', at: now }, action);
  return changePayment(tx, payment, { problem, problem_at: now, problem_seen_at: null });
}

function findProblem({ state }: StoredPayment, status: OrderStatus, view: GatewayView): PaymentProblem | null {
  if (view.isDisputed) return 'disputed';
  return state === 'released' && status !== 'New' && status !== 'Cancelled' ? 'money_gone' : null;
}

/** The problems that nobody has acknowledged, the newest first. An order that was cancelled since needs no money. */
async function listProblems(tx: Tx, restaurantId: RestaurantId): Promise<PaymentProblemOfOrder[]> {
  const rows = await tx
    .selectFrom('payments')
    .innerJoin('orders', (join) =>
      join.onRef('orders.restaurant_id', '=', 'payments.restaurant_id').on('orders.id', '=', orderOfPayment),
    )
    .select([
      'orders.id as order_id',
      'order_number',
      'order_prefix',
      'problem',
      'problem_at',
      'amount_minor',
      'payments.currency',
    ])
    .where('payments.restaurant_id', '=', restaurantId)
    .where('problem', 'is not', null)
    .where('problem_seen_at', 'is', null)
    .where((eb) => eb.or([eb('problem', '=', 'disputed'), eb('orders.status', '<>', 'Cancelled')]))
    .orderBy('problem_at', 'desc')
    .limit(limits.listMax)
    .execute();
  return rows.map(({ order_id: orderId, problem, problem_at, amount_minor, currency, ...order }) => ({
    orderId,
    orderName: orderName(order),
    problem: problem!,
    amount: toMajor(amount_minor, currency as Currency),
    currency,
    at: problem_at!.toISOString(),
  }));
}

/** The problems that nobody has acknowledged, and the gateway if it refuses its keys, which no acknowledgement mends. */
export async function readProblems(
  tx: Tx,
  restaurantId: RestaurantId,
): Promise<{ problems: PaymentProblemOfOrder[]; refusedGateway: RefusedGateway | null }> {
  const problems = await listProblems(tx, restaurantId);
  return { problems, refusedGateway: await findRefusedGateway(tx, restaurantId) };
}

/** Takes the problem of an order off the list; a repeated call changes nothing. @throws order.not_found */
export async function acknowledgeProblem(tx: Tx, by: AuditContext, orderId: OrderId, now: Date): Promise<void> {
  const { restaurantId } = by;
  const found = await tx
    .selectFrom('payments')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where((eb) =>
      eb.or([
        eb('order_id', '=', orderId),
        eb.and([eb('problem', 'is not', null), eb('problem_seen_at', 'is', null), eb(orderOfPayment, '=', orderId)]),
      ]),
    )
    .orderBy((eb) => eb('problem', 'is', null))
    .executeTakeFirst();
  const payment = found && (await lockPayment(tx, restaurantId, found.id));
  if (!payment) throw new Refusal('order.not_found');
  if (payment.problem === null || payment.problem_seen_at !== null) return;
  await changePayment(tx, payment, { problem_seen_at: now });
  await appendAuditEntry(tx, restaurantId, { ...by, at: now }, { action: 'payment.problem_seen', subject: orderId });
}
