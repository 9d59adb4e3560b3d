/** Answers that come late, and taps that come before anything is drawn: nothing is lost, sent twice, closed or left by them. */
import type { Page } from '@playwright/test';
import { openItem } from '../support/items.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { openMenu } from '../support/menus.ts';
import { holdAnswers, loseAnswer, saveButton, toastWith } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';
import { openStep } from '../support/wizard.ts';

test.use({ viewport: desktop });

/** The addresses of the calls that are made from now on to a part of an address. */
function sentTo(page: Page, part: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(part)) sent.push(request.url());
  });
  return sent;
}

test('a form that is sent twice while its check is loading is sent once', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  const letGo = await holdAnswers(page, '**/assets/check-input-*.js');
  await openMenu(page, place);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Notes').fill('After six');
  const sent = sentTo(page, '/menu/update-menu/');
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: 'Saving' })).toBeVisible();
  await page.getByRole('button', { name: 'Saving' }).click();
  letGo();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('words that are typed while a save is on its way stay, and are unsaved', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openItem(page, place, place.items.water);
  const letGo = await holdAnswers(page, '**/menu/update-items-modifier/*');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sparkling water');
  const asked = page.waitForRequest('**/menu/update-items-modifier/*');
  await saveButton(page).click();
  await asked;
  await page.getByLabel('Description', { exact: true }).fill('From the mountain');
  letGo();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Sparkling water');
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('From the mountain');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('link', { name: 'Outlets' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('a dialog that was left stays away from the one that is opened next', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const names = { params: { id: place.outletId }, body: { names: ['31', '32'], areaId: null } };
  await call('POST /dining/add-tables/:id', names, place.owner.token);
  await openStep(page, place, 'ordering-services/contactless-dining');
  const letGo = await holdAnswers(page, '**/dining/update-table/*');
  await page.getByRole('button', { name: 'Edit 31', exact: true }).click();
  const first = page.getByRole('dialog', { name: 'Edit table 31' });
  await first.getByRole('textbox', { name: 'Name' }).fill('Window');
  const asked = page.waitForRequest('**/dining/update-table/*');
  await first.getByRole('button', { name: 'Save' }).click();
  await asked;
  await first.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit 32', exact: true }).click();
  const second = page.getByRole('dialog', { name: 'Edit table 32' });
  await second.getByRole('textbox', { name: 'Name' }).fill('Corner');
  letGo();
  await expect(page.getByText('Window', { exact: true }).first()).toBeVisible();
  await expect(second.getByRole('textbox', { name: 'Name' })).toHaveValue('Corner');
});

test('a save that ends after its page was left leads nobody away', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openStep(page, place, 'address');
  await expect(saveButton(page)).toBeEnabled();
  const letGo = await holdAnswers(page, '**/outlet/update-*/*');
  const asked = page.waitForRequest('**/outlet/update-*/*');
  await saveButton(page).click();
  await asked;
  await page.getByRole('link', { name: 'Live orders' }).click();
  await expect(page).toHaveURL(/orders\/live/);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  letGo();
  // The next step would be there by then.
  await page.waitForTimeout(4_000);
  await expect(page).toHaveURL(/orders\/live/);
});

test('stamps that are on their way, or whose answer was lost, are not given again', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_RESET/);
  const place = await openRestaurant();
  const card = { name: 'Regulars', benefit: { kind: 'amount', amount: 10 }, stamps: { needed: 9 } } as const;
  await call('POST /offer/add-offer', { body: card }, place.owner.token);
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/customers/${place.guest.customerId}`);
  const letGo = await holdAnswers(page, '**/customer/correct-stamps/*');
  const sent = sentTo(page, '/customer/correct-stamps/');
  const dialog = page.getByRole('dialog', { name: 'Correct stamps' });
  const give = async (button: string) => {
    await page.getByRole('button', { name: 'Correct stamps' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Dinner before there were cards');
    await dialog.getByRole('button', { name: button }).click();
  };
  await give('Save');
  await expect(dialog.getByRole('button', { name: 'Saving' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await give('Saving');
  letGo();
  await expect(page.getByText('1 of 9 stamps')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  expect(sent).toHaveLength(1);

  // They arrive, and the answer is lost.
  await loseAnswer(page, '**/customer/correct-stamps/*');
  await dialog.getByRole('textbox', { name: 'Stamps to give' }).fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('4 of 9 stamps')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('4 of 9 stamps')).toBeVisible();
  expect(sent).toHaveLength(3);
});
