import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(app);
});

describe('the printer of a station', () => {
  test('prints its dishes alone, and nothing for an order that has none of them', async () => {
    const { mains, drinks } = kitchen.made.categories;
    const [grill, bar] = [
      await kitchen.addPrinter({ name: 'Grill', hiddenCategories: [drinks] }),
      await kitchen.addPrinter({ name: 'Bar', hiddenCategories: [mains] }),
    ];
    const { items } = kitchen.made;
    const place = async (total: number, ...ordered: ItemId[]) => {
      const lines = ordered.map((itemId) => ({ itemId, quantity: 1 }));
      const body = pickupOrder(kitchen.made, lines, total);
      await app.call('POST /order/create-order', { body }, kitchen.guest.token);
    };
    await place(49.88, items.special, items.water);
    await place(5.78, items.water);
    const dishesOf = (tickets: string[][]) =>
      tickets.map((lines) => lines.filter((line) => /^\d x /.test(line)).map((line) => line.split(' ')[2]));
    const grilled = await grill.star.printAll();
    expect(dishesOf(grilled)).toEqual([['special']]);
    expect(grilled[0]).toContain('1 of 2 lines; the others are made elsewhere');
    expect(grilled[0]!.join()).not.toContain('Subtotal');
    const poured = await bar.star.printAll();
    expect(dishesOf(poured)).toEqual([['water'], ['water']]);
    expect(poured[1]!.join()).toContain('Subtotal');
  });

  test('leaves out no dish that stands in no category any more, and none by hand', async () => {
    const { mains, drinks } = kitchen.made.categories;
    const { star, id } = await kitchen.addPrinter({ hiddenCategories: [mains, drinks] });
    const order = await kitchen.placeOrder();
    expect(await star.printAll()).toEqual([]);
    await kitchen.printByHand(order._id);
    expect((await star.printAll())[0]!.join()).toContain('Subtotal');
    // A ticket by hand is called back like any other.
    await kitchen.move(order._id, 'Cancelled', 'too_busy');
    expect((await star.printAll()).map((lines) => lines.includes('CANCELLED'))).toEqual([true]);
    await kitchen.placeOrder();
    await app.call('POST /menu/delete-category/:id', { params: { id: mains } }, kitchen.owner.token);
    expect(await star.printAll()).toHaveLength(1);
    const change = { params: { id }, body: { hiddenCategories: [] } };
    const { printer } = await app.call('POST /printing/update-printer/:id', change, kitchen.owner.token);
    expect(printer.hiddenCategories).toEqual([]);
  });
});
