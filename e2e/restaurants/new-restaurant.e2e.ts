/** A new restaurant up to its first order: the promise printed on Get Started (G2). */
import type { Locator, Page } from '@playwright/test';
import { newAccount } from '../support/accounts.ts';
import { newPhone, openDish, openShop, signUp } from '../support/guest.ts';
import { saveButton } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';
import { coverImage, timeField } from '../support/wizard.ts';

test.use({ viewport: desktop });

/** One person's mouse and keyboard, counted: each click, each field. */
class Hand {
  done = 0;

  async click(target: Locator): Promise<void> {
    this.done += 1;
    await target.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.done += 1;
    await field.fill(text);
  }

  async choose(field: Locator, option: string): Promise<void> {
    this.done += 1;
    await field.selectOption(option);
  }

  async giveFile(field: Locator): Promise<void> {
    this.done += 1;
    await field.setInputFiles(await coverImage());
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
/** Within the navigation, because some pages have links of the same name. */
const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

test('a new restaurant signs up, does the three steps in at most 54 clicks and fields, and a guest orders', async ({
  page,
  openWindow,
}) => {
  // One test covers the whole journey.
  test.slow();
  const hand = new Hand();
  const account = newAccount();

  await test.step('the owner signs up', async () => {
    await page.goto('/signup');
    await hand.fill(page.getByLabel('Restaurant', { exact: true }), account.restaurant);
    await hand.choose(page.getByLabel('Outlets', { exact: true }), account.outlets);
    await hand.fill(page.getByRole('combobox', { name: 'Country', exact: true }), 'United Arab');
    await hand.click(page.getByRole('option', { name: 'United Arab Emirates' }));
    await hand.choose(page.getByLabel('How did you find us?'), account.chatfoodInformer);
    await hand.click(page.getByRole('button', { name: 'Continue' }));
    await hand.fill(page.getByLabel('First name'), account.firstName);
    await hand.fill(page.getByLabel('Last name'), account.lastName);
    await hand.fill(page.getByLabel('Mobile'), account.mobileNumber);
    await hand.fill(page.getByLabel('Email'), account.email);
    await hand.fill(page.getByRole('textbox', { name: 'Password' }), account.password);
    await hand.click(page.getByRole('button', { name: 'Create account' }));
    await expect(heading(page, 'Get Started')).toBeVisible();
    await expect(page.getByRole('heading', { name: '0 of 3 done' })).toBeVisible();
  });

  await test.step('the owner creates the first outlet', async () => {
    await hand.click(page.getByRole('link', { name: /Create your first outlet/ }));
    await hand.click(page.getByRole('link', { name: 'Add outlet' }).first());
    await hand.giveFile(page.getByLabel('Cover image', { exact: true }));
    await hand.fill(page.getByLabel('Outlet name'), 'Marina Walk');
    await hand.fill(page.getByLabel('Email'), 'marina@example.com');
    await hand.fill(page.getByLabel('Phone'), '501234567');
    await hand.fill(page.getByLabel('Tax rate'), '5');
    await hand.click(saveButton(page));
    await expect(heading(page, 'Address')).toBeVisible();
    await hand.fill(page.getByRole('textbox', { name: 'Location', exact: true }), 'Marina Walk, Tower 7');
    await hand.fill(page.getByRole('textbox', { name: 'Area', exact: true }), 'Dubai Marina');
    await hand.click(saveButton(page));
    await expect(heading(page, 'Delivery')).toBeVisible();
    await hand.click(page.getByRole('switch', { name: 'Take delivery orders' }));
    await hand.click(page.getByLabel('Cash on delivery'));
    await expect(page.getByText('Every day: 10:00–22:00')).toBeVisible();
    // The guest of this test may come at night.
    await hand.fill(timeField(page, 'Sunday', 1, 'opens'), '00:00');
    await hand.fill(timeField(page, 'Sunday', 1, 'closes'), '00:00');
    await hand.click(page.getByRole('button', { name: 'Copy to all days' }));
    await hand.click(saveButton(page));
    await expect(heading(page, 'Delivery areas')).toBeVisible();
    await hand.click(page.getByRole('link', { name: 'Add delivery area' }));
    await hand.fill(page.getByLabel('Area name'), 'Marina');
    await hand.fill(page.getByLabel('Min basket value'), '20');
    await hand.click(saveButton(page));
    await expect(page.getByRole('heading', { name: '1 area' })).toBeVisible();
    await hand.click(inMenu(page, 'Get Started'));
    await expect(page.getByRole('heading', { name: '1 of 3 done' })).toBeVisible();
  });

  await test.step('the owner customizes the branding', async () => {
    await hand.click(page.getByRole('link', { name: /Customize branding/ }));
    await expect(heading(page, 'Branding')).toBeVisible();
    await hand.giveFile(page.getByLabel('Logo', { exact: true }));
    await hand.click(saveButton(page));
    await expect(page.getByText('The record is successfully updated')).toBeVisible();
    await hand.click(inMenu(page, 'Get Started'));
    await expect(page.getByRole('heading', { name: '2 of 3 done' })).toBeVisible();
  });

  await test.step('the owner builds the menu', async () => {
    await hand.click(page.getByRole('link', { name: /Build your menu/ }));
    await hand.click(page.getByRole('link', { name: 'Create', exact: true }).first());
    await hand.fill(page.getByRole('textbox', { name: 'Name' }), 'Menu');
    await hand.click(saveButton(page));
    await hand.fill(page.getByLabel('New category'), 'Mains');
    await hand.click(page.getByRole('button', { name: 'Create', exact: true }));
    await expect(page.getByRole('button', { name: 'Mains 0 items' })).toBeVisible();
    await hand.click(page.getByRole('button', { name: /^Add items/ }));
    await hand.click(page.getByRole('dialog').getByRole('link', { name: 'New item' }));
    await expect(page.getByLabel('Category')).toHaveValue(/./);
    await hand.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Chicken shawarma');
    await hand.fill(page.getByRole('textbox', { name: 'Price', exact: true }), '24');
    await expect(page.getByLabel('SKU')).toHaveValue('CHICKEN-SHAWARMA');
    await hand.giveFile(page.locator('input[type=file]'));
    await hand.click(saveButton(page));
    await expect(heading(page, 'Chicken shawarma')).toBeVisible();
    await hand.click(inMenu(page, 'Get Started'));
    await expect(page.getByRole('heading', { name: '3 of 3 done' })).toBeVisible();
  });
  expect(hand.done).toBeLessThanOrEqual(54);

  await test.step('a guest orders', async () => {
    const shop = new URL((await page.getByText(/^https?:\/\/.*\/menu$/).textContent())!).pathname;
    const guest = await openWindow({ viewport: phone });
    await openShop(guest, shop);
    await guest.getByRole('button', { name: /Select Delivery Address/ }).click();
    await guest.getByRole('radio', { name: 'Marina' }).click();
    await guest.getByLabel('Apt, villa or floor number').fill('1204');
    await guest.getByRole('button', { name: 'Save address' }).click();
    const panel = await openDish(guest, 'Chicken shawarma');
    await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
    await guest.getByRole('link', { name: /^View basket/ }).click();
    await guest.getByRole('button', { name: 'Review order' }).click();
    await guest.getByRole('radio', { name: 'Cash on delivery' }).check();
    await guest.getByRole('button', { name: /^Place order/ }).click();
    await signUp(guest, newPhone(), 'Omar Aziz');
    await expect(guest.getByText('Thanks Your order has been sent')).toBeVisible();
  });

  // The link's name counts the new orders.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Live Orders/ })
    .click();
  await expect(page.getByText('Omar Aziz').first()).toBeVisible();
});
