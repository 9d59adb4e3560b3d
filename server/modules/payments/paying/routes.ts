import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf, guestOf } from '#server/modules/ordering/audience.ts';
import { countRefusal } from '#server/modules/ordering/place/measure-placing.ts';
import type { GuestQueue, OrderQueue } from '#server/modules/ordering/place/order-queue.ts';
import { beginPayment } from './begin-payment.ts';
import { connectGateway, endOnlinePayment, readGateway } from './connect-gateway.ts';
import { acknowledgeProblem, readProblems } from './payment-problems.ts';
import { listPayouts, showPayout } from './payouts.ts';
import {
  giveUpByGuest,
  openLooks,
  readOrderPayments,
  readPaymentState,
  refundedOne,
  showPayment,
} from './read-payment.ts';
import { refundPayment } from './refund-payment.ts';

export function paymentRoutes(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics' | 'withProof'> & {
    inTurn: OrderQueue;
    ofGuest: GuestQueue;
  },
) {
  const { withProof, ofGuest } = deps;
  const looks = openLooks();

  return {
    'GET /restaurant/get-gateway': ({ caller }) => readGateway(deps, caller.restaurantId),

    'POST /restaurant/connect-gateway': async ({ caller, body, clientAddress, requestId }) => {
      const { kind, secretKey, ...proof } = body;
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await connectGateway(deps, by, { kind, secretKey }, (change) =>
        withProof({ ...caller, clientAddress }, proof, change),
      );
      return { ...(await readGateway(deps, caller.restaurantId)), ...confirmationOf('record.updated') };
    },

    'POST /restaurant/disconnect-gateway': async ({ caller, body: proof, clientAddress, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await endOnlinePayment(deps, by, (change) => withProof({ ...caller, clientAddress }, proof, change));
      return { ...(await readGateway(deps, caller.restaurantId)), ...confirmationOf('record.deleted') };
    },

    'POST /order/begin-payment': async ({ caller, body: { order }, idempotencyKey }) => {
      const begun = await countRefusal(deps.metrics, () =>
        ofGuest(caller, () => beginPayment(deps, caller, order, idempotencyKey)),
      );
      return { payment: await showPayment(deps, begun) };
    },

    'GET /order/payment-state/:reference': async ({ caller, params: { reference } }) => ({
      payment: await readPaymentState(deps, looks, caller.restaurantId, reference),
    }),

    'POST /order/give-up-payment/:reference': async ({ caller, params: { reference } }) => ({
      payment: await giveUpByGuest(deps, caller, reference),
    }),

    'GET /order/payment/:id': async ({ caller, params: { id } }) => {
      const reader = { guest: guestOf(caller), isMasked: audienceOf(caller) !== 'merchant' };
      return readOrderPayments(deps, caller.restaurantId, id, reader);
    },

    'GET /order/payment-problems': ({ caller: { restaurantId } }) =>
      transaction(deps.db, restaurantId, (tx) => readProblems(tx, restaurantId), { readOnly: true }),

    'POST /order/acknowledge-payment-problem/:id': async ({ caller, params: { id }, requestId }) => {
      const { restaurantId } = caller;
      const by = { restaurantId, actor: caller, requestId };
      return transaction(deps.db, restaurantId, async (tx) => {
        await acknowledgeProblem(tx, by, id, deps.clock());
        return readProblems(tx, restaurantId);
      });
    },

    'POST /order/refund/:id': async ({ caller, params: { id }, body, idempotencyKey, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const { amount, reason, paymentId = null } = body;
      await refundPayment(deps, by, { amount, reason, paymentId, orderId: id, key: idempotencyKey });
      const all = await readOrderPayments(deps, caller.restaurantId, id, { guest: null, isMasked: false });
      return { payment: refundedOne(all, paymentId) };
    },

    'GET /report/payouts': ({ caller, query }) => listPayouts(deps, caller.restaurantId, query),

    'GET /report/payout': ({ caller, query }) => showPayout(deps, caller.restaurantId, query),
  } satisfies Partial<Handlers>;
}
