import type { CustomerId, PaymentId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Currency } from '#contract/base/money.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findFirstOrder, hashOf } from '#server/modules/ordering/place/idempotency-keys.ts';
import { type HeldOrder, holdOrder } from '#server/modules/ordering/place/hold-order.ts';
import type { OrderingCustomer } from '#server/modules/ordering/place/prepare-order.ts';
import type { OrderQueue } from '#server/modules/ordering/place/order-queue.ts';
import type { Gateway } from '../gateway.ts';
import { findGatewayRow, type GatewayRow, lockAccount } from '../gateway-keys.ts';
import { refusingFailure } from './connect-gateway.ts';
import { countUnpaid, findPaymentOfKey, type StoredPayment } from './queries.ts';
import { giveUpPayment } from './give-up-payment.ts';
import { openOrRefuse, openPage } from './open-page.ts';
import { storePayment } from './store-payment.ts';

interface BeginDeps extends Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'> {
  inTurn: OrderQueue;
}

const hourMs = 60 * MINUTE;

/**
 * Keeps an order and its portions, and opens a page at the gateway where its guest pays. A repeated key gets the same payment; with
 * another order, the former one is given up, unless it is paid already. A key that has an order without a payment begins none.
 * @throws Refusal with the codes that `contract/payments/payments.ts` declares for begin-payment.
 */
export async function beginPayment(
  deps: BeginDeps,
  customer: OrderingCustomer,
  order: NewOrder,
  key: string | null,
): Promise<StoredPayment> {
  const { db } = deps;
  const { restaurantId, customerId } = customer;
  // At tables several phones share one basket, which one of them would pay.
  if (order.deliveryMode === 'dine-in' || order.sharedBasket) throw new Refusal('order.payment_not_available');
  const requestHash = hashOf(order);
  const find = () => transaction(db, restaurantId, (tx) => findPaymentOfKey(tx, restaurantId, customerId, key));
  const row = await transaction(db, restaurantId, (tx) => findGatewayRow(tx, restaurantId), { readOnly: true });
  if (row === null) throw new Refusal('order.payment_not_available');
  const gateway = openOrRefuse(row, deps);
  const open = { gateway, account: row };

  const first = await find();
  const orderId = newId<OrderId>();
  // The answer to an order that is paid at the door may have been lost. A second payment of the same basket would only be released again.
  if (first === null || first.placed_at === null) {
    const claim = { restaurantId, customerId, key, requestHash, orderId };
    await transaction(db, restaurantId, (tx) => findFirstOrder(tx, claim), { readOnly: true });
  }
  if (first !== null && first.request_hash.equals(requestHash)) return openPage(deps, open, first, false);
  if (first !== null) {
    const former = await giveUpPayment(deps, restaurantId, first).catch(refusingFailure(first.gateway));
    // One that has become an order keeps the key, also when its money went back: another payment cannot have it.
    if (former.request_key !== null) return former;
  }
  const facts = { ...open, key, requestHash };
  const begun = await holdOrder(deps, customer, order, orderId, {
    // The account stays the one that the payment goes with; whoever disconnects it waits, before the counter of events.
    lock: (tx) => lockAccount(tx, customer.restaurantId, facts.account.id),
    store: (tx, held) => store(tx, deps, customerId, held, facts),
  }).catch(async (error: unknown) => {
    if (isDuplicate(error) && (await find()) !== null) return null;
    throw error;
  });
  // A request with the same key was faster: its payment is the former one.
  return begun === null ? beginPayment(deps, customer, order, key) : openPage(deps, open, begun, true);
}

async function store(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  customerId: CustomerId,
  { order, stock }: HeldOrder,
  facts: { gateway: Gateway; account: GatewayRow; key: string | null; requestHash: Buffer },
): Promise<StoredPayment> {
  const { restaurant_id: restaurantId, total_minor: amount, currency } = order;
  if (amount <= 0 || !facts.gateway.canMove(amount, currency as Currency))
    throw new Refusal('payment.amount_not_possible');
  const now = clock();
  const unpaid = await countUnpaid(tx, restaurantId, customerId, new Date(now.getTime() - hourMs));
  // Portions that are kept for nothing are kept from others.
  if (unpaid.begun >= limits.openOrdersMax || unpaid.ofHour >= 2 * limits.openOrdersMax)
    throw new Refusal('order.too_many_open', { outlet: order.outlet_name });
  const account = await lockAccount(tx, restaurantId, facts.account.id);
  if (account === null) throw new Refusal('order.payment_not_available');
  return storePayment(tx, account, {
    restaurant_id: restaurantId,
    id: newId<PaymentId>(),
    order_id: order.id,
    outlet_id: order.outlet_id,
    customer_id: customerId,
    currency,
    amount_minor: amount,
    request_key: facts.key,
    request_hash: facts.requestHash,
    entry: order,
    stock_held: stock,
    table_session_id: null,
    participant: null,
    now,
  });
}
