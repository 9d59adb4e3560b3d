/** A menu of certain times: entered by the owner, shown with its hours while it is not sold, and refused from a basket after its end. */
import { setTimeout } from 'node:timers/promises';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { weekdays } from '../../contract/base/time.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

const { en, ar } = wordsOf;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Journeys of this file take less than so many milliseconds. */
const journeyMs = 90_000;

/**
 * Two hours of tomorrow in Dubai, on full hours: whatever the time is now, it is not in them, and they can be ordered for. Just before
 * midnight there it waits for the next day, because tomorrow would be today before the journey is over.
 */
async function hoursTomorrow(): Promise<{ day: (typeof weekdays)[number]; start: string; end: string }> {
  const midnightInMs = DAY - ((Date.now() + 4 * HOUR) % DAY);
  if (midnightInMs < journeyMs) {
    test.setTimeout(test.info().timeout + journeyMs);
    await setTimeout(midnightInMs + 1_000);
  }
  const local = new Date(Date.now() + 4 * HOUR + DAY);
  return { day: weekdays[local.getUTCDay()]!, start: '12:00', end: '14:00' };
}

test('the owner says when a menu is sold, on a phone and on a tablet', async ({ openRestaurant, openWindow }) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: phone });
  await signInWithToken(office, place.owner.token);
  await office.goto(`/dashboard/menus/edit?id=${place.menuId}&form`);
  await office.getByRole('textbox', { name: 'In Arabic' }).fill('الفطور');
  await office.getByRole('switch', { name: 'Only at certain times' }).click();
  for (const day of weekdays) {
    await office.getByLabel(`${day}, period 1, opens`).fill('07:00');
    await office.getByLabel(`${day}, period 1, closes`).fill('11:00');
  }
  await office.getByLabel('Notes').fill('Until the eggs are gone');
  await office.getByRole('checkbox', { name: 'Pickup' }).check();
  await expectAccessible(office, 'when a menu is sold');
  await office.setViewportSize(tablet);
  await expectAccessible(office, 'when a menu is sold, on a tablet');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('Every day: 07:00–11:00 · Pickup')).toBeVisible();
  await visit(office, '/dashboard/menus');
  await expect(office.getByText('Every day: 07:00–11:00 · Pickup')).toBeVisible();
});

test('guests read when a menu is sold, order it for then, and are told where its time is over', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const { token } = place.owner;
  const { day, start, end } = await hoursTomorrow();
  const hours = weekdays.map((one) => ({ day: one, open: one === day, periods: [{ start, end }] }));
  const orderingSchedule = { sameDate: true, nextDate: true };
  await call('PUT /outlet/update-outlet/:id', { params: { id: place.outletId }, form: { orderingSchedule } }, token);
  const names = { name: 'Brunch', nameTranslations: { ar: 'الغداء المبكر' } };
  const { menu } = await call(
    'POST /menu/add-menu',
    { body: { ...names, notes: 'Of tomorrow', state: 'true', sale: {} } },
    token,
  );
  const category = { menuId: menu._id, name: 'Brunch dishes', items: [place.items.water] };
  await call('POST /menu/add-update-category', { body: category }, token);
  await call('POST /menu/add-update-category', { body: { categoryId: place.categories.drinks, items: [] } }, token);
  const setHours = (sale: object) =>
    call('POST /menu/update-menu/:id', { params: { id: menu._id }, body: { sale } }, token);

  // Sold now: it goes into the basket, and its time is over.
  const now = weekdays.map((one) => ({ day: one, open: true, periods: [{ start: '00:00', end: '00:00' }] }));
  await setHours({ hours: now });
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  await addWater(guest, place);
  await setHours({ hours });
  const section = guest.getByRole('region', { name: 'Brunch' });
  const when = en.sale.onDays(day, en.sale.period(start, end));
  // The server hears of a change a moment after it.
  await expect(async () => {
    await guest.reload();
    await expect(section).toContainText(when);
  }).toPass();
  await expect(section).not.toContainText(place.named('water'));
  await expectAccessible(guest, 'menu that is not sold now');

  await guest.getByRole('searchbox').fill('water');
  await expect(guest.getByRole('listitem').filter({ hasText: `Brunch: ${when}` })).toBeVisible();

  await guest.goto(`/${place.slug}/basket`);
  await expect(guest.getByText(en.sale.lineNotNow(`Brunch: ${when}`))).toBeVisible();
  await expect(guest.getByText(en.fixLines)).toBeVisible();
  await expectAccessible(guest, 'basket with a dish of a menu that is over');

  // For tomorrow it can be had.
  await guest.goto(shopAddress(place, 'pickup'));
  await section.getByRole('link', { name: en.scheduleOrder }).press('Enter');
  const times = guest.getByRole('dialog', { name: en.when });
  const tomorrow = times.getByRole('region', { name: en.slotDays.tomorrow });
  await tomorrow.getByText(new RegExp(`^${start} –`)).click();
  await tomorrow.getByRole('button', { name: en.slotTomorrow(start) }).click();
  await expect(guest.getByRole('region', { name: 'Brunch dishes' })).toContainText(place.named('water'));
  await guest.goto(`/${place.slug}/basket`);
  await expect(guest.getByText(en.fixLines)).toBeHidden();
  await expect(guest.getByRole('button', { name: new RegExp(`^${en.reviewOrder}`) })).toBeEnabled();

  const arabic = await openWindow({ viewport: tablet });
  await arabic.goto(`${shopAddress(place, 'pickup')}?lang=ar`);
  await expect(arabic.getByRole('region', { name: 'الغداء المبكر' })).toContainText(ar.sale.period(start, end));
  await expectAccessible(arabic, 'menu that is not sold now, in Arabic');
});

test('without a script the page says when a menu is sold', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const { day, start, end } = await hoursTomorrow();
  const hours = weekdays.map((one) => ({ day: one, open: one === day, periods: [{ start, end }] }));
  await call(
    'POST /menu/update-menu/:id',
    { params: { id: place.menuId }, body: { sale: { hours } } },
    place.owner.token,
  );
  const page = await openWindow({ viewport: phone, javaScriptEnabled: false });
  await page.goto(shopAddress(place, 'pickup'));
  await expect(page.getByText(`${day} from ${start} to ${end}`)).toBeVisible();
});
