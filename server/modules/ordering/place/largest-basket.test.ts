/** The largest basket can be shared at a table, quoted, placed and paid online. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { deliveryOrder } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { phonesAt, sara } from '#server/test/data/table-sessions.ts';
import { makeTables, openDineIn } from '#server/test/data/tables.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

/** Letters of four bytes each. */
const letters = (count: number) => '🥜'.repeat(count);

let shop: PaidOrders;
let choices: { modifierListId: ModifierListId; modifierIds: ItemId[] }[];
let lines: NewOrder['items'];
beforeAll(async () => {
  shop = await makePaidOrders(app, gateway, { stock: null });
  const { made, owner } = shop;
  // A line has as many lists as it can have options: a size, and others of one option each.
  choices = [{ modifierListId: made.lists.size, modifierIds: [made.modifiers.large] }];
  while (choices.length < limits.modifiersPerLineMax) {
    const name = `Extra ${choices.length} ${made.canary}`;
    const form = { type: 'modifier' as const, name, price: 1, sku: name };
    const { item } = await app.call('POST /menu/add-items-modifier', { form }, owner.token);
    const { modifierList } = await app.call(
      'POST /menu/add-modifier-list',
      { body: { name, displayName: name, modifierList: [item._id], itemList: [made.items.burger] } },
      owner.token,
    );
    choices.push({ modifierListId: modifierList._id, modifierIds: [item._id] });
  }
  lines = Array.from({ length: limits.basketLinesMax }, () => ({
    itemId: made.items.burger,
    modifierList: choices.flatMap(({ modifierIds }) => modifierIds),
    selections: choices,
    quantity: 1,
    totalPrice: 10_000.55,
    note: letters(limits.lineNote),
    guestName: letters(limits.guestName),
  }));
});

/** The largest basket, at the total that the quote names. */
async function largestOrder(more: Partial<NewOrder>): Promise<NewOrder> {
  const order = deliveryOrder(shop.made, lines, 1, {
    specialInstruction: letters(limits.specialInstruction),
    address: {
      location: letters(limits.addressPart),
      floor: letters(limits.name),
      instruction: letters(limits.specialInstruction),
      nickName: letters(limits.name),
    },
    ...more,
  });
  const { quote } = await app.call('POST /order/quote-order', { body: order }, shop.made.siteToken);
  expect(quote.problems).toEqual([]);
  return { ...order, totalPrice: quote.total };
}

test('the largest basket is quoted and placed as it is', async () => {
  const order = await largestOrder({});
  const placed = await app.call('POST /order/create-order', { body: { order } }, shop.guest.token);
  expect(placed.order.cart).toHaveLength(limits.basketLinesMax);
  expect(placed.order.cart.at(-1)).toMatchObject({
    note: letters(limits.lineNote),
    modifierList: lines[0]!.modifierList,
  });
});

test('the largest basket is paid online', async () => {
  const order = await largestOrder({ paymentMethod: 'online on delivery' });
  const begun = await shop.begin(order, randomUUID());
  gateway.pay(begun.url!);
  const { orderId } = await shop.look(begun);
  expect(orderId).not.toBeNull();
});

test('the largest basket of a phone is shared at its table', async () => {
  const { outletId } = shop.made;
  const [table] = await makeTables(app, { token: await openDineIn(app, shop.made), outletId, names: ['12'] });
  const phones = phonesAt(app, shop.made, table!.code);
  const session = await phones.share(
    await phones.join(sara),
    sara,
    lines.map((line, index) => ({
      id: `${index}`.padStart(32, '0'),
      itemId: line.itemId,
      selections: choices,
      quantity: 1,
      note: line.note!,
    })),
  );
  expect(session.participants[0]!.lines).toHaveLength(limits.basketLinesMax);
});
