/**
 * Every screen of the guest's site is accessible, with its drawers, questions and errors: in both languages, on the
 * narrowest phone, the usual one, a tablet and a desktop; English in light, Arabic in dark (G11, PL04).
 */
import type { Page } from '@playwright/test';
import { minorUnits } from '#contract/base/money.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import {
  addBurger,
  addWater,
  askForCode,
  codeSentTo,
  signInGuest,
  newPhone,
  openDish,
  openShop,
  settled,
  shopAddress,
} from '../support/guest.ts';
import { placeOrder } from '../support/kitchen.ts';
import { addOutlet, openOnDay, openTables, takeTomorrow } from '../support/restaurant.ts';
import { expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });

for (const [language, locale, colorScheme] of [
  ['en', 'en-GB', 'light'],
  ['ar', 'ar-AE', 'dark'],
] as const) {
  const words = wordsOf[language];
  /** Gives the dishes names in both languages. */
  const inWords = (place: Place): Place =>
    language === 'en' ? place : { ...place, named: (word) => place.named(`${word} ar`) };
  const button = (page: Page, name: string) => page.getByRole('button', { name }).first();
  const examine = (page: Page, screen: string) =>
    expectAccessible(page, `${screen}, ${language}`, { isDark: colorScheme === 'dark', widths: everyWidth });

  test.describe(language, () => {
    test.use({ locale, colorScheme });

    test('the menu, its drawers and a dish are accessible', async ({ page, openRestaurant, complaints, db }) => {
      complaints.expect(/status of 404/);
      // A window that was wide keeps the cover's large picture, and leaves the preloaded small one unused.
      complaints.expect(/preloaded using link preload but not used/);
      await openShop(page, '/demo/menu', words);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      await examine(page, 'menu with pictures');
      await page.goto('/demo/pickup');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await examine(page, 'outlets with pictures');
      for (const [screen, address] of [
        ['page not found', '/demo/nowhere/at/all'],
        ['restaurant not found', '/nobody-has-this-name/menu'],
      ] as const) {
        await page.goto(address);
        await examine(page, screen);
      }

      const place = inWords(await openRestaurant({ stock: 0 }));
      await takeTomorrow(db, place);
      await page.goto(`/${place.slug}/delivery`);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await examine(page, 'areas');
      await openShop(page, shopAddress(place, 'pickup'), words);
      await page.getByRole('searchbox').fill('xylophone');
      await examine(page, 'nothing found');
      await button(page, words.clearSearch).click();
      for (const sheet of ['order-type', 'when', 'delivery-address'] as const) {
        await page.goto(`${shopAddress(place, 'pickup')}#${sheet}`);
        await expect(page.getByRole('dialog')).toBeVisible();
        await examine(page, sheet);
      }
      const area = page.getByRole('radio').first();
      await area.focus();
      await page.keyboard.press('Space');
      await button(page, words.confirmLocation).click();
      await expect(page.getByRole('dialog', { name: words.createAddress })).toBeVisible();
      await examine(page, 'new address');
      await openShop(page, shopAddress(place, 'pickup'), words);
      const panel = await openDish(page, place.named('burger'));
      await panel.getByRole('button', { name: words.addToBasket(1) }).click();
      await expect(panel.getByRole('alert')).toBeVisible();
      await examine(page, 'dish with an error');
      await page.goto(`${shopAddress(place, 'pickup')}/item?itemId=${place.items.special}`);
      // The dish that the server has rendered gives way to its loading for a moment.
      await settled(page);
      await expect(page.getByRole('dialog')).toBeVisible();
      await examine(page, 'dish sold out');
      const closed = await openRestaurant({ openingHours: openOnDay(3, { start: '10:00', end: '14:00' }).hours });
      await page.goto(shopAddress(closed, 'delivery'));
      await settled(page);
      await examine(page, 'closed');
    });

    test('the basket, its questions and its errors are accessible', async ({
      page,
      openRestaurant,
      db,
      complaints,
    }) => {
      complaints.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported/);
      const place = inWords(await openRestaurant());
      const second = await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.burger });
      await page.goto(`/${place.slug}/basket`);
      await expect(page.getByText(words.emptyBasket).last()).toBeVisible();
      await examine(page, 'empty basket');
      await openShop(page, shopAddress(place, 'pickup'), words);
      await addBurger(page, place, 1, words);
      await addWater(page, place, words);
      await examine(page, 'menu with a basket');
      await page.goto(shopAddress(place, 'pickup', second.name));
      await expect(page.getByRole('dialog', { name: words.switchTitle })).toBeVisible();
      await examine(page, 'switching the outlet');
      await button(page, words.keepBasket).click();
      await changeMenu(db, place.id, (tx) =>
        tx
          .updateTable('items')
          .set({ price_minor: minorUnits(600) })
          .where('id', '=', place.items.water)
          .execute(),
      );
      await page.goto(`/${place.slug}/basket`);
      await expect(page.getByText(words.pricesChanged)).toBeVisible();
      await examine(page, 'basket with a new price');
      const water = page.getByRole('group', { name: place.named('water') });
      await water.getByRole('button', { name: words.removeDish(place.named('water')) }).click();
      await expect(button(page, words.undo)).toBeVisible();
      await examine(page, 'basket with a line taken out');

      await page.route('**/assets/my-orders-screen*', (route) => route.abort());
      await page.goto(`/${place.slug}/orders`);
      await expect(page.getByText(words.crashed)).toBeVisible();
      await examine(page, 'a screen that could not be loaded');
      await page.context().setOffline(true);
      await button(page, words.tryAgain).click();
      await expect(page.getByText(words.offline)).toBeVisible();
      await examine(page, 'no connection');
      await page.context().setOffline(false);
    });

    test('the checkout and the order pages are accessible', async ({ page, openRestaurant, db, complaints, call }) => {
      complaints.expect(/status of 409/);
      const place = inWords(await openRestaurant());
      await signInGuest(page, place);
      await openShop(page, shopAddress(place, 'pickup'), words);
      await addBurger(page, place, 1, words);
      await page.goto(`/${place.slug}/checkout`);
      const placing = button(page, words.placeOrder);
      await placing.click();
      await expect(page.getByRole('alert')).toHaveText(words.choosePayment);
      // A link that is half below the header after the page has scrolled would be called too small.
      await page.evaluate(() => scrollTo(0, 0));
      await examine(page, 'checkout without a payment');
      await page.getByRole('radio', { name: words.payments['cash on pickup'] }).check();
      await changeMenu(db, place.id, (tx) =>
        tx
          .updateTable('items')
          .set({ price_minor: minorUnits(2000) })
          .where('id', '=', place.items.burger)
          .execute(),
      );
      await placing.click();
      const changed = page.getByRole('dialog', { name: words.priceChangedTitle });
      await expect(changed).toBeVisible();
      await examine(page, 'price changed');
      await changed.getByRole('button').first().click();
      await expect(page.getByText(words.orderSent).first()).toBeVisible();
      await examine(page, 'placed');
      await page.getByRole('link', { name: words.trackOrder }).click();
      await expect(page.locator('[aria-current=step]')).toBeVisible();
      await examine(page, 'order');
      const orderId = new URL(page.url()).pathname.split('/').at(-1)! as never;
      await page.goto(`/${place.slug}/orders`);
      await expect(page.getByRole('article')).toBeVisible();
      await examine(page, 'my orders');
      await page.getByRole('link', { name: words.receipt }).click();
      await expect(page.getByRole('article')).toBeVisible();
      await examine(page, 'receipt');
      await openShop(page, `/${place.slug}/menu`, words);
      await expect(page.getByRole('link', { name: words.statuses.New })).toBeVisible();
      await button(page, words.account).click();
      await expect(page.getByRole('dialog', { name: words.account })).toBeVisible();
      await examine(page, 'account');
      const cancelling = { orderId, status: 'Cancelled', reason: 'Too busy' } as const;
      await call('POST /order/update-order-status', { body: cancelling }, place.owner.token);
      await page.goto(`/${place.slug}/order/${String(orderId)}`);
      await expect(page.getByRole('status')).toBeVisible();
      await examine(page, 'cancelled order');
      await openShop(page, shopAddress(place, 'pickup'), words);
      await addBurger(page, place, 1, words);
      await changeMenu(db, place.id, (tx) =>
        tx
          .updateTable('outlet_modes')
          .set({ accepts_orders: false })
          .where('outlet_id', '=', place.outletId)
          .where('mode', '=', 'pickup')
          .execute(),
      );
      await expect(async () => {
        await page.goto(`/${place.slug}/checkout`);
        await expect(button(page, words.modeNotAvailable('pickup', 'delivery'))).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await examine(page, 'checkout of a mode that is off');
    });

    test('the sign-in is accessible', async ({ page, openRestaurant, complaints, call }) => {
      complaints.expect(/status of 400/);
      const place = inWords(await openRestaurant());
      const order = await placeOrder(call, place);
      await page.goto(`/${place.slug}/order/${order._id}`);
      await expect(page.getByText(words.logInToTrack)).toBeVisible();
      await examine(page, 'order of somebody signed out');
      await page.goto(`/${place.slug}/auth`);
      const number = page.getByLabel(words.mobileNumber);
      await number.fill('123');
      await number.blur();
      await expect(page.getByRole('alert')).toBeVisible();
      await examine(page, 'number with an error');
      await button(page, `${words.countryCode}: `).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await examine(page, 'countries');
      await page.keyboard.press('Escape');
      const guest = newPhone();
      await askForCode(page, guest.national, words);
      await examine(page, 'code');
      const code = await codeSentTo(page, guest.number, /^\d{5} /);
      const first = page.getByRole('textbox').first();
      await first.pressSequentially(code.replace(/./, (digit) => String((Number(digit) + 1) % 10)));
      await expect(page.getByRole('alert')).toBeVisible();
      await examine(page, 'wrong code');
      await first.pressSequentially(code);
      await expect(page.getByRole('heading', { name: words.registerTitle })).toBeVisible();
      await examine(page, 'name and email');
    });

    test('the pages at a table are accessible', async ({ page, openRestaurant, call, complaints }) => {
      // The code's table shares a basket, which goes away with the code.
      complaints.expect(/status of 40[49]/);
      const place = inWords(await openRestaurant());
      const [table] = await openTables(call, place, ['12']);
      const { pathname } = new URL(table!.address);
      await page.goto(pathname);
      await expect(button(page, words.callWaiter)).toBeVisible();
      await examine(page, 'menu at a table');
      await addWater(page, place, words);
      await page.goto(`/${place.slug}/checkout`);
      await expect(page.getByRole('radio').first()).toBeVisible();
      await examine(page, 'checkout at a table');
      await call('POST /dining/new-code/:id', { params: { id: table!._id } }, place.owner.token);
      await page.goto(pathname);
      await expect(page.getByText(words.noTableOrder)).toBeVisible();
      await examine(page, 'void code');
    });
  });
}
