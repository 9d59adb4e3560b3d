/** The foods in dishes and options: declared by the owner, looked for by the guest, and kept with the order. */
import { pickupOrder } from '#server/test/data/orders.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { openLiveOrders, row, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

const toBurger = { modifiers: ['large', 'cheese'], total: 27.04 } as const;

test('the owner declares what an option contains, and the guest reads it in the dish and on the order, whatever is edited later', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const form = { allergens: ['gluten' as const], diets: ['halal' as const] };
  const { token } = place.owner;
  await call('POST /menu/update-items-modifier/:id', { params: { id: place.items.burger }, form }, token);
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, token);
  await office.goto(`/dashboard/items/edit?id=${place.modifiers.cheese}`);
  await office.getByRole('button', { name: 'Allergens and diets' }).click();
  await office.getByRole('checkbox', { name: 'Milk' }).check();
  await expectAccessible(office, 'allergens of an option');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('The record is successfully updated')).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  await expect(panel.getByText('halal · Contains: gluten')).toBeVisible();
  await expect(panel.getByRole('checkbox', { name: `${place.named('cheese')} Contains: milk` })).toBeVisible();

  const items = [
    { itemId: place.items.burger, modifierList: toBurger.modifiers.map((name) => place.modifiers[name]), quantity: 1 },
  ];
  const body = pickupOrder(place, items, toBurger.total);
  const { order } = await call('POST /order/create-order', { body }, place.guest.token);
  // The dish declares nothing any more.
  const nothing = { allergens: [], diets: [] };
  await call('POST /menu/update-items-modifier/:id', { params: { id: place.items.burger }, form: nothing }, token);
  await guest.goto(`/${place.slug}/order/${order._id}`);
  await expect(guest.getByText('halal · Contains: gluten, milk')).toBeVisible();
  await guest.goto(`/${place.slug}/order/${order._id}/receipt`);
  await expect(guest.getByText('halal · Contains: gluten, milk')).toBeVisible();
  await expectAccessible(guest, 'receipt with allergens');

  const kitchen = await openWindow({ viewport: phone });
  await openLiveOrders(kitchen, place);
  await row(kitchen, order.orderNumber).click();
  await expect(kitchen.getByText('Contains: Gluten, Milk')).toBeVisible();
  await call('POST /order/update-order-status', { body: { orderId: order._id, status: 'Confirmed' } }, token);
  await visit(kitchen, '/dashboard/orders/kitchen');
  await expect(kitchen.getByText('Contains: Gluten, Milk')).toBeVisible();
});

for (const [language, locale] of [
  ['en', 'en-AE'],
  ['ar', 'ar-AE'],
] as const) {
  const words = wordsOf[language];
  const without = (name: string) => words.withoutFood(words.food(name));

  test.describe(language, () => {
    test.use({ locale, viewport: phone });

    test('a tap on the search shows dishes by what they contain; required options count, extras do not', async ({
      page,
      openRestaurant,
      call,
    }) => {
      const place = await openRestaurant();
      const { token } = place.owner;
      for (const [id, allergens] of [
        [place.items.burger, ['gluten']],
        [place.items.water, ['celery']],
        [place.items.special, ['celery']],
        [place.modifiers.cheese, ['milk']],
        [place.modifiers.regular, ['egg']],
        [place.modifiers.large, ['egg']],
      ] as const) {
        await call(
          'POST /menu/update-items-modifier/:id',
          { params: { id }, form: { allergens: [...allergens] } },
          token,
        );
      }
      await openShop(page, shopAddress(place, 'pickup'), words);
      const dishes = page.getByRole('main').getByRole('link');
      const named = (name: string) => dishes.filter({ hasText: place.canary }).filter({ hasText: name });
      await page.getByRole('searchbox').click();
      const chips = page.getByRole('list', { name: words.foodFilter });
      await expect(chips.getByRole('button')).toHaveText([
        without('gluten'),
        without('egg'),
        without('milk'),
        without('celery'),
      ]);
      await expect(named('burger').filter({ visible: true })).toHaveCount(1);
      await chips.getByRole('button', { name: without('milk'), exact: true }).click();
      await expect(page.getByText(words.dishesFound(3))).toBeVisible();
      await expect(page.getByText(words.askAboutAllergens)).toBeVisible();
      await expectAccessible(page, `dishes without milk, ${language}`);
      await chips.getByRole('button', { name: without('egg'), exact: true }).click();
      await expect(page.getByText(words.dishesFound(2))).toBeVisible();
      await expect(named('burger').filter({ visible: true })).toHaveCount(0);
      await chips.getByRole('button', { name: without('celery'), exact: true }).click();
      await expect(page.getByText(words.noDishSuits)).toBeVisible();
      await page.getByRole('button', { name: words.close, exact: true }).click();
      await expect(named('burger').filter({ visible: true })).toHaveCount(1);
      // By keyboard the chips come with the first letter.
      await page.getByRole('searchbox').pressSequentially('b');
      await expect(chips).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      const chip = chips.getByRole('button', { name: without('gluten'), exact: true });
      await expect(chip).toHaveAttribute('aria-pressed', 'true');
      await page.emulateMedia({ forcedColors: 'active' });
      await expect(chip).toHaveCSS('border-top-width', '3px');
      await page.keyboard.press('Space');
      await expect(chip).toHaveCSS('border-top-width', '1px');
      await page.keyboard.press('Space');
      await page.emulateMedia({ forcedColors: 'none' });
      await expect(named('burger').filter({ visible: true })).toHaveCount(0);
    });
  });
}
