/** The error catalogue and every success message of the Order Manager (core-setup 8, order-operations 8). */
import type { Page } from '@playwright/test';
import { signInWithToken } from '../support/kitchen.ts';
import { row } from '../support/menus.ts';
import { giveProof } from '../support/proof.ts';
import { toastWith, visit } from '../support/screen.ts';
import { chooseAction } from '../support/row-menu.ts';
import { desktop, expect, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });
const lists = [
  { at: '/dashboard/menus', call: '**/menu/get-all-menus', notFound: 'No record found' },
  { at: '/dashboard/modifier-lists', call: '**/menu/get-all-modifier-list', notFound: 'No record found' },
  { at: '/dashboard/items', call: '**/menu/get-all-items-modifier', notFound: 'Item was not found' },
  // The specification leaves outlets out of the 404 texts, so there 404 counts as any other error.
  { at: '/dashboard/outlets', call: '**/outlet/get-all-outlet', notFound: 'server error' },
] as const;

for (const { at, call, notFound } of lists) {
  test(`${at} shows the error's name for 400, and the stated texts for 401, 404, any other error and no message`, async ({
    page,
    openRestaurant,
    complaints,
  }) => {
    complaints.expect(/status of|ERR_FAILED/);
    const place = await openRestaurant();
    await signInWithToken(page, place.owner.token);
    const refusal = { name: 'The name of the error', msg: 'A sentence', code: 'server.newer' };
    for (const [status, message] of [
      [400, 'The name of the error'],
      [404, notFound],
      [500, 'server error'],
      [403, 'server error'],
      [0, 'Network error'],
    ] as const) {
      await page.route(call, (route) => (status === 0 ? route.abort() : route.fulfill({ status, json: refusal })));
      await page.goto(at);
      await expect(page.getByRole('alert').first()).toContainText(message);
      await page.unroute(call);
    }
    await page.route(call, (route) => route.fulfill({ status: 401, json: refusal }));
    await page.goto(at);
    await expect(page.getByRole('alert').filter({ hasText: 'Login is required' })).toBeVisible();
  });
}

interface SuccessCase {
  message: string;
  at: (place: Place) => string;
  after: (page: Page, place: Place) => Promise<void>;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const menu = ({ menuId }: Place) => `/dashboard/menus/edit?id=${menuId}`;
const burger = ({ items }: Place) => `/dashboard/items/edit?id=${items.burger}`;
const addFirst = async (page: Page) => {
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
};

/** Each step leaves the state that the next one needs. */
const successes: readonly SuccessCase[] = [
  {
    message: 'Your record was successfully added',
    at: menu,
    after: async (page) => {
      await page.getByLabel('New category').fill('Soups');
      await page.keyboard.press('Enter');
    },
  },
  {
    message: 'The record have been linked',
    at: menu,
    after: async (page) => {
      await press(page, 'Add items Soups');
      await addFirst(page);
    },
  },
  {
    message: 'The record have been unlinked',
    at: menu,
    after: async (page) => {
      await row(page, 'Soups')
        .getByRole('button', { name: /^Soups/ })
        .click();
      await press(page, /^Remove .+ from Soups$/);
    },
  },
  {
    message: 'The record is successfully updated',
    at: menu,
    after: async (page) => {
      await row(page, 'Soups')
        .getByRole('button', { name: /^Soups/ })
        .click();
      await chooseAction(page, 'Rename', 'Soups');
      await page.getByRole('textbox', { name: 'Name of Soups' }).fill('Bowls');
      await page.keyboard.press('Enter');
    },
  },
  {
    message: 'The record is successfully deleted',
    at: menu,
    after: async (page) => {
      await row(page, 'Bowls')
        .getByRole('button', { name: /^Bowls/ })
        .click();
      await chooseAction(page, 'Delete', 'Bowls');
    },
  },
  {
    message: 'modifier is successfully created',
    at: () => '/dashboard/items/create',
    after: async (page) => {
      await page
        .getByRole('radio', { name: 'Modifier' })
        .or(page.getByRole('button', { name: 'Modifier' }))
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Olives');
      await page.getByRole('textbox', { name: 'Price', exact: true }).fill('2');
      await page.getByRole('textbox', { name: 'SKU', exact: true }).fill('OLIVES');
      await press(page, 'Save');
    },
  },
  {
    message: 'Oulet unlinked successfully',
    at: burger,
    after: (page, place) => page.getByRole('switch', { name: `Available at ${place.outletName}` }).click(),
  },
  {
    message: 'Oulet linked successfully',
    at: burger,
    after: (page, place) => page.getByRole('switch', { name: `Available at ${place.outletName}` }).click(),
  },
  {
    message: 'Modifier list unlinked successfully',
    at: burger,
    after: (page, place) => press(page, `Unlink ${place.named('size')}`),
  },
  {
    message: 'Modifier list linked successfully',
    at: burger,
    after: async (page) => {
      await press(page, 'Link modifier list');
      await addFirst(page);
    },
  },
  {
    message: 'The record was successfully deleted',
    at: ({ outletId }) => `/dashboard/outlets/edit/ordering-services/delivery-area?id=${outletId}`,
    after: (page, place) => chooseAction(page, 'Delete', place.named('Harbour')),
  },
  {
    message: 'Outlet details was updated',
    at: () => '/dashboard/outlets',
    after: (page, place) => page.getByRole('switch', { name: `${place.outletName}, Status` }).click(),
  },
  {
    message: 'Your outlet was successfully deleted',
    at: () => '/dashboard/outlets',
    after: async (page, place) => {
      await chooseAction(page, 'Delete', place.outletName);
      await giveProof(page, 'Delete');
    },
  },
];

test("every success message has the specification's words, is at the top centre, and disappears by itself", async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  for (const { message, at, after } of successes) {
    await test.step(message, async () => {
      await visit(page, at(place));
      await after(page, place);
      await expect(toastWith(page, message)).toBeVisible();
    });
  }
  const bar = toastWith(page, 'Your outlet was successfully deleted');
  const { x, y, width } = (await bar.boundingBox())!;
  expect(Math.abs(x + width / 2 - desktop.width / 2)).toBeLessThan(2);
  expect(y).toBeLessThan(60);
  await expect(bar).toBeHidden();
});

test('a missing entity is reported', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  for (const kind of ['menus', 'items', 'modifier-lists']) {
    await visit(page, `/dashboard/${kind}/edit?id=${place.outletId}`);
    await expect(page.getByRole('heading', { name: 'This record was not found' })).toBeVisible();
  }
});
