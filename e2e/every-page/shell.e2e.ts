/** The shell around every page: where things are, the account, and the search over everything. */
import { desktop, expect, phone, test } from '../support/test.ts';
import { expectAccessible } from '../support/accessible.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { addOffer } from '../support/offers.ts';

test('everything has its place, and a search finds it by keyboard', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  test.slow();
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const next = await placeOrder(call, place);
  await addOffer(call, place);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/reports');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('list', { name: 'Orders' }).getByRole('link')).toHaveText([
    /^Live Orders/,
    'Phone order',
    'Kitchen display',
    'Inventory',
    'Order history',
    'Problems',
    'Pause orders',
  ]);
  await expect(navigation.getByRole('list', { name: 'Menu' }).getByRole('link')).toHaveText([
    'Items and modifiers',
    'Modifier list',
    'Menus',
    'Offers',
  ]);
  await expect(page.getByRole('link', { name: /create/i })).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Settings' }).getByRole('heading')).toHaveText([
    'Branding',
    'Currency and languages',
    'Legal details',
    'Tips',
    'Address of your site',
    'Online payments',
    'Company login',
    'Drivers',
    'Printers',
    'Order alerts',
    'Messages to guests',
    'Staff',
    'Audit log',
    'Your data',
  ]);
  await expectAccessible(page, 'settings', { hasDark: true });
  // The check of accessibility leaves the window as narrow as a phone.
  await page.setViewportSize(desktop);
  await page.getByRole('link', { name: /^Legal details/ }).click();
  await expect(page.getByRole('group', { name: 'Legal details' })).toBeInViewport();

  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 18, 24)');
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 18, 24)');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 247, 249)');

  await page.setViewportSize(phone);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search everything' });
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(search).toBeFocused();
  await search.fill(place.named('Bur').toLowerCase());
  await expect(results).toHaveCount(1);
  await expectAccessible(page, 'the search', { widths: [375], hasDark: false });
  await search.fill(`#${order.orderNumber}`);
  await expect(results.first()).toContainText(`#${order.orderNumber}`);
  await search.fill('audit');
  await expect(results).toHaveText([/^Audit log/]);
  await search.fill('payments');
  await expect(results.filter({ hasText: 'Report' })).toHaveText([/^Payments/]);
  await expect(results.filter({ hasText: 'Setting' })).toHaveText([/^Online payments/]);
  await search.fill('tenth');
  await expect(results).toHaveText([/^A tenth off/]);
  await search.fill(place.guest.phone.slice(-7));
  await expect(results).toHaveText([new RegExp(`^${place.guest.name}`)]);
  await search.fill('extras');
  await expect(results.filter({ hasText: 'Modifier list' })).toHaveCount(1);
  await search.fill('s');
  await search.press('ArrowDown');
  await search.press('ArrowUp');
  await search.fill('printers');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'Printers (0)', level: 1 })).toBeVisible();

  // Enter waits for the order that was asked for last, and does not open the one before.
  await page.keyboard.press('Control+k');
  await search.fill(`#${order.orderNumber}`);
  await expect(results.first()).toContainText(`#${order.orderNumber}`);
  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route(
    '**/order/history*',
    async (route) => {
      await isAnswered;
      await route.continue();
    },
    { times: 1 },
  );
  const asked = page.waitForRequest('**/order/history*');
  await search.fill(`#${next.orderNumber}`);
  await asked;
  await search.press('Enter');
  await expect(search).toBeFocused();
  await expect(results.filter({ hasText: `#${order.orderNumber}` })).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${next.orderNumber}`);

  // Keys that come before the search are its own.
  const early = await openWindow({ viewport: desktop });
  let letGo = () => {};
  const isLetGo = new Promise<void>((done) => (letGo = done));
  await early.route('**/assets/search-dialog*', async (route) => {
    await isLetGo;
    await route.continue();
  });
  await signInWithToken(early, place.owner.token);
  // The shell fetches it by itself.
  const fetched = early.waitForRequest('**/assets/search-dialog*');
  await early.goto('/dashboard/reports');
  await fetched;
  await early.keyboard.press('Control+k');
  await early.keyboard.type('printersx');
  await early.keyboard.press('Backspace');
  await early.keyboard.press('Enter');
  letGo();
  await expect(early.getByRole('heading', { name: 'Printers (0)', level: 1 })).toBeVisible();

  // Enter alone opens nothing, until a row is chosen.
  await early.keyboard.press('Control+k');
  const first = early.getByRole('listbox', { name: 'Results' }).getByRole('option').first();
  await early.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-selected', 'false');
  await early.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await early.keyboard.press('Enter');
  await expect(early).toHaveURL('/dashboard');
});
