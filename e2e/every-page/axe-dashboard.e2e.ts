/** Every screen of the Order Manager is accessible, with its dialogs and errors, in light and in dark (G11, PL04). */
import type { Page } from '@playwright/test';
import { signUpNew } from '../support/accounts.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { openLiveOrders, placeOrder, pressStatusButton, row, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });
const check = (page: Page, screen: string) => expectAccessible(page, screen, { hasDark: true, widths: everyWidth });

test('the public screens are accessible', async ({ page, complaints }) => {
  complaints.expect(/status of 401/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This email field is required')).toBeVisible();
  await check(page, 'sign-in with errors');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('a wrong password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await check(page, 'sign-in refused');
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This restaurant field is required')).toBeVisible();
  await check(page, 'sign-up, first step with errors');
  await page.getByRole('combobox', { name: 'Country', exact: true }).fill('united');
  await expect(page.getByRole('listbox')).toBeVisible();
  await check(page, 'countries');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account setup' }).click();
  await check(page, 'sign-up, second step');
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('This email field is required')).toBeVisible();
  await check(page, 'forgot password with an error');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await check(page, 'forgot password, sent');
  await page.goto('/recover-password?token=none');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('This confirm password field is required')).toBeVisible();
  await check(page, 'recovery with errors');
});

test('the account and the first steps are accessible', async ({ page, openWindow, openRestaurant, call }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/account');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await check(page, 'account');
  await visit(page, '/recover-password');
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
  await check(page, 'changing the password');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Place a test order' }).click();
  await expect(page.getByText('Test order #1 is in Live Orders.')).toBeVisible();
  await page.getByRole('button', { name: /unfinished$/ }).click();
  await check(page, 'get started, with a test order and warnings');
  await page.getByRole('button', { name: 'QR code' }).click();
  await check(page, 'QR code');
  await visit(page, '/dashboard/orders/live');
  await row(page, 1).click();
  await check(page, 'a test order');

  const fresh = await openWindow({ viewport: phone });
  await signInWithToken(fresh, await signUpNew(call));
  await fresh.goto('/dashboard');
  await expect(fresh.getByText('You have no outlet yet.')).toBeVisible();
  await check(fresh, 'get started, with everything to do');
});

test('live orders are accessible', async ({ page, context, openRestaurant, call, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const place = await openRestaurant();
  await openLiveOrders(page, place);
  await check(page, 'no orders');
  const [first, second] = [await placeOrder(call, place), await placeOrder(call, place)];
  await row(page, first.orderNumber).click();
  await check(page, 'a new order');
  await page.getByRole('button', { name: 'Mark as sold out' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  await check(page, 'what has run out');
  await page.getByRole('button', { name: 'Close' }).click();
  await pressStatusButton(page, 'Move to preparation');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await check(page, 'an order in the kitchen, with the way back');
  await visit(page, `/dashboard/orders/live?order=${second._id}`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('radio', { name: 'Other' }).check();
  await check(page, 'cancelling');
  await page.keyboard.press('Escape');
  await visit(page, '/dashboard/orders/live?tab=ready');
  await expect(page.getByText('No orders in this tab')).toBeVisible();
  await check(page, 'an empty tab');
  await context.setOffline(true);
  await expect(page.getByRole('alert').filter({ hasText: 'Connection lost' })).toBeVisible();
  await check(page, 'connection lost');
});

test('lists and settings are accessible', async ({ page, openWindow, openRestaurant, call, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  for (const list of ['items', 'modifier-lists', 'menus', 'outlets']) {
    await visit(page, `/dashboard/${list}`);
    await expect(page.getByRole('table')).toBeVisible();
    await check(page, list);
  }
  await visit(page, '/dashboard/items?search=xylophone');
  await expect(page.getByText('No results for "xylophone"')).toBeVisible();
  await check(page, 'nothing found');
  await visit(page, '/dashboard');
  await expect(page.getByRole('progressbar', { name: '2 of 3 done' })).toBeVisible();
  await check(page, 'get started');
  await visit(page, '/dashboard/settings');
  await page.getByRole('switch', { name: /Delivery/ }).click();
  await expect(page.getByText(/^Paused: /)).toBeVisible();
  await check(page, 'paused');
  await visit(page, '/dashboard/guest-messages');
  await page.setViewportSize(desktop);
  // Its switches stand beside each other, and below each other where there is no room for all.
  const switches = page.getByRole('region', { name: 'Order accepted' }).getByRole('switch');
  await expect(switches).toHaveCount(3);
  const linesOf = (elements: Element[]) => new Set(elements.map((one) => one.getBoundingClientRect().top)).size;
  expect(await switches.evaluateAll(linesOf)).toBe(1);
  await page.getByRole('button', { name: 'Show what guests read: Order accepted' }).click();
  await check(page, 'messages to guests');
  await page.goto('/dashboard/nowhere');
  await check(page, 'page not found');

  const fresh = await openWindow({ viewport: phone });
  await signInWithToken(fresh, await signUpNew(call));
  await fresh.goto('/dashboard/menus');
  await expect(fresh.getByText('No menus yet')).toBeVisible();
  await check(fresh, 'an empty list');
  await fresh.route('**/get-all-menus', (route) => route.fulfill({ status: 500, body: '' }));
  await fresh.goto('/dashboard/menus');
  await expect(fresh.getByRole('button', { name: 'Try again' })).toBeVisible();
  await check(fresh, 'a list that failed');
  await fresh.getByRole('button', { name: 'Open navigation' }).click();
  // The place that it slides to: on its way its text stands on the page.
  await expect(fresh.getByRole('navigation', { name: 'Main' })).toBeInViewport({ ratio: 1 });
  await check(fresh, 'the drawer of a phone');
});
