/** An outlet that is deleted while a guest pays: nobody is there to cook. */
import { afterAll, expect, test } from 'vitest';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

test('money that comes after the outlet was deleted is released, and no order is written', async () => {
  const shop = await makePaidOrders(app, gateway);
  const begun = await shop.begin(shop.order());
  const deleting = { params: { id: shop.made.outletId }, body: { password: ownersPassword } };
  expect(await app.call('DELETE /outlet/delete-outlet/:id', deleting, shop.owner.token)).toMatchObject({
    liveOrders: 0,
  });
  gateway.pay(begun.url!);
  expect(await shop.look(begun)).toMatchObject({ state: 'released', orderId: null });
  expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 0, released: 4410 }]);
  expect([await shop.kitchen(), await shop.stock()]).toEqual([[], 100]);
});
