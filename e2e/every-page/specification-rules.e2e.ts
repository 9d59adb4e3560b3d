/**
 * Every rule and constant of the specification that the Order Manager's screens follow (core-setup 4, 5 and 9,
 * order-operations 4, 5 and 9), one line each; sign-in and sign-up are in specification-entrance.e2e.ts. Each screen's
 * further behaviour is in its own tests.
 */
import type { Page } from '@playwright/test';
import { timeZones } from '#contract/base/time-zones.ts';
import {
  type Check,
  fill,
  has,
  type Line,
  listsAll,
  press,
  saveIsDisabled,
  says,
  walk,
} from '../support/specification.ts';
import { photo } from '../support/items.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { row } from '../support/menus.ts';
import { saveButton, toastWith, visit } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import { chooseAction, rowMenu } from '../support/row-menu.ts';
import { coverImage, timeField } from '../support/wizard.ts';

test.use({ viewport: { width: 1600, height: 900 } });
const saveIsEnabled: Check = (page) => expect(saveButton(page)).toBeEnabled();
const picksFiles =
  (label: string): Check =>
  async (page) => {
    const kinds = await page.getByLabel(label, { exact: true }).getAttribute('accept');
    expect(kinds).toMatch(/\.jpeg/);
    expect(kinds).toMatch(/\.png/);
  };
const preview150: Check = async (page) =>
  expect(await page.getByRole('img', { name: 'Preview' }).first().boundingBox()).toMatchObject({
    width: 150,
    height: 150,
  });

const forms: readonly Line[] = [
  {
    line: 'outlet Save: name, timeZone, phone, email and a cover image; sameDate or nextDate; tax from 0 to 100; .jpeg and .png',
    at: '/dashboard/outlets/create/basic-info',
    sees: [
      saveIsDisabled('Cover image, Outlet name, Email, Phone'),
      picksFiles('Cover image'),
      listsAll('Time zone', timeZones.length),
      async (page) => {
        await page.getByRole('checkbox', { name: 'Same date' }).setChecked(false);
        await page.getByRole('checkbox', { name: 'Next date' }).setChecked(false);
      },
      fill({ 'Tax rate': '101' }),
      async (page, place) => {
        await expect(
          page.getByText(/^Still needed: .*Same date or Next date, Tax rate between 0 and 100$/),
        ).toBeVisible();
        await page.getByRole('checkbox', { name: 'Next date' }).setChecked(true);
        await fill({ 'Tax rate': '100', 'Outlet name': 'Harbour', Email: 'a@example.com' })(page, place);
        await page.getByLabel('Phone').fill('501234567');
        const zone = page.getByRole('combobox', { name: 'Time zone' });
        await zone.fill('dubai');
        await page.getByRole('option', { name: /Dubai/ }).click();
        await expect(page.getByText('Still needed: Cover image', { exact: true })).toBeVisible();
        await page.getByLabel('Cover image', { exact: true }).setInputFiles(await coverImage());
      },
      saveIsEnabled,
      preview150,
    ],
  },
  {
    line: 'address Save: location and area',
    at: ({ outletId }) => `/dashboard/outlets/edit/address?id=${outletId}`,
    sees: [fill({ Location: '', Area: '' }), saveIsDisabled('Location, Area')],
  },
  {
    line: 'delivery: preparation 15, preparation + delivery 40; opening hours Sunday to Saturday, 3 periods, steps of 300 s',
    at: '/dashboard/outlets',
    sees: [
      async (page, place) => {
        await rowMenu(page, place.outletName).waitFor();
        await visit(page, `/dashboard/outlets/edit/ordering-services/delivery?id=${place.outletId}`);
        for (const day of ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
          await expect(timeField(page, day, 1, 'opens')).toHaveAttribute('step', '300');
        }
        const add = page.getByRole('button', { name: 'Add period to Sunday' });
        await add.click();
        await add.click();
        await expect(timeField(page, 'Sunday', 3, 'closes')).toBeVisible();
        await expect(add).toBeDisabled();
        await page.getByRole('switch', { name: 'Monday, open' }).click();
        await expect(timeField(page, 'Monday', 1, 'opens')).toBeHidden();
      },
    ],
  },
  {
    line: 'area Save: area name, min basket value and the loaded area',
    at: ({ outletId }) => `/dashboard/outlets/delivery-areas/create?id=${outletId}`,
    sees: [
      saveIsDisabled('Area name, Min basket value'),
      fill({ 'Area name': 'Harbour road', 'Min basket value': '0' }),
      saveIsEnabled,
    ],
  },
  {
    line: 'item Save: name, price, sku, and an image for type item; .jpeg and .png; preview 150 by 150',
    at: '/dashboard/items/create',
    sees: [
      saveIsDisabled('Name, Price, SKU, Image'),
      picksFiles('Image'),
      fill({ Name: 'Soup', Price: '12', SKU: 'SOUP' }),
      saveIsDisabled('Image'),
      async (page) => page.locator('input[type=file]').setInputFiles(await photo()),
      saveIsEnabled,
      preview150,
      async (page) => {
        await page
          .getByRole('radio', { name: 'Modifier' })
          .or(page.getByRole('button', { name: 'Modifier' }))
          .first()
          .click();
        await expect(page.getByRole('textbox', { name: 'Description' })).toBeHidden();
      },
      saveIsEnabled,
    ],
  },
  {
    line: 'the Item/Modifier toggle is locked when editing',
    at: ({ items }) => `/dashboard/items/edit?id=${items.water}`,
    sees: [says("The type can't be changed later.")],
  },
  {
    line: 'modifier list Save: name, displayName, min and max all truthy; default min 0, max 0; integers',
    at: '/dashboard/modifier-lists/create',
    sees: [
      has('Min Selection', '0'),
      has('Max Selection', '0'),
      saveIsDisabled('Name, Display Name, Min Selection, Max Selection'),
      fill({ Name: 'Sizes', 'Display Name': 'Choose a size', 'Min Selection': '1' }),
      saveIsDisabled('Max Selection'),
      fill({ 'Max Selection': '1' }),
      saveIsEnabled,
    ],
  },
  {
    line: 'menu Save: name, platform (OrderManager at first) and notes',
    at: '/dashboard/menus/create',
    sees: [
      has('Platform', 'OrderManager'),
      has('Notes', 'Our usual menu'),
      fill({ Platform: '', Notes: '' }),
      saveIsDisabled('Name, Platform, Notes'),
      fill({ Name: 'Lunch', Platform: 'OrderManager', Notes: 'Weekdays' }),
      saveIsEnabled,
    ],
  },
  {
    line: 'category create and rename are disabled while the name is empty; the add dialog until one is ticked',
    at: ({ menuId }) => `/dashboard/menus/edit?id=${menuId}`,
    sees: [
      (page) => expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled(),
      async (page, place) => {
        const drinks = row(page, place.named('Drinks'));
        await drinks.getByRole('button', { name: new RegExp(`^${place.named('Drinks')}`) }).click();
        await chooseAction(drinks, 'Rename');
        await page.getByRole('textbox', { name: /^Name of/ }).fill('');
        await expect(page.getByRole('button', { name: 'Save name' })).toBeDisabled();
        await page.keyboard.press('Escape');
        await drinks.getByRole('button', { name: /^Add items/ }).click();
        await needsOneTick(page);
      },
    ],
  },
  {
    line: 'the add dialogs of a modifier list are disabled until one is ticked',
    at: ({ lists }) => `/dashboard/modifier-lists/edit?id=${lists.size}`,
    sees: ['Add modifiers', 'Add items'].map((name): Check => async (page) => {
      await page.getByRole('button', { name, exact: true }).click();
      await needsOneTick(page);
    }),
  },
  {
    line: 'toggling availability on removes the outlet from InActiveOutletIds, toggling off adds it: items',
    at: ({ items }) => `/dashboard/items/edit?id=${items.water}`,
    sees: [
      async (page, place) => {
        const at = page.getByRole('switch', { name: `Available at ${place.outletName}` });
        expect(await sentBy(page, 'update-items-modifier', () => at.click())).toContain(place.outletId);
        expect(await sentBy(page, 'update-items-modifier', () => at.click())).not.toContain(place.outletId);
      },
    ],
  },
  {
    line: 'and the same way for categories',
    at: ({ menuId }) => `/dashboard/menus/edit?id=${menuId}`,
    sees: [
      async (page, place) => {
        await row(page, place.named('Drinks'))
          .getByRole('button', { name: new RegExp(`^${place.named('Drinks')}`) })
          .click();
        await chooseAction(row(page, place.named('Drinks')), 'Availability');
        const at = page.getByRole('dialog').getByRole('switch', { name: place.outletName });
        expect(await sentBy(page, 'add-update-category', () => at.click())).toContain(place.outletId);
        expect(await sentBy(page, 'add-update-category', () => at.click())).not.toContain(place.outletId);
      },
    ],
  },
  {
    line: 'inventory: sent on blur only, when changed and not empty',
    at: '/dashboard/inventory',
    sees: [
      async (page, place) => {
        const sent: string[] = [];
        page.on('request', (request) => {
          if (request.url().includes('update-items-modifier')) sent.push(request.url());
        });
        const field = page.getByRole('textbox', { name: `${place.named('special')}, quantity left` });
        await field.fill('');
        await field.blur();
        await expect(field).toHaveValue('10');
        await field.fill('9');
        expect(sent).toHaveLength(0);
        await field.blur();
        await expect(page.getByText('Saved', { exact: true })).toBeVisible();
        expect(sent).toHaveLength(1);
        expect(sent[0]).toContain('subtype=noSnackBar');
      },
    ],
  },
  {
    line: 'a successful save returns to the detail or list',
    at: ({ menuId }) => `/dashboard/menus/edit?id=${menuId}&form=open`,
    sees: [
      fill({ Notes: 'New notes' }),
      press('Save'),
      (page, place) => expect(page).toHaveURL(`/dashboard/menus/edit?id=${place.menuId}`),
    ],
  },
  {
    line: 'the outlet Status is saved at once; only outlets with status true are on the pause page',
    at: '/dashboard/outlets',
    sees: [
      async (page, place) => {
        await page.getByRole('switch', { name: `${place.outletName}, Status` }).click();
        await expect(toastWith(page, 'Outlet details was updated')).toBeVisible();
        await visit(page, '/dashboard/settings');
        await expect(page.getByRole('heading', { name: 'No active outlets' })).toBeVisible();
      },
    ],
  },
];

async function needsOneTick(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeDisabled();
  await dialog.getByRole('checkbox').first().check();
  await expect(add).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** The body of the call. */
async function sentBy(page: Page, call: string, work: () => Promise<void>): Promise<string> {
  const [request] = await Promise.all([page.waitForRequest((one) => one.url().includes(call)), work()]);
  await (await request.response())?.finished();
  return request.postData() ?? '';
}

test('every form follows the rules of the specification', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  // A changed form asks before it is left by an address.
  page.on('dialog', (dialog) => void dialog.accept());
  await walk(page, place, forms, (window, at) => window.goto(at));
});

test('a new outlet has 15 minutes of preparation, 40 with delivery, and every day open with one empty period', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const form = {
    name: 'New one',
    timeZone: 'Asia/Dubai',
    email: 'new@example.com',
    phone: '971501234567',
    orderingSchedule: { sameDate: true, nextDate: false },
    taxDetails: { taxRate: 5, taxInclusive: false },
    alertCalls: false,
  };
  const { buffer } = await coverImage();
  const files = { image: new File([new Uint8Array(buffer)], 'front.png', { type: 'image/png' }) };
  const { outlet } = await call('POST /outlet/add-outlet', { form, files }, place.owner.token);
  await signInWithToken(page, place.owner.token);
  for (const mode of ['delivery', 'pickup']) {
    await visit(page, `/dashboard/outlets/edit/ordering-services/${mode}?id=${outlet._id}`);
    await has('Preparation time', '15')(page, place);
    for (const day of ['Sunday', 'Saturday']) {
      await expect(page.getByRole('switch', { name: `${day}, open` })).toBeChecked();
      await expect(timeField(page, day, 1, 'opens')).toHaveValue('');
      await expect(timeField(page, day, 2, 'opens')).toHaveCount(0);
    }
  }
  await visit(page, `/dashboard/outlets/edit/ordering-services/delivery?id=${outlet._id}`);
  await has('Preparation + delivery', '40')(page, place);
});
