import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomerId, PaymentId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import { type Currency, minorUnits } from '#contract/base/money.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { hashOf } from '#server/modules/ordering/place/idempotency-keys.ts';
import { type HeldOrder, holdOrder, readHeldOrder } from '#server/modules/ordering/place/hold-order.ts';
import type { OrderingCustomer } from '#server/modules/ordering/place/prepare-order.ts';
import type { OrderQueue } from '#server/modules/ordering/place/order-queue.ts';
import { getSender, siteAddress } from '#server/modules/restaurants/queries.ts';
import { type Gateway, GatewayFailed } from '../gateway.ts';
import { findGatewayRow, type GatewayRow, lockAccount, openRestaurantGateway } from '../gateway-keys.ts';
import { refusingFailure } from './connect-gateway.ts';
import { enqueueLooks } from '../settling.ts';
import { notifyUrl } from '../notify-url.ts';
import {
  countUnpaid,
  findPayment,
  findPaymentOfKey,
  lockPayment,
  type StoredPayment,
  updatePayment,
} from './queries.ts';
import { referenceOf } from './reference.ts';
import { giveUpPayment } from './give-up-payment.ts';

interface BeginDeps extends Pick<Deps, 'db' | 'config' | 'clock' | 'log'> {
  inTurn: OrderQueue;
}

/** Milliseconds for which a guest who pays keeps the portions. */
const holdMs = 10 * MINUTE;
const hourMs = 60 * MINUTE;
/** Milliseconds between two looks for the page that another request is opening. */
const waitMs = 300;
const mostWaits = 20;

/**
 * Keeps an order and its portions, and opens a page at the gateway where its guest pays. A repeated key gets the same payment; with
 * another order, the former one is given up, unless it is paid already.
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

  const first = await find();
  if (first !== null && first.request_hash.equals(requestHash)) return openPage(deps, gateway, first, false);
  if (first !== null) {
    const former = await giveUpPayment(deps, restaurantId, first).catch(refusingFailure(first.gateway));
    if (former.state !== 'lapsed' && former.state !== 'released') return former;
  }
  const facts = { gateway, account: row, key, requestHash };
  const [begun, isOurs] = await holdOrder(deps, customer, order, newId<OrderId>(), (tx, held) =>
    store(tx, deps, customerId, held, facts),
  ).then(
    (stored) => [stored, true] as const,
    async (error: unknown) => {
      // A request with the same key was faster.
      const other = isDuplicate(error) ? await find() : null;
      if (other === null || !other.request_hash.equals(requestHash)) throw error;
      return [other, false] as const;
    },
  );
  return openPage(deps, gateway, begun, isOurs);
}

function openOrRefuse(row: Parameters<typeof openRestaurantGateway>[0], { config, log }: BeginDeps): Gateway {
  try {
    return openRestaurantGateway(row, config);
  } catch (error) {
    log.warn({ err: error }, 'The keys of a gateway cannot be read');
    throw new Refusal('payment.gateway_unavailable');
  }
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
  // Locked until the payment is there: the account stays the one that it goes with.
  const account = await lockAccount(tx, restaurantId, facts.account.id);
  if (account === null) throw new Refusal('order.payment_not_available');
  const id = newId<PaymentId>();
  const payment = {
    restaurant_id: restaurantId,
    id,
    order_id: order.id,
    outlet_id: order.outlet_id,
    customer_id: customerId,
    gateway: account.kind,
    is_test: account.is_test,
    account_id: account.id,
    gateway_id: null,
    url: null,
    currency,
    amount_minor: amount,
    captured_minor: minorUnits(0),
    refunded_minor: minorUnits(0),
    state: 'begun',
    request_key: facts.key,
    request_hash: facts.requestHash,
    entry: order,
    stock_held: stock,
    begun_at: now,
    placed_at: null,
    version: 0,
    held_until: new Date(now.getTime() + holdMs),
    problem: null,
    problem_at: null,
    problem_seen_at: null,
  } satisfies StoredPayment;
  await tx.insertInto('payments').values(payment).execute();
  await enqueueLooks(tx, restaurantId, id, { heldMs: holdMs, now });
  return payment;
}

/**
 * Opens the page at the gateway, or finds the one that is open. A page that cannot be opened leaves nothing behind: the portions are
 * sold to others at once. Only the request that began the payment may end it so; others wait for it.
 * @throws payment.gateway_unavailable.
 */
async function openPage(
  deps: BeginDeps,
  gateway: Gateway,
  payment: StoredPayment,
  isOurs: boolean,
): Promise<StoredPayment> {
  if (payment.state !== 'begun' || payment.url !== null || payment.entry === null) return payment;
  if (!isOurs) {
    const opened = await untilOpened(deps, payment);
    if (opened.state !== 'begun' || opened.url !== null || opened.entry === null) return opened;
  }
  const { db, config, log } = deps;
  const { restaurant_id: restaurantId, id } = payment;
  const { sender, email } = await transaction(
    db,
    restaurantId,
    async (tx) => ({
      sender: await getSender(tx, restaurantId),
      email: await emailOf(tx, payment),
    }),
    { readOnly: true },
  );
  const order = readHeldOrder(payment.entry);
  const language = order.language ?? sender.language;
  try {
    const { gatewayId, url } = await gateway.begin({
      restaurantId,
      paymentId: id,
      amount: payment.amount_minor,
      currency: payment.currency as Currency,
      description: sender.nameTranslations[language] ?? sender.name,
      language,
      email,
      returnUrl: `${siteAddress(config.publicUrl, sender)}/payment/${referenceOf(config.secret, id)}`,
      notifyUrl: notifyUrl(config.publicUrl, payment.gateway, restaurantId),
    });
    return await transaction(db, restaurantId, async (tx) => {
      const present = await lockPayment(tx, restaurantId, id);
      // Ended meanwhile: the guest is not led to a page that buys nothing, and it is closed with the next look.
      if (present?.state !== 'begun') throw new GatewayFailed('The payment ended while its page was opened');
      await updatePayment(tx, payment, { gateway_id: gatewayId, url });
      return { ...present, gateway_id: gatewayId, url };
    });
  } catch (error) {
    log.warn({ err: error, payment: id }, 'A payment could not be begun at the gateway');
    if (isOurs) await giveUpPayment(deps, restaurantId, payment);
    throw new Refusal('payment.gateway_unavailable');
  }
}

/** The payment once another request has opened its page or ended it, or when that takes so long that its server must be gone. */
async function untilOpened({ db }: BeginDeps, payment: StoredPayment): Promise<StoredPayment> {
  const { restaurant_id, id } = payment;
  let present: StoredPayment | null = payment;
  for (let wait = 0; wait < mostWaits && present?.state === 'begun' && present.url === null; wait++) {
    await sleep(waitMs);
    present = await transaction(db, restaurant_id, (tx) => findPayment(tx, restaurant_id, { paymentId: id }));
  }
  return present ?? payment;
}

async function emailOf(tx: Tx, { restaurant_id, customer_id }: StoredPayment): Promise<string | null> {
  const guest = await tx
    .selectFrom('customers')
    .select('email')
    .where('restaurant_id', '=', restaurant_id)
    .where('id', '=', customer_id)
    .executeTakeFirst();
  return guest?.email ?? null;
}
