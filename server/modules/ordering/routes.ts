import { limits } from '#contract/base/limits.ts';
import { confirmationOf } from '#contract/base/success-text.ts';
import { MINUTE } from '#contract/base/time.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findLastSeq } from '#server/events/queries.ts';
import { isSupportAccess } from '#server/http/requests/authenticating.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { readKitchenLoad } from './capacity/kitchen-load.ts';
import { answererOf, audienceOf, guestOf } from './audience.ts';
import { getGuestMessageSettings, switchGuestMessage } from './guest-messages/guest-message-settings.ts';
import { listGuestMessages } from './guest-messages/queries.ts';
import { listReachableEvents } from './guest-messages/tell-guest.ts';
import { acknowledgeOrder } from './status/acknowledge-order.ts';
import { cancelOwnOrder } from './status/cancel-own-order.ts';
import { answerChange, withdrawChange } from './changes/answer-change.ts';
import { previewChange, proposeChange } from './changes/propose-change.ts';
import { changeOrderTime } from './status/change-order-time.ts';
import { changeOrderStatus } from './status/change-order-status.ts';
import { exportForPerson } from './history/export-history.ts';
import { readHistory } from './history/read-history.ts';
import { getOrder } from './get-order.ts';
import { type GuestQueue, openBatchQueue, type OrderQueue } from './place/order-queue.ts';
import type { OrderWriter } from './place/order-writer.ts';
import { measurePlacing } from './place/measure-placing.ts';
import { placeOrder } from './place/place-order.ts';
import { findPhoneGuest, placePhoneOrder, quotePhoneOrder } from './place/place-phone-order.ts';
import { placeTestOrder } from './place/place-test-order.ts';
import { getReceipt } from './receipt/get-receipt.ts';
import { listOrders } from './queries.ts';
import { quoteOrder } from './quote/quote-order.ts';
import { BasketFactsCache } from './quote/basket-facts-cache.ts';
import { orderForWire } from './wire.ts';

export function orderRoutes({
  db,
  readDb,
  clock,
  config,
  metrics,
  writer,
  inTurn,
  ofGuest,
}: Pick<Deps, 'db' | 'readDb' | 'clock' | 'config' | 'metrics'> & {
  writer: OrderWriter;
  inTurn: OrderQueue;
  ofGuest: GuestQueue;
}) {
  const remembered = new BasketFactsCache();
  const inLine = openBatchQueue();
  const deps = {
    db,
    readDb,
    clock,
    config,
    remembered,
    writer,
    inTurn,
    defaultRejectMinutes: config.orderAutoRejectMinutes,
    limitsOpenOrders: config.rateLimits,
    limitsCodes: config.rateLimits,
    secret: config.secret,
  };
  return {
    'POST /order/quote-order': ({ body, caller, clientAddress }) =>
      quoteOrder(deps, caller.restaurantId, body, {
        customer: caller.kind === 'customer' ? caller : null,
        clientAddress,
      }),

    'POST /order/create-order': async ({ body, caller, idempotencyKey }) => {
      const order = 'order' in body ? body.order : body;
      const placed = await measurePlacing({ metrics, clock }, (begun) =>
        ofGuest(caller, () =>
          inLine(caller.restaurantId, () => {
            begun();
            return placeOrder(deps, caller, order, idempotencyKey);
          }),
        ),
      );
      return { order: placed };
    },

    'POST /order/find-phone-guest': ({ body, caller }) => findPhoneGuest(deps, caller, body.phone),

    'POST /order/quote-phone-order': async ({ body, caller: { restaurantId }, clientAddress }) => ({
      quote: await quotePhoneOrder(deps, restaurantId, body, clientAddress),
    }),

    'POST /order/place-phone-order': async ({ body, caller, idempotencyKey }) => ({
      order: await measurePlacing({ metrics, clock }, () => placePhoneOrder(deps, caller, body, idempotencyKey)),
    }),

    'GET /order/get-order-details/:id': async ({ params, caller }) => {
      const order = await getOrder(db, caller.restaurantId, params.id, guestOf(caller));
      return { order: orderForWire(order, audienceOf(caller)) };
    },

    'GET /order/get-receipt/:id': async ({ params, caller }) => ({
      // A printed receipt is the guest's, also when a member of staff prints it.
      receipt: await getReceipt(
        db,
        caller.restaurantId,
        params.id,
        guestOf(caller),
        isSupportAccess(caller) ? 'support' : 'customer',
      ),
    }),

    'GET /order/get-all-orders': async ({ query, caller }) => {
      const { restaurantId } = caller;
      const customerId = guestOf(caller);
      // The kitchen stops cooking what was cancelled, also where no event told it.
      const cancelledSince =
        customerId === null ? new Date(clock().getTime() - limits.stoppedShownMinutes * MINUTE) : null;
      // One snapshot: a screen that follows the events after `lastEvent` misses nothing and sees nothing twice.
      const [lastEvent, orders] = await transaction(
        db,
        restaurantId,
        (tx) =>
          Promise.all([
            findLastSeq(tx, restaurantId),
            listOrders(tx, restaurantId, { scope: query.scope, customerId, cancelledSince }),
          ]),
        { isolation: 'repeatable read', readOnly: true },
      );
      return { order: orders.map((order) => orderForWire(order, audienceOf(caller))), lastEvent };
    },

    'GET /order/history': ({ query: { sort, page, size, ...filters }, caller }) =>
      readHistory(readDb, caller.restaurantId, filters, { sort, page, size }, isSupportAccess(caller)),

    'GET /order/export-history': async ({ query, caller, requestId }) => {
      const { restaurantId } = caller;
      const file = await exportForPerson(deps, { restaurantId, actor: caller, requestId }, query);
      return { name: 'orders.csv', contentType: 'text/csv; charset=utf-8', ...file };
    },

    'GET /order/guest-messages/:id': async ({ params, caller: { restaurantId } }) => {
      const order = await getOrder(db, restaurantId, params.id, null);
      return transaction(
        db,
        restaurantId,
        async (tx) => ({
          messages: await listGuestMessages(tx, order),
          reachableEvents: await listReachableEvents(tx, deps, order),
        }),
        { readOnly: true },
      );
    },

    'GET /order/kitchen-load': async ({ caller: { restaurantId } }) => ({
      kitchens: await transaction(db, restaurantId, (tx) => readKitchenLoad(tx, restaurantId, clock()), {
        readOnly: true,
      }),
    }),

    'GET /order/guest-message-settings': async ({ caller: { restaurantId } }) => ({
      settings: await transaction(db, restaurantId, (tx) => getGuestMessageSettings(tx, deps, restaurantId)),
    }),

    'POST /order/switch-guest-message': async ({ body, caller: { restaurantId } }) => {
      const settings = await transaction(db, restaurantId, (tx) => switchGuestMessage(tx, deps, restaurantId, body));
      return { ...confirmationOf('record.updated'), settings };
    },

    'POST /order/place-test-order': ({ body, caller }) => placeTestOrder(deps, caller, body.outletId),

    'POST /order/acknowledge-order': async ({ body, caller }) => ({
      order: await acknowledgeOrder(deps, caller, body.orderId),
    }),

    'POST /order/cancel-own-order': async ({ body, caller }) => ({
      order: await cancelOwnOrder(deps, caller, body.orderId),
    }),

    'POST /order/preview-change': ({ body, caller }) => previewChange(deps, caller.restaurantId, body),

    'POST /order/propose-change': async ({ body, caller }) => ({ order: await proposeChange(deps, caller, body) }),

    'POST /order/answer-change': async ({ body, caller }) => ({
      order: await answerChange(deps, answererOf(caller), body),
    }),

    'POST /order/withdraw-change': async ({ body, caller }) => ({
      order: await withdrawChange(deps, caller, body),
    }),

    'POST /order/change-time': async ({ body, caller }) => ({
      order: await changeOrderTime(deps, caller, body.orderId, body.preparationTime),
    }),

    'POST /order/update-order-status': async ({ body, caller }) => ({
      order: await changeOrderStatus(deps, caller, body.orderId, body),
    }),
  } satisfies Partial<Handlers>;
}
