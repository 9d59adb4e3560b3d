import type { OrderId, OutletId } from '#contract/base/ids.ts';
import type { Order, QuoteProblem } from '#contract/ordering/orders.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getUser } from '#server/modules/accounts/queries.ts';
import type { MovingPerson } from '../status/change-order-status.ts';
import { orderSnapshot } from '../order-snapshot.ts';
import { quoteOf } from '../quote/quote-order.ts';
import { retryWhileMenuChanges } from './menu-changed.ts';
import { findTestBasket, type TestBasket } from './test-basket.ts';
import { orderForWire } from '../wire.ts';
import { type UnwrittenOrder, writeOrder } from './write-order.ts';

/**
 * Places a real order of a dish that a guest could order now, marked as a test (ON-09): the kitchen sees and hears it,
 * but it takes no stock, belongs to no guest, and counts nowhere. `problems` would have kept a guest from it, at most
 * that the outlet is closed.
 * @throws Refusal with the codes of `findTestBasket`.
 */
export async function placeTestOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: MovingPerson,
  outletId: OutletId | undefined,
): Promise<{ order: Order; problems: QuoteProblem[] }> {
  const now = clock();
  const { restaurantId, userId, name } = person;
  const { country_code, mobile_number } = await getUser(db, userId);
  const tester = { name, phone: `${country_code}${mobile_number}` };
  return retryWhileMenuChanges(async () => {
    const basket = await transaction(db, restaurantId, (tx) => findTestBasket(tx, restaurantId, outletId, now), {
      readOnly: true,
    });
    const snapshot = testSnapshot(basket, person, now);
    const written = await transaction(db, restaurantId, (tx) =>
      writeOrder(tx, tester, snapshot, {
        stock: new Map(),
        menuVersion: basket.facts.menuVersion,
        limit: null,
        offers: null,
      }),
    );
    return { order: orderForWire(written, 'merchant'), problems: quoteOf(basket).problems };
  });
}

function testSnapshot(basket: TestBasket, { restaurantId, userId }: MovingPerson, now: Date): UnwrittenOrder {
  const snapshot = orderSnapshot(
    { restaurantId, customerId: null, orderId: newId<OrderId>() },
    {
      basket,
      order: { deliveryMode: basket.input.deliveryMode, specialInstruction: '' },
      payment: basket.facts.outlet.mode!.takesCash ? 'cash' : 'card',
      later: null,
      acceptBy: null,
      now,
    },
  );
  const [placed] = snapshot.history;
  return {
    ...snapshot,
    is_test: true,
    make_minutes: null,
    history: [{ ...placed!, actor_kind: 'user', actor_id: userId }],
  };
}
