/** A dish whose options opened further lists, ordered again: as it was, at another price, and after its lists have changed (decision 106). */
import type { Page } from '@playwright/test';
import { pickupOrder } from '#server/test/data/orders.ts';
import { dish, signInGuest } from '../support/guest.ts';
import { burgersCost, nestThreeDeep, type ThreeDeep } from '../support/nested-lists.ts';
import { type Call, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });

const ordered = { quantity: 2, options: ['large', 'cheese', 'crisp'] as const };

/** Two large burgers with cheese that is melted crisp, said in another order than they are asked. */
async function orderOnce(call: Call, place: Place, { crisp, melted }: ThreeDeep): Promise<void> {
  const { large, cheese } = place.modifiers;
  const selections = [
    { modifierListId: melted, modifierIds: [crisp] },
    { modifierListId: place.lists.extras, modifierIds: [cheese] },
    { modifierListId: place.lists.size, modifierIds: [large] },
  ];
  const items = [{ itemId: place.items.burger, selections, quantity: 2, note: 'No onion' }];
  const body = pickupOrder(place, items, Number(burgersCost(ordered)));
  await call('POST /order/create-order', { body }, place.guest.token);
}

/** Opens the basket with nothing in it but the order of before. */
async function orderAgain(page: Page, place: Place): Promise<void> {
  await page.goto(`/${place.slug}/orders`);
  await page.evaluate((key) => localStorage.removeItem(key), `basket.${place.id}`);
  await page.reload();
  await page.getByRole('button', { name: 'Order again' }).last().click();
  await expect(page.getByRole('heading', { name: 'Basket' })).toBeVisible();
}

const line = (page: Page, place: Place) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: place.named('burger') });
const review = (page: Page) => page.getByRole('button', { name: /^Review order/ });
const editLine = (page: Page, place: Place) => line(page, place).getByRole('link', { name: /^Edit/ }).click();
const namesOf = (place: Place, names: readonly string[]) => names.map(place.named).join(', ');

test('its options come back in their places, at the price of today, and are ordered as they were', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const three = await nestThreeDeep(call, place);
  await orderOnce(call, place, three);
  await signInGuest(page, place);
  await orderAgain(page, place);
  await expect(line(page, place)).toContainText(namesOf(place, ordered.options));
  await expect(line(page, place)).toContainText('No onion');
  await expect(line(page, place)).toContainText('AED 44.75');
  expect(burgersCost(ordered)).toBe('46.99');
  await expect(review(page)).toContainText('AED 46.99');

  // Crisp costs 50 fils more than then.
  const input = { params: { id: three.crisp }, form: { price: 1.5 } };
  await call('POST /menu/update-items-modifier/:id', input, place.owner.token);
  await orderAgain(page, place);
  await expect(line(page, place)).toContainText('The price has changed from AED 44.75 to AED 45.25');
  await line(page, place).getByRole('button', { name: 'OK' }).click();
  await expect(line(page, place)).not.toContainText('The price has changed');
  const now = burgersCost({ quantity: 2, options: ['large', 'cheese', 'crispNow'] });
  expect(now).toBe('47.51');
  await expect(review(page)).toContainText(`AED ${now}`);
  await review(page).click();
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  const { order } = await call('GET /order/get-all-orders', { query: {} }, place.guest.token);
  const [newest] = order.toSorted((one, other) => other.orderNumber - one.orderNumber);
  expect([newest!.totalPrice, newest!.cart[0]!.note]).toEqual([47.51, 'No onion']);
  expect(newest!.cart[0]!.options.map(({ name, price, depth = 0 }) => [name, price, depth])).toEqual([
    [place.named('large'), 4.5, 0],
    [place.named('cheese'), 3.25, 1],
    [place.named('crisp'), 1.5, 2],
  ]);
});

test('without the option or the list that opened the others it has to be chosen again, and keeps what can be kept', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const three = await nestThreeDeep(call, place);
  const { token } = place.owner;
  const { extras } = place.lists;
  await orderOnce(call, place, three);
  await signInGuest(page, place);
  const panel = dish(page, place.named('burger'));
  const group = (name: string) => panel.getByRole('group', { name: place.named(name) });
  const update = panel.getByRole('button', { name: /^Update basket/ });

  // Nobody can have it large any more, so nothing that it opened either.
  await call('DELETE /menu/delete-items-modifier/:id', { params: { id: place.modifiers.large } }, token);
  await orderAgain(page, place);
  await expect(line(page, place)).toContainText(namesOf(place, ordered.options));
  await expect(line(page, place)).toContainText('Some options have changed. Choose them again.');
  await expect(review(page)).toBeDisabled();
  await editLine(page, place);
  await expect(panel.getByRole('radio')).toHaveCount(1);
  await expect(panel.getByRole('checkbox')).toHaveCount(0);
  await expect(update).toContainText('AED 36.00');
  await group('size')
    .getByRole('radio', { name: place.named('regular') })
    .check();
  await update.click();
  await expect(line(page, place)).not.toContainText('Some options have changed');
  await expect(line(page, place)).not.toContainText(place.named('cheese'));
  expect(burgersCost({ quantity: 2, options: ['regular'] })).toBe('37.80');
  await expect(review(page)).toContainText('AED 37.80');
  await expect(review(page)).toBeEnabled();

  // The size is not asked any more, so extras are asked of everybody, and keep what they opened.
  await call('POST /menu/restore-items-modifier/:id', { params: { id: place.modifiers.large } }, token);
  const form = { modifierList: [extras, three.melted] };
  await call('POST /menu/update-items-modifier/:id', { params: { id: place.items.burger }, form }, token);
  await orderAgain(page, place);
  await expect(line(page, place)).toContainText(namesOf(place, ordered.options));
  await expect(line(page, place)).toContainText('Some options have changed. Choose them again.');
  await editLine(page, place);
  await expect(group('size')).toHaveCount(0);
  await expect(group('extras').getByRole('checkbox', { name: place.named('cheese') })).toBeChecked();
  await expect(group('How is it melted?').getByRole('radio', { name: place.named('crisp') })).toBeChecked();
  await expect(update).toContainText('AED 40.25');
  await update.click();
  await expect(line(page, place)).toContainText(namesOf(place, ['cheese', 'crisp']));
  await expect(line(page, place)).not.toContainText(place.named('large'));
  expect(burgersCost({ quantity: 2, options: ['cheese', 'crisp'] })).toBe('42.26');
  await expect(review(page)).toContainText('AED 42.26');

  // The last list is not asked any more: what stands above it stays.
  await call('DELETE /menu/delete-modifier-list/:id', { params: { id: three.melted } }, token);
  await orderAgain(page, place);
  await expect(line(page, place)).toContainText('Some options have changed. Choose them again.');
  await editLine(page, place);
  await expect(group('extras').getByRole('checkbox', { name: place.named('cheese') })).toBeChecked();
  await expect(panel.getByRole('radio')).toHaveCount(0);
  await update.click();
  expect(burgersCost({ quantity: 2, options: ['cheese'] })).toBe('41.21');
  await expect(review(page)).toContainText('AED 41.21');
  await review(page).click();
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
});
