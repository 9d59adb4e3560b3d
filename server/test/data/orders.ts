/** Orders of the items that `makeRestaurant` sells. */
import { NewOrder } from '#contract/ordering/orders.ts';
import type { z } from 'zod';
import { CallError } from '#contract/base/client.ts';
import type { TestRestaurant } from './restaurant.ts';

type Input = z.input<typeof NewOrder>;
export type OrderInput = z.output<typeof NewOrder>;
export type TestLine = Input['items'][number];

/** A large burger with cheese: 18.00 + 4.50 + 3.25 = 25.75 for one, with options charged once. */
export function largeBurger(made: TestRestaurant, quantity = 1): TestLine {
  return { itemId: made.items.burger, modifierList: [made.modifiers.large, made.modifiers.cheese], quantity };
}

/** A pickup order paid in cash. `totalPrice` is the guest's claim, in major units. */
export function pickupOrder(made: TestRestaurant, items: TestLine[], totalPrice: number, more: Partial<Input> = {}) {
  const { outletId } = made;
  return NewOrder.parse({
    outletId,
    deliveryMode: 'pickup',
    paymentMethod: 'cash on pickup',
    items,
    totalPrice,
    ...more,
  });
}

/** A delivery to the restaurant's area, paid by card. */
export function deliveryOrder(made: TestRestaurant, items: TestLine[], totalPrice: number, more: Partial<Input> = {}) {
  return NewOrder.parse({
    outletId: made.outletId,
    deliveryMode: 'delivery',
    deliveryAreaId: made.areaId,
    paymentMethod: 'card on delivery',
    address: { location: '4 Harbour Road', floor: '12', instruction: 'Ring twice', nickName: 'Office' },
    items,
    totalPrice,
    ...more,
  });
}

/** The refusal of a call. Throws if the call succeeded, or failed for another reason. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('It was not refused'),
    (error: unknown) => error,
  );
  if (!(error instanceof CallError) || error.answer === null) throw error;
  return { status: error.status, ...error.answer };
}
