import { sql } from 'kysely';
import type { CustomerId, OrderId, RestaurantId } from '#contract/ids.ts';
import { formatMoney, fromMajor, MoneyError } from '#contract/money.ts';
import type { NewOrder, Order } from '#contract/orders.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type ExaminedBasket, examineBasket } from './examine-basket.ts';
import { claimingKey, findFirstOrder, hashOf, type OrderKey } from './order-keys.ts';
import { type Contact, orderSnapshot } from './order-snapshot.ts';
import { quoteOf } from './quote-order.ts';
import { readBasketFacts } from './read-basket-facts.ts';
import { orderForWire, paymentFromWire } from './wire.ts';
import { writeOrder } from './write-order.ts';

/** The guest who orders, as the token says. */
export interface OrderingCustomer {
  restaurantId: RestaurantId;
  customerId: CustomerId;
}

/**
 * Places an order: one transaction, five statements whatever its size (R31 to R48). Either everything is written - stock, number,
 * order, event, the answer to the key - or nothing is. A repeated key gets the first answer.
 * @throws Refusal with the codes that `contract/orders.ts` declares for create-order.
 */
export async function placeOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customer: OrderingCustomer,
  order: NewOrder,
  idempotencyKey: string | null,
): Promise<Order> {
  requireOwnId(order, customer);
  const now = clock();
  const key = { ...customer, key: idempotencyKey, requestHash: hashOf(order), orderId: newId<OrderId>() };
  return transaction(db, customer.restaurantId, async (tx) => {
    const { isRepeated, contact, ...facts } = await claimKeyAndReadFacts(tx, key, order, now);
    if (isRepeated) return orderForWire(await findFirstOrder(tx, key), 'customer');
    const basket = examineBasket(facts, order, now);
    requireNoProblem(basket);
    const payment = requirePayment(basket, order);
    requireAddress(order);
    requireSeenTotal(basket, order);
    const snapshot = orderSnapshot(key, { contact, basket, order, payment, now });
    return orderForWire(await writeOrder(tx, snapshot, basket.portions), 'customer');
  });
}

function requireOwnId({ userId }: NewOrder, { customerId }: OrderingCustomer): void {
  if (userId && userId !== customerId) throw new Refusal('auth.forbidden');
}

async function claimKeyAndReadFacts(tx: Tx, key: OrderKey, order: NewOrder, now: Date) {
  const { restaurantId, customerId } = key;
  const { isFirst, contact, ...facts } = await readBasketFacts<{ isFirst: boolean; contact: Contact | null }>(
    tx,
    restaurantId,
    order,
    {
      first: claimingKey(key, now),
      answers: sql`
        exists (select from claimed) as "isFirst",
        (select json_build_object('name', name, 'phone', phone) from customers
          where restaurant_id = ${restaurantId} and id = ${customerId}) as contact`,
    },
  );
  if (contact === null) throw new Refusal('auth.required');
  return { ...facts, contact, isRepeated: key.key !== null && !isFirst };
}

function requireNoProblem({ problems: [problem] }: ExaminedBasket): void {
  if (problem) throw new Refusal(problem.code, problem.details);
}

function requirePayment({ facts }: ExaminedBasket, order: NewOrder): 'cash' | 'card' {
  const payment = paymentFromWire(order.paymentMethod, order.deliveryMode);
  const { takesCash, takesCard } = facts.outlet.mode!;
  if (payment === 'cash' && takesCash) return payment;
  if (payment === 'card' && takesCard) return payment;
  throw new Refusal('order.payment_not_available');
}

function requireAddress({ deliveryMode, address }: NewOrder): void {
  if (deliveryMode === 'delivery' && !address) throw new Refusal('order.address_required');
}

/** The guest agreed to a total; any other needs their consent (R31). */
function requireSeenTotal(basket: ExaminedBasket, { totalPrice: seen }: NewOrder): void {
  const { facts, price } = basket;
  const { currency } = facts;
  let seenText = String(seen);
  try {
    const seenTotal = fromMajor(seen, currency);
    if (seenTotal === price.total) return;
    seenText = formatMoney(seenTotal, currency, 'en');
  } catch (error) {
    // More decimals than the currency has are no total of ours.
    if (!(error instanceof MoneyError)) throw error;
  }
  const total = formatMoney(price.total, currency, 'en');
  throw new Refusal('order.price_changed', { seen: seenText, total, quote: quoteOf(basket) });
}
