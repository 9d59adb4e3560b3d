/** A merchant chooses what goes well with a dish: up to six others, in an order of their own (decision 107). */
import type { Page } from '@playwright/test';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { itemOf, openItem } from '../support/items.ts';
import { expectWalk } from '../support/keyboard-walk.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { keepMessages, toastWith } from '../support/screen.ts';
import { type Call, expect, phone, type Place, tablet, test } from '../support/test.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Goes well with' });
const rows = (page: Page) => part(page).getByRole('listitem');
const chooseButton = (page: Page) => part(page).getByRole('button', { name: 'Choose dishes' });
const picker = (page: Page) => page.getByRole('dialog', { name: 'Goes well with' });

const chosen = async (call: Call, place: Place) => (await itemOf(call, place, place.items.burger)).goesWith ?? [];

for (const viewport of [phone, tablet]) {
  test(`dishes are found, chosen, moved and removed on ${viewport.width} px`, async ({
    openRestaurant,
    openWindow,
    call,
  }) => {
    const place = await openRestaurant();
    const { special, water } = place.items;
    const page = await openWindow({ viewport });
    await keepMessages(page);
    await openItem(page, place, place.items.burger);
    await expect(part(page)).toContainText('Nothing yet.');
    await chooseButton(page).click();
    // Neither itself nor options are there to choose.
    await expect(picker(page).getByRole('checkbox')).toHaveCount(2);
    await picker(page).getByRole('searchbox', { name: 'Search' }).fill('wat');
    await picker(page)
      .getByRole('checkbox', { name: place.named('water') })
      .check();
    await picker(page).getByRole('searchbox', { name: 'Search' }).fill('');
    await picker(page)
      .getByRole('checkbox', { name: place.named('special') })
      .check();
    await picker(page).getByRole('button', { name: 'Add' }).click();
    await expect(rows(page)).toContainText([place.named('water'), place.named('special')]);
    await expect.poll(() => chosen(call, place)).toEqual([water, special]);
    await part(page)
      .getByRole('button', { name: `Move ${place.named('special')} up` })
      .click();
    await expect.poll(() => chosen(call, place)).toEqual([special, water]);
    await page.reload();
    await expect(rows(page)).toContainText([place.named('special'), place.named('water')]);
    await expectAccessible(page, 'what goes well with a dish', { hasDark: true, widths: everyWidth });
    await page.setViewportSize(viewport);
    await part(page)
      .getByRole('button', { name: `Remove ${place.named('special')}` })
      .click();
    await expect(rows(page)).toHaveCount(1);
    await expect(chooseButton(page)).toBeFocused();
    await expect.poll(() => chosen(call, place)).toEqual([water]);
    await toastWith(page, 'The record is successfully updated').last().getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => chosen(call, place)).toEqual([special, water]);
  });
}

test('six are the most: no seventh can be ticked, and none be chosen beside six', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const file = ['type,category,name,price', ...[1, 2, 3, 4, 5].map((one) => `item,Sides,Side ${one},4`)].join('\n');
  const files = { file: new File([file], 'sides.csv') };
  await call('POST /menu/import', { form: { menuId: place.menuId }, files }, place.owner.token);
  const page = await openWindow({ viewport: phone });
  await openItem(page, place, place.items.burger);
  await chooseButton(page).click();
  const boxes = picker(page).getByRole('checkbox');
  await expect(boxes).toHaveCount(7);
  for (let index = 0; index < 6; index += 1) await boxes.nth(index).check();
  await expect(boxes.nth(6)).toBeDisabled();
  await boxes.nth(0).uncheck();
  await expect(boxes.nth(6)).toBeEnabled();
  await boxes.nth(6).check();
  await picker(page).getByRole('button', { name: 'Add' }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(part(page)).toContainText('6 dishes at most.');
  await chooseButton(page).click({ force: true });
  await expect(picker(page)).toBeHidden();
});

test('the menu check names a dish that is never sold with it, in Arabic as well', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const body = { categoryId: place.categories.drinks, items: [] };
  await call('POST /menu/add-update-category', { body }, place.owner.token);
  const form = { goesWith: [place.items.water] };
  await call('POST /menu/update-items-modifier/:id', { params: { id: place.items.burger }, form }, place.owner.token);
  const page = await openWindow({ viewport: phone });
  await openItem(page, place, place.items.burger);
  await expect(page.getByText(`is never sold together with ${place.named('water')}`)).toBeVisible();

  const arabic = await openWindow({ viewport: phone, locale: 'ar-AE' });
  await signInWithToken(arabic, place.owner.token);
  await arabic.goto(`/dashboard/items/edit?id=${place.items.burger}`);
  const section = arabic.getByRole('region', { name: 'أطباق تناسبه' });
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await expect(arabic.getByText('فلا يُقترح ذلك على الضيوف')).toBeVisible();
  await expectWalk(arabic, 'what goes well with a dish, in Arabic', 8);
  await expectAccessible(arabic, 'what goes well with a dish, in Arabic', { widths: everyWidth });
});
