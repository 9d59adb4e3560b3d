/**
 * Every route, screen, column and label of the Order Manager in the specification (core-setup 2, order-operations 2).
 * The calls are checked in server/walls/specification.test.ts, the outlets in specification-outlets.e2e.ts, the rules
 * and messages in specification-rules.e2e.ts. Orders, the guest's site and the admin's pages have tests of their own.
 */
import type { Page } from '@playwright/test';
import {
  address,
  buttons,
  columns,
  fields,
  type Line,
  links,
  pageSizes,
  rowActions,
  says,
  title,
  walk,
} from '../support/specification.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { expect, test } from '../support/test.ts';

// Wide enough to show every list as a table.
test.use({ viewport: { width: 1600, height: 900 } });
const tabs = (...names: readonly string[]) => says(...names);

const publicScreens: readonly Line[] = [
  { line: 'without a token the guard sends to /', at: '/dashboard/menus', sees: [address('/')] },
  { line: '/recover-password is guarded', at: '/recover-password', sees: [address('/')] },
  {
    line: '/login: email, password, show/hide password, Forgot password, Signup now',
    at: '/login',
    sees: [
      fields('Email', 'Password'),
      buttons('Show password', 'Log in'),
      links(['Forgot password', '/forgot-password'], ['Signup now', '/signup']),
    ],
  },
  {
    line: '/signup: two steps labelled Restaurant info and Account setup, 30-day free trial, no credit card required, cancel anytime',
    at: '/signup',
    sees: [
      buttons('Restaurant info', 'Account setup', 'Continue'),
      says('Start your 30-day free trial', 'No credit card required · Cancel anytime'),
      fields('Restaurant', 'Outlets', 'Country', 'How did you find us?'),
      // The stepper can be clicked freely.
      (page) => page.getByRole('button', { name: 'Account setup' }).click(),
      fields('First name', 'Last name', 'Country code', 'Mobile', 'Email', 'Password'),
      buttons('Back', 'Create account'),
    ],
  },
  {
    line: '/forgot-password: email only, Reset Password, Return to login',
    at: '/forgot-password',
    sees: [fields('Email'), buttons('Reset Password'), links(['Return to login', '/login'])],
  },
  {
    line: 'password recovery: email, new password, confirm password, Save new password, the hint',
    at: '/recover-password?token=of-a-mailed-link',
    sees: [
      fields('Email', 'New password', 'Confirm password'),
      buttons('Save new password'),
      says('use at least 8 characters, upper and lower case, symbols and digits'),
    ],
  },
];

const merchantScreens: readonly Line[] = [
  {
    line: 'a stored token at login and signup goes to /dashboard',
    at: '/login',
    sees: [address('/dashboard'), (page) => page.goto('/signup').then(() => address('/dashboard')(page, null!))],
  },
  {
    line: 'Quick start guide: the promise and three cards',
    at: '/dashboard',
    sees: [
      title('Get Started'),
      says('It only takes 3 steps and 30 minutes of your time to get your business up and running.'),
      links(
        ['Create your first outlet', '/dashboard/outlets'],
        ['Customize branding', '/dashboard/branding'],
        ['Build your menu', '/dashboard/menus'],
      ),
    ],
  },
  {
    line: 'the side navigation: its entries, the collapsible Menu group, Logout; 240 pixels wide',
    at: '/dashboard',
    sees: [
      links(
        ['Get Started', '/dashboard'],
        ['Live Orders', '/dashboard/orders/live'],
        ['Inventory', '/dashboard/inventory'],
        ['Order history', '/dashboard/orders'],
        ['Pause orders', '/dashboard/settings'],
        ['Items and modifiers', '/dashboard/items'],
        ['Modifier list', '/dashboard/modifier-lists'],
        ['Menus', '/dashboard/menus'],
        ['Outlets', '/dashboard/outlets'],
      ),
      buttons('Menu', 'Logout'),
      says('Order Manager'),
      async (page) => {
        const drawer = page.locator('.MuiDrawer-paper');
        expect((await drawer.boundingBox())?.width).toBe(240);
        const group = page.getByRole('button', { name: 'Menu', exact: true });
        await group.click();
        await expect(page.getByRole('link', { name: 'Menus', exact: true })).toBeHidden();
        await group.click();
        await expect(page.getByRole('link', { name: 'Menus', exact: true })).toBeVisible();
      },
    ],
  },
  { line: '/dashboard/orders/live: Live orders', at: '/dashboard/orders/live', sees: [title('Live Orders')] },
  {
    line: '/dashboard/inventory: search box, item rows with a quantity input, expandable modifier rows',
    at: '/dashboard/inventory',
    sees: [
      fields('Search items and modifiers'),
      (page, place) => fields(`${place.named('burger')}, quantity left`)(page, place),
      async (page, place) => {
        await page.getByRole('button', { name: `Modifiers of ${place.named('burger')}` }).click();
        await fields(`${place.named('cheese')}, quantity left`)(page, place);
      },
    ],
  },
  {
    line: '/dashboard/settings: Pause New Orders, per outlet, expandable, delivery and pickup',
    at: '/dashboard/settings',
    sees: [
      title('Pause orders'),
      says('Pause New Orders'),
      (page, place) => fields(`${place.outletName}, Delivery`, `${place.outletName}, Pickup`)(page, place),
      says('Your outlet is accepting orders'),
      async (page, place) => {
        const outlet = page.getByRole('button', { name: place.outletName, expanded: true });
        await outlet.click();
        await expect(page.getByRole('switch', { name: `${place.outletName}, Delivery` })).toBeHidden();
      },
    ],
  },
  {
    line: 'Items and Modifiers: search, All Types/Items/Modifiers; Item, Type, Price, Created At (YYYY-MM-DD), Actions',
    at: '/dashboard/items',
    sees: [
      title('Items and modifiers'),
      fields('Search', 'Type'),
      (page) =>
        expect(page.getByLabel('Type', { exact: true }).locator('option')).toHaveText([
          'All Types',
          'Items',
          'Modifiers',
        ]),
      columns('Item', 'Type', 'Price', 'Created At', 'Actions'),
      (page) => expect(page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d$/ }).first()).toBeVisible(),
      rowActions(['Edit', /\/dashboard\/items\/edit\?id=/], ['Delete', null]),
      pageSizes,
    ],
  },
  {
    line: '/dashboard/items/create: name, price, sku, image, description, quantity; Item/Modifier',
    at: '/dashboard/items/create',
    sees: [tabs('Item', 'Modifier'), fields('Name', 'Price', 'SKU', 'Image', 'Description', 'Quantity left')],
  },
  {
    line: '/dashboard/items/edit: outlet availability toggles and a modifier list linking dialog',
    at: ({ items }) => `/dashboard/items/edit?id=${items.burger}`,
    sees: [
      (page, place) => fields(`Available at ${place.outletName}`)(page, place),
      async (page) => {
        await page.getByRole('button', { name: 'Link modifier list' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.keyboard.press('Escape');
      },
    ],
  },
  {
    line: 'Modifier lists: search, All Types/Single/Multiple, Search button; the columns',
    at: '/dashboard/modifier-lists',
    sees: [
      title('Modifier list'),
      fields('Search', 'Type'),
      buttons('Search'),
      (page) =>
        expect(page.getByLabel('Type', { exact: true }).locator('option')).toHaveText([
          'All Types',
          'Single',
          'Multiple',
        ]),
      columns(
        'Name',
        'Display Name',
        'Type',
        'Modifiers Attached',
        'Min Selection',
        'Max Selection',
        'Created At',
        'Actions',
      ),
      (page) => expect(page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d$/ }).first()).toBeVisible(),
      rowActions(['Edit', /\/dashboard\/modifier-lists\/edit\?id=/], ['Delete', null]),
      pageSizes,
    ],
  },
  {
    line: '/dashboard/modifier-lists/create: name, displayName, Single or Multiple, min, max',
    at: '/dashboard/modifier-lists/create',
    sees: [fields('Name', 'Display Name', 'Min Selection', 'Max Selection'), buttons('Single', 'Multiple')],
  },
  {
    line: 'Modifier list detail: attached modifiers and items, with add dialogs',
    at: ({ lists }) => `/dashboard/modifier-lists/edit?id=${lists.size}`,
    sees: [
      (page, place) => says(place.named('large'), place.named('burger'))(page, place),
      buttons('Add modifiers', 'Add items'),
    ],
  },
  {
    line: 'Menus: Name, Business (calories), Platform, State, Actions (Edit, Delete); Live/Draft toggle; Create',
    at: '/dashboard/menus',
    sees: [
      title('Menus'),
      columns('Name', 'Business', 'Platform', 'State', 'Actions'),
      links(['Create', '/dashboard/menus/create']),
      rowActions(['Edit', /\/dashboard\/menus\/edit\?id=/], ['Delete', null]),
      (page, place) => fields(`${place.named('Menu')}, Live`)(page, place),
      pageSizes,
    ],
  },
  {
    line: '/dashboard/menus/create: name, platform (default OrderManager), notes',
    at: '/dashboard/menus/create',
    sees: [
      fields('Name', 'Platform', 'Notes', 'Calories'),
      (page) => expect(page.getByLabel('Platform')).toHaveValue('OrderManager'),
    ],
  },
  {
    line: 'Menu detail: create, rename, delete, add-items dialog, availability dialog, expandable rows, preview link',
    at: ({ menuId }) => `/dashboard/menus/edit?id=${menuId}`,
    sees: [
      fields('New category'),
      buttons('Create'),
      async (page, place) => {
        const mains = place.named('Mains');
        await page.getByRole('button', { name: new RegExp(`^${mains}`) }).click();
        await expect(page.getByRole('list', { name: `Items of ${mains}` })).toBeVisible();
        await buttons(`Add items ${mains}`)(page, place);
        await rowActions(['Availability', null], ['Rename', null], ['Delete', null])(page, place);
      },
      (page, place) => links(['Preview', `/${place.slug}/menu`])(page, place),
      async (page, place) =>
        expect(await page.evaluate(() => localStorage.getItem('defaultMenuId'))).toBe(place.menuId),
    ],
  },
];

test('every public screen matches the specification', async ({ page, openRestaurant }) => {
  await walk(page, await openRestaurant(), publicScreens);
});

test('every screen of a merchant matches the specification', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await walk(page, place, merchantScreens);
});

test('under 600 pixels the drawer closes by itself, and Logout clears token and user type', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await page.goto('/login');
  await page.evaluate((token) => Object.assign(localStorage, { token, userType: 'merchant' }), place.owner.token);
  await page.goto('/dashboard/menus');
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 599, height: 800 });
  await expect(drawer).toBeHidden();
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(drawer).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  expect(await storedSession(page)).toEqual([null, null]);
});

const storedSession = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userType')] as const);
