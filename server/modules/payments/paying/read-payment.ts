import type { CustomerId, OrderId, PaymentId, RestaurantId, TableSessionId } from '#contract/base/ids.ts';
import type { GuestPayment, OrderPayment } from '#contract/payments/payments.ts';
import { LruCache } from '#server/lru-cache.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getOrder } from '#server/modules/ordering/get-order.ts';
import { findProgress } from '#server/modules/ordering/queries.ts';
import { GatewayFailed } from '../gateway.ts';
import { findRefundingAccount } from '../gateway-keys.ts';
import { refusingFailure } from './connect-gateway.ts';
import { giveUpPayment } from './give-up-payment.ts';
import { findPayment, listMovements, listPendingRefunds, type StoredPayment } from './queries.ts';
import { readReference } from './reference.ts';
import { settlePayment } from './settle-payment.ts';
import { listTablePayments } from './table-bill/order-in-payment.ts';
import { guestPaymentForWire, orderPaymentForWire } from './wire.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>;

/** Milliseconds between two looks of one process at a payment that its guest's screens ask for. */
const lookEveryMs = 2_000;

/** When each payment was last looked at, to spare the gateway a guest with many screens. */
type Looks = LruCache<PaymentId, number>;

export function openLooks(): Looks {
  return new LruCache(10_000);
}

/** The payment as its guest sees it. */
export async function showPayment(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  payment: StoredPayment,
): Promise<GuestPayment> {
  const { restaurant_id: restaurantId, order_id: orderId } = payment;
  const order = await transaction(db, restaurantId, (tx) => findProgress(tx, restaurantId, orderId), {
    readOnly: true,
  });
  return guestPaymentForWire(config.secret, payment, order);
}

/** How far a payment is; while nobody has paid, the gateway is asked. @throws request.not_found */
export async function readPaymentState(
  deps: ReadDeps,
  looks: Looks,
  restaurantId: RestaurantId,
  reference: string,
): Promise<GuestPayment> {
  const payment = await getPayment(deps, restaurantId, reference);
  if (payment.state !== 'begun' || !isDue(looks, payment.id, deps.clock())) return showPayment(deps, payment);
  const settled = await settlePayment(deps, restaurantId, { paymentId: payment.id }).catch((error: unknown) => {
    // It is asked again by the next look; until then the guest reads the state that is known, which may have changed before the failure.
    if (error instanceof GatewayFailed) return null;
    throw error;
  });
  return showPayment(deps, settled?.payment ?? (await getPayment(deps, restaurantId, reference)));
}

/** Gives up a payment of the guest. @throws request.not_found; payment.gateway_unavailable */
export async function giveUpByGuest(
  deps: ReadDeps,
  { restaurantId, customerId }: { restaurantId: RestaurantId; customerId: CustomerId },
  reference: string,
): Promise<GuestPayment> {
  const payment = await getPayment(deps, restaurantId, reference);
  if (payment.customer_id !== customerId) throw new Refusal('request.not_found');
  const left = await giveUpPayment(deps, restaurantId, payment).catch(refusingFailure(payment.gateway));
  return showPayment(deps, left);
}

/**
 * Gives up a payment that the phone has begun for its table. Its table session may be over by then: the phone is known by the number
 * that it had there, and by the reference that nobody else was told.
 * @throws request.not_found; payment.gateway_unavailable
 */
export async function giveUpAtTable(
  deps: ReadDeps,
  restaurantId: RestaurantId,
  tableSessionId: TableSessionId,
  reference: string,
): Promise<GuestPayment> {
  const payment = await getPayment(deps, restaurantId, reference);
  if (payment.table_session_id !== tableSessionId) throw new Refusal('request.not_found');
  const left = await giveUpPayment(deps, restaurantId, payment).catch(refusingFailure(payment.gateway));
  return showPayment(deps, left);
}

async function getPayment(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
  reference: string,
): Promise<StoredPayment> {
  const paymentId = readReference(config.secret, reference);
  const payment =
    paymentId && (await transaction(db, restaurantId, (tx) => findPayment(tx, restaurantId, { paymentId })));
  if (payment === null) throw new Refusal('request.not_found');
  return payment;
}

function isDue(looks: Looks, id: PaymentId, at: Date): boolean {
  const now = at.getTime();
  const before = looks.get(id);
  if (before !== undefined && now - before < lookEveryMs) return false;
  looks.set(id, now, 1);
  return true;
}

/** The payments of an order; none where it is paid at the door. `guest` limits it to an order of theirs. @throws order.not_found */
export async function readOrderPayments(
  { db }: Pick<Deps, 'db'>,
  restaurantId: RestaurantId,
  orderId: OrderId,
  { guest, isMasked }: { guest: CustomerId | null; isMasked: boolean },
): Promise<{ payment: OrderPayment | null; tablePayments: OrderPayment[] }> {
  await getOrder(db, restaurantId, orderId, guest);
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const read = async (payment: StoredPayment, share: OrderId | null) => {
        const isConnected = (await findRefundingAccount(tx, restaurantId, payment.account_id)) !== null;
        const movements = await listMovements(tx, payment, share);
        const pending = await listPendingRefunds(tx, payment, share);
        return orderPaymentForWire(payment, { movements, pending, isConnected }, isMasked);
      };
      const own = await findPayment(tx, restaurantId, { orderId });
      const ofTable = await listTablePayments(tx, restaurantId, orderId);
      return {
        payment: own && (await read(own, null)),
        tablePayments: await Promise.all(ofTable.map((payment) => read(payment, orderId))),
      };
    },
    { readOnly: true },
  );
}

export function refundedOne(
  { payment, tablePayments }: Awaited<ReturnType<typeof readOrderPayments>>,
  paymentId: PaymentId | null,
): OrderPayment {
  return paymentId === null ? payment! : tablePayments.find(({ _id }) => _id === paymentId)!;
}
