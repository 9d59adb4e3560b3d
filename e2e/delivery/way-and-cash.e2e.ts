/** The guest follows an order that is out, and the driver hands in the cash of a shift. */
import { expectAccessible } from '../support/accessible.ts';
import { addDriver, cardOf, openDriver, readyDelivery } from '../support/drivers.ts';
import { signInGuest } from '../support/guest.ts';
import { orderOf, signInWithToken } from '../support/kitchen.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

for (const { locale, title, code, away } of [
  { locale: 'en', title: 'On its way', code: 'Your code for the driver', away: 'The driver is 1.1 km away' },
  { locale: 'ar', title: 'في الطريق إليك', code: 'رمزك للسائق', away: 'السائق على بعد 1.1 كم' },
]) {
  test(`the guest reads in ${locale} how far the driver is, and gives the code at the door`, async ({
    call,
    openRestaurant,
    openWindow,
  }) => {
    const place = await openRestaurant();
    const order = await readyDelivery(call, place, { position: { latitude: 25.21, longitude: 55.27 } });
    const driver = await openWindow({
      viewport: phone,
      geolocation: { latitude: 25.2, longitude: 55.27 },
      permissions: ['geolocation'],
    });
    const guest = await openWindow({ viewport: phone, locale, timezoneId: 'Asia/Dubai' });
    await signInGuest(guest, place);
    await guest.goto(`/${place.slug}/order/${order._id}`);
    await expect(guest.getByRole('heading', { name: title })).toBeHidden();
    await openDriver(driver, await addDriver(call, place, 'Bilal'));
    await driver.getByRole('button', { name: `Take order ${order.orderName}` }).click();
    await driver.getByRole('button', { name: 'Leave with one order' }).click();
    await expect(guest.getByRole('heading', { name: title })).toBeVisible();
    await expect(guest.getByText(away)).toBeVisible();
    await expectAccessible(guest, `an order on its way, ${locale}`, { hasDark: true });
    const digits = (await guest.getByText(/^\d{4}$/).textContent())!;
    await expect(guest.getByText(code)).toBeVisible();
    expect(await driver.content()).not.toContain(digits);
    await cardOf(driver, order).getByRole('button', { name: 'Handed over' }).click();
    await driver.getByLabel('The four digits on the guest’s screen').fill(digits);
    await driver.getByRole('button', { name: 'Done' }).click();
    await expect(cardOf(driver, order)).toBeHidden();
    await expect(guest.getByRole('heading', { name: title })).toBeHidden();
    expect((await orderOf(call, place, order._id)).delivery?.proof).toBe('code');
  });
}

test('the cash of a shift is handed in, and the owner counts it', async ({
  page,
  call,
  openRestaurant,
  openWindow,
  complaints,
}) => {
  // Refused for as long as the last order can be undone.
  complaints.expect(/status of 409 .*close-shift/);
  const place = await openRestaurant();
  const order = await readyDelivery(call, place);
  const driver = await openWindow({ viewport: phone });
  await openDriver(driver, await addDriver(call, place, 'Bilal'));
  // The focus goes along: into the form, back to its button, and to that of the shift that has begun.
  const start = driver.getByRole('button', { name: 'Start shift' });
  const carried = driver.getByLabel('Change that you carry');
  await start.click();
  await expect(carried).toBeFocused();
  await driver.getByRole('button', { name: 'Back' }).click();
  await expect(start).toBeFocused();
  await start.press('Enter');
  await expect(carried).toBeFocused();
  await carried.fill('20');
  await carried.press('Enter');
  await expect(driver.getByText('AED 20.00 to hand in')).toBeVisible();
  await expect(driver.getByRole('button', { name: 'End shift' })).toBeFocused();
  await driver.getByRole('button', { name: `Take order ${order.orderName}` }).click();
  await driver.getByRole('button', { name: 'Leave with one order' }).click();
  await cardOf(driver, order).getByRole('button', { name: 'Handed over' }).click();
  await driver.getByLabel('Name').check();
  await driver.getByLabel('Who took it?').fill('Mona');
  await driver.getByRole('button', { name: 'Done' }).click();
  await expect(driver.getByText('AED 70.94 to hand in')).toBeVisible();
  await driver.getByRole('button', { name: 'End shift' }).click();
  await expectAccessible(driver, 'the end of a shift', { hasDark: true });
  const counted = driver.getByLabel('Cash that you have counted');
  await expect(counted).toHaveAccessibleDescription('For example: 1250.00');
  // The comma may be before decimals, or between thousands.
  await counted.fill('1,250');
  await expect(counted).toHaveAccessibleDescription('Use an amount such as 1250.00');
  await expect(driver.getByRole('alert').filter({ hasText: 'Use an amount' })).toBeVisible();
  await expect(driver.getByRole('button', { name: 'End shift' })).toBeDisabled();
  const ended = driver.getByText('Shift ended with AED 70.90. AED 0.04 missing.');
  // The shift goes on while the order may be undone.
  await expect(async () => {
    if (await ended.isVisible()) return;
    if (!(await counted.isVisible())) await driver.getByRole('button', { name: 'End shift' }).click();
    await counted.fill('٧٠٫٩٠');
    await driver.getByRole('button', { name: 'End shift' }).click();
    await expect(ended).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(start).toBeFocused();

  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/drivers');
  await page.getByRole('link', { name: 'Cash of drivers' }).click();
  await expect(page.getByText('AED 0.04 missing')).toBeVisible();
  await expectAccessible(page, 'cash of drivers', { hasDark: true });
  await page.getByRole('button', { name: 'Correct: Bilal' }).click();
  await page.getByLabel('Counted').fill('70.94');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('AED 0.04 missing')).toBeHidden();

  // The owner settles the next shift while the driver counts: the cash is not the change of another one.
  await driver.getByRole('button', { name: 'Start shift' }).click();
  await driver.getByLabel('Change that you carry').fill('10');
  await driver.getByRole('button', { name: 'Start shift' }).click();
  await driver.getByRole('button', { name: 'End shift' }).click();
  await driver.getByLabel('Cash that you have counted').fill('85');
  const shifts = async () => (await call('GET /delivery/get-shifts', {}, place.owner.token)).shifts;
  const { _id: id } = (await shifts()).find(({ closedAt }) => closedAt === null)!;
  await call('POST /delivery/settle-shift/:id', { params: { id }, body: { counted: 10 } }, place.owner.token);
  await driver.evaluate(() => dispatchEvent(new Event('online')));
  await expect(driver.getByRole('button', { name: 'End shift' })).toBeHidden();
  await expect(driver.getByRole('textbox')).toBeHidden();
  await expect(start).toBeFocused();
  await driver.getByRole('button', { name: 'Start shift' }).click();
  await expect(driver.getByLabel('Change that you carry')).toHaveValue('');
  expect((await shifts()).map(({ counted }) => counted)).toEqual([10, 70.94]);
});
