/** A list that an option opens: asked right below the option, and said in its place (decision 106). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { tabTo } from '../support/keyboard-walk.ts';
import { openLiveOrders, signInWithToken } from '../support/kitchen.ts';
import { nestExtras, nestThreeDeep } from '../support/nested-lists.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';

for (const language of ['en', 'ar'] as const) {
  const words = wordsOf[language];
  test(`a guest is asked below the option, and loses what it opened with it, by the keyboard alone (${language})`, async ({
    openRestaurant,
    openWindow,
    call,
  }) => {
    const place = await openRestaurant();
    await nestThreeDeep(call, place);
    const named = (word: string) => place.named(language === 'en' ? word : `${word} ar`);
    const guest = await openWindow({ viewport: phone });
    const check = (screen: string) =>
      expectAccessible(guest, `${screen}, ${language}`, { hasDark: true, widths: everyWidth });
    await openShop(guest, `${shopAddress(place, 'pickup')}?lang=${language}`, words);
    const link = guest.getByRole('main').getByRole('link', { name: named('burger') });
    await tabTo(guest, link);
    await guest.keyboard.press('Enter');
    const panel = guest.getByRole('dialog', { name: named('burger') });
    await expect(panel).toBeVisible();
    const news = panel.getByRole('status').first();
    const add = panel.getByRole('button', { name: words.addToBasket(1) });
    const radio = (name: string) => panel.getByRole('radio', { name: named(name) });
    const cheese = panel.getByRole('checkbox', { name: named('cheese') });
    await tabTo(guest, radio('regular'));
    await guest.keyboard.press('Space');
    await expect(cheese).toBeHidden();
    await expect(add).toContainText('18.00');
    await guest.keyboard.press('ArrowDown');
    await expect(radio('large')).toBeChecked();
    await expect(radio('large')).toBeFocused();
    await expect(news).toHaveText(words.alsoAsked(place.named('Add extras')));
    await guest.keyboard.press('Tab');
    await expect(cheese).toBeFocused();
    await guest.keyboard.press('Space');
    await expect(news).toHaveText(words.alsoAsked(place.named('How is it melted?')));
    await tabTo(guest, add);
    await guest.keyboard.press('Enter');
    // The first list that lacks something takes the focus.
    await expect(panel.getByRole('alert')).toHaveText([words.chooseOne]);
    await expect(radio('soft')).toBeFocused();
    await check('a dish whose innermost list lacks a choice');
    await guest.keyboard.press('Space');
    await expect(add).toContainText('25.75');
    await guest.keyboard.press('ArrowDown');
    await expect(radio('crisp')).toBeChecked();
    await expect(panel.getByRole('alert')).toHaveCount(0);
    // 18.00, 4.50, 3.25 and 1.00.
    await expect(add).toContainText('26.75');
    await check('a dish with lists three deep');

    await radio('large').focus();
    await guest.keyboard.press('ArrowUp');
    await expect(panel.getByRole('group')).toHaveCount(2);
    await expect(add).toContainText('18.00');
    await guest.keyboard.press('ArrowDown');
    await expect(cheese).not.toBeChecked();
    await expect(radio('soft')).toBeHidden();
    await expect(add).toContainText('22.50');
    await guest.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(link).toBeFocused();
  });
}

test('checkout, order and kitchen say it in its place', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  await nestExtras(call, place);
  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  await panel.getByRole('radio', { name: place.named('large') }).check();
  await panel.getByRole('checkbox', { name: place.named('bacon') }).check();
  await panel.getByRole('button', { name: /^Add 1 to basket/ }).click();
  await expect(panel).toBeHidden();
  await goToCheckout(guest);
  await expect(guest.getByRole('main')).toContainText(`${place.named('large')}, ${place.named('bacon')}`);
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  await guest.getByRole('button', { name: /^Place order/ }).click();
  await expect(guest).toHaveURL(/\/checkout\/[0-9a-f-]+$/);
  await expect(guest.getByRole('main')).toContainText(`${place.named('large')}, ${place.named('bacon')}`);
  const { order } = await call('GET /order/get-all-orders', { query: {} }, place.guest.token);
  expect(order[0]!.cart[0]!.options.map(({ depth }) => depth)).toEqual([undefined, 1]);

  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await openLiveOrders(office, place);
  await office
    .getByRole('button', { name: new RegExp(`#${order[0]!.orderName}`) })
    .first()
    .click();
  await expect(office.getByText(`${place.named('large')} · ${place.named('bacon')}`)).toBeVisible();
});

for (const [language, locale, choose, dishes] of [
  ['English', 'en-GB', 'Choose', 'Ordered dishes'],
  ['Arabic', 'ar-AE', 'اختيار', 'الأصناف المطلوبة'],
] as const) {
  test(`staff are asked on the telephone as well (${language})`, async ({ openRestaurant, openWindow, call }) => {
    const place = await openRestaurant();
    await nestExtras(call, place);
    const office = await openWindow({ viewport: tablet, locale });
    await signInWithToken(office, place.owner.token);
    await office.goto('/dashboard/orders/new');
    await office.getByRole('searchbox').fill('burg');
    await office.getByRole('button', { name: place.named('burger') }).click();
    const radio = (name: string) => office.getByRole('radio', { name: place.named(name) });
    const cheese = office.getByRole('checkbox', { name: place.named('cheese') });
    await tabTo(office, radio('regular'));
    await office.keyboard.press('Space');
    await expect(cheese).toBeHidden();
    await office.keyboard.press('ArrowDown');
    await expect(radio('large')).toBeChecked();
    await expect(office.getByRole('button', { name: choose, exact: true })).toBeDisabled();
    await office.keyboard.press('Tab');
    await expect(cheese).toBeFocused();
    await office.keyboard.press('Space');
    await expectAccessible(office, `a phone order with a nested list, ${language}`, {
      hasDark: true,
      widths: everyWidth,
    });
    await tabTo(office, office.getByRole('button', { name: choose, exact: true }));
    await office.keyboard.press('Enter');
    const ordered = office.getByRole('list', { name: dishes });
    await expect(ordered).toContainText(new RegExp(`${place.named('large')}.? · .?${place.named('cheese')}`));
  });
}
