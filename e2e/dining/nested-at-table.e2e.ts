/** Three phones at one table, with dishes whose options open further lists (decisions 24 and 106). */
import type { Locator, Page } from '@playwright/test';
import { wordsOf } from '../../storefront/words/all-words.ts';
import type { Words } from '../../storefront/words/words.ts';
import { dish, joinTable, signInGuest } from '../support/guest.ts';
import { openLiveOrders, pressStatusButton, row } from '../support/kitchen.ts';
import { burgersCost, nestThreeDeep } from '../support/nested-lists.ts';
import { openTables } from '../support/restaurant.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const { en, ar } = wordsOf;

/** Opens the dish and chooses these options, one after the other. */
async function addDish(page: Page, name: string, options: string[], words: Words = en): Promise<void> {
  await page.getByRole('main').getByRole('link', { name }).click();
  const panel = dish(page, name);
  for (const option of options) await panel.getByLabel(option).check();
  await panel.getByRole('button', { name: words.addToBasket(1) }).click();
  await expect(panel).toBeHidden();
}

const openBasket = (page: Page, words: Words = en) =>
  page.getByRole('link', { name: new RegExp(`^${words.viewBasket}`) }).click();

/** How far to the side these words of a line begin, in steps of the one before them, one below another. */
async function indents(line: Locator, names: string[]): Promise<number[]> {
  const boxes = [];
  for (const name of names) boxes.push((await line.getByText(name, { exact: true }).boundingBox())!);
  expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).toSorted((one, other) => one - other));
  const [first, second] = boxes;
  return boxes.map(({ x }) => Math.round((10 * (x - first!.x)) / (second!.x - first!.x)) / 10);
}

test('each phone reads what the others chose, also once the option that opened it is gone; the kitchen reads it in its place', async ({
  page: sara,
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const { crisp } = await nestThreeDeep(call, place);
  const [table] = await openTables(call, place, ['12']);
  const address = new URL(table!.address).pathname;
  const named = (names: string[]) => names.map(place.named);
  const inArabic = (names: string[]) => names.map((name) => place.named(`${name} ar`));
  const [omar, lina, kitchen] = [
    await openWindow({ viewport: phone, locale: 'ar-AE' }),
    await openWindow({ viewport: phone }),
    await openWindow({ viewport: desktop }),
  ];
  await openLiveOrders(kitchen, place);
  await signInGuest(sara, place);
  for (const page of [sara, omar, lina]) await joinTable(page, address);
  await addDish(sara, place.named('burger'), named(['large', 'cheese', 'crisp']));
  await addDish(omar, place.named('burger ar'), inArabic(['large', 'bacon']), ar);
  await addDish(lina, place.named('burger'), named(['regular']));
  const saras = { quantity: 1, options: ['large', 'cheese', 'crisp'] } as const;
  const omars = { quantity: 1, options: ['large', 'bacon'] } as const;
  const linas = { quantity: 1, options: ['regular'] } as const;
  // 26.75, 26.25 and 18.00, and 3.55 of VAT.
  const total = burgersCost(saras, omars, linas);
  expect(total).toBe('74.55');
  const review = (page: Page, words: Words = en) =>
    page.getByRole('button', { name: new RegExp(`^${words.reviewOrder}`) });
  for (const page of [sara, lina]) {
    await openBasket(page);
    await expect(review(page)).toContainText(total);
  }
  await openBasket(omar, ar);
  await expect(review(omar, ar)).toContainText(total);
  const ofGuest = (page: Page, number: number, words: Words = en) =>
    page.getByRole('region', { name: words.guestNumber(number) });
  await expect(ofGuest(omar, 1, ar)).toContainText(inArabic(['large', 'cheese', 'crisp']).join(ar.comma));
  await expect(ofGuest(omar, 1, ar)).toContainText('26.75');
  await expect(ofGuest(omar, 3, ar)).toContainText(inArabic(['regular']).join(ar.comma));
  await expect(ofGuest(lina, 2)).toContainText(named(['large', 'bacon']).join(', '));
  await expect(ofGuest(lina, 2)).toContainText('26.25');

  // Nobody can have it large any more: both who chose it have to look again, and nobody can order meanwhile.
  const { token } = place.owner;
  const params = { id: place.modifiers.large };
  await call('DELETE /menu/delete-items-modifier/:id', { params }, token);
  for (const page of [sara, omar, lina]) await page.reload();
  await expect(sara.getByText(en.lineOptions)).toBeVisible();
  await expect(omar.getByText(ar.lineOptions)).toBeVisible();
  for (const guest of [1, 2]) await expect(ofGuest(lina, guest)).toContainText(/has to look at this dish again/);
  await expect(review(lina)).toBeDisabled();
  // Their names for it are not known to the others.
  await expect(ofGuest(lina, 1).getByRole('listitem')).toHaveText(
    new RegExp(`^1 ×${place.named('burger')}${named(['cheese', 'crisp']).join(', ')}Guest 1 has to look`),
  );
  await expect(ofGuest(omar, 1, ar)).toContainText(ar.guestMustChooseAgain(ar.guestNumber(1)));

  // Once it can be had again the table orders it as it was chosen.
  await call('POST /menu/restore-items-modifier/:id', { params }, token);
  for (const page of [sara, omar, lina]) await page.reload();
  await expect(review(omar, ar)).toBeEnabled();
  await expect(review(lina)).toContainText(total);
  await expect(ofGuest(sara, 2)).toContainText(named(['large', 'bacon']).join(', '));
  await review(sara).click();
  await sara.getByRole('radio', { name: 'Cash at the table' }).check();
  await sara.getByRole('button', { name: /^Place order/ }).click();
  await expect(sara.getByText('Your order has been sent')).toBeVisible();
  const { order } = await call('GET /order/get-all-orders', { query: {} }, token);
  expect(order[0]!.totalPrice).toBe(Number(total));
  const optionsOf = ({ options }: (typeof order)[number]['cart'][number]) =>
    options.map(({ _id, price, depth = 0 }) => [_id, price, depth]);
  const { large, cheese, bacon, regular } = place.modifiers;
  expect(order[0]!.cart.map((line) => [line.guestName, line.totalPrice, optionsOf(line)])).toEqual([
    [
      'Guest 1',
      26.75,
      [
        [large, 4.5, 0],
        [cheese, 3.25, 1],
        [crisp, 1, 2],
      ],
    ],
    [
      'Guest 2',
      26.25,
      [
        [large, 4.5, 0],
        [bacon, 3.75, 1],
      ],
    ],
    ['Guest 3', 18, [[regular, 0, 0]]],
  ]);

  await row(kitchen, 1).click();
  await expect(kitchen.getByRole('region', { name: 'Order details' })).toContainText(
    named(['large', 'cheese', 'crisp']).join(' · '),
  );
  await pressStatusButton(kitchen, 'Move to preparation');
  await kitchen.getByRole('link', { name: 'Kitchen display' }).click();
  const ticket = kitchen.getByRole('article', { name: '#1', exact: true });
  expect(await indents(ticket.getByRole('button', { name: 'Guest 1' }), named(['large', 'cheese', 'crisp']))).toEqual([
    0, 1, 2,
  ]);
  expect(await indents(ticket.getByRole('button', { name: 'Guest 2' }), named(['large', 'bacon']))).toEqual([0, 1]);
});
