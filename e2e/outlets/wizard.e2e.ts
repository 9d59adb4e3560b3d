/** The steps of the outlet wizard (order-operations 2; core-setup 4 and 5; M16, M21). */
import type { Page } from '@playwright/test';
import { newAccount, signUpNew } from '../support/accounts.ts';
import { openShop } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { saveButton, toastWith, visit } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';
import { coverImage, fillBasicInfo, openStep, stepLinks, timeField } from '../support/wizard.ts';

test.use({ viewport: desktop });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('a new restaurant sets up its first outlet, step by step, and guests can order there', async ({
  page,
  call,
  openWindow,
}) => {
  const { token, restaurant } = await call('POST /auth/signup', { body: newAccount() });
  await signInWithToken(page, token.token);
  await page.goto('/dashboard/outlets');
  await page.getByRole('link', { name: 'Add outlet' }).click();
  await expect(page).toHaveURL('/dashboard/outlets/create/basic-info');
  await expect(heading(page, 'Basic information')).toBeFocused();
  const blocked = stepLinks(page).getByRole('button');
  await expect(blocked).toHaveCount(7);
  for (const step of await blocked.all()) await expect(step).toBeDisabled();
  await expect(page.getByText('Save this step to unlock the others.')).toBeVisible();

  await expect(page.getByLabel('Time zone')).toHaveValue(/^Asia\/Dubai \(GMT\+4\)$/);
  await expect(page.getByText('Still needed: Cover image, Outlet name, Email, Phone')).toBeVisible();
  await fillBasicInfo(page, 'Marina Walk');
  await saveButton(page).click();
  await expect(page).toHaveURL(/\/dashboard\/outlets\/create\/address\?id=/);
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  await expect(toastWith(page, 'Saved · Next: Address')).toBeVisible();
  await expect(heading(page, 'Address')).toBeFocused();
  const id = new URL(page.url()).searchParams.get('id');
  expect(await page.evaluate(() => localStorage.getItem('outletId'))).toBe(id);
  await expect(blocked).toHaveCount(0);
  await expect(stepLinks(page).getByRole('link', { name: 'Basic info done' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Marina Walk, Tower 7');
  await page.getByRole('textbox', { name: 'Area', exact: true }).fill('Dubai Marina');
  await saveButton(page).click();
  await expect(page).toHaveURL(`/dashboard/outlets/create/ordering-services/delivery?id=${id}`);
  await expect(toastWith(page, 'Outlet details was updated')).toBeVisible();
  await expect(toastWith(page, 'Saved · Next: Delivery')).toBeVisible();

  await expect(page.getByLabel('Preparation time')).toHaveValue('15');
  await expect(page.getByLabel('Preparation + delivery')).toHaveValue('40');
  await page.getByRole('switch', { name: 'Take delivery orders' }).click();
  await page.getByLabel('Cash on delivery').check();
  await timeField(page, 'Sunday', 1, 'opens').fill('00:00');
  await timeField(page, 'Sunday', 1, 'closes').fill('00:00');
  await page.getByRole('button', { name: 'Copy to all days' }).click();
  await saveButton(page).click();
  await expect(heading(page, 'Delivery areas')).toBeFocused();
  await expect(page).toHaveURL(`/dashboard/outlets/create/ordering-services/delivery-area?id=${id}`);

  const stepNamed = (name: string) => stepLinks(page).getByRole('link', { name, exact: true });
  await expect(stepNamed('Ordering modes')).toBeVisible();
  await page.getByRole('link', { name: 'Add delivery area' }).click();
  // The form of an area stands beside the steps, in the same variant of the wizard.
  await expect(heading(page, 'New delivery area')).toBeFocused();
  await expect(stepNamed('Delivery area')).toHaveAttribute('aria-current', 'step');
  await page.getByLabel('Area name').fill('Marina');
  await page.getByLabel('Min basket value').fill('30');
  await saveButton(page).click();
  await expect(page.getByRole('heading', { name: '1 area' })).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/outlets/create/ordering-services/delivery-area?id=${id}`);
  await expect(stepNamed('Ordering modes done')).toBeVisible();
  await expect(stepNamed('Pickup off')).toBeVisible();
  await page.getByRole('link', { name: 'Next: Pickup' }).click();

  await page.getByRole('switch', { name: 'Take pickup orders' }).click();
  await page.getByLabel('Card on pickup').check();
  await expect(page.getByText('Every day: 00:00–00:00 (all day)')).toBeVisible();
  await saveButton(page).click();
  await expect(heading(page, 'Special days and closures')).toBeFocused();
  await expect(toastWith(page, 'Saved · Next: Special days')).toBeVisible();
  // The steps that follow are optional.
  await expect(page.getByText('Marina Walk is ready. Next: your menu.')).toBeVisible();
  await page.getByRole('link', { name: 'Next: Contactless dining' }).click();
  await expect(page.getByRole('switch', { name: 'Take orders at the table' })).not.toBeChecked();
  for (const name of ['Basic info', 'Address', 'Ordering modes', 'Delivery', 'Delivery area', 'Pickup']) {
    await expect(stepLinks(page).getByRole('link', { name: `${name} done`, exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to Outlets' }).click();
  await expect(page.getByText('Marina Walk is ready. Next: your menu.')).toBeVisible();
  const outlet = page.getByRole('row').filter({ hasText: 'Marina Walk' });
  await expect(outlet.getByRole('rowheader')).toContainText('Open now');

  await page.getByRole('link', { name: 'Go to your menu' }).click();
  await expect(heading(page, 'Menus')).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await openShop(guest, `/${restaurant!.slug}/delivery/Marina%20Walk`);
  await expect(guest.getByText('Open', { exact: true })).toBeVisible();
  await guest.getByRole('button', { name: /Select Delivery Address/ }).click();
  await expect(guest.getByRole('radio', { name: 'Marina' })).toBeVisible();
});

test('without an outlet the steps lead to the first one, and ?id= wins over the stored id', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  for (const step of ['address', 'ordering-services/delivery', 'special-days']) {
    await visit(page, `/dashboard/outlets/create/${step}`);
    await expect(page).toHaveURL('/dashboard/outlets/create/basic-info');
  }
  await visit(page, '/dashboard/outlets/create');
  await expect(page).toHaveURL('/dashboard/outlets/create/basic-info');
  await visit(page, '/dashboard/outlets/edit/address');
  await expect(page).toHaveURL('/dashboard/outlets');

  await visit(page, `/dashboard/outlets/edit?id=${place.outletId}`);
  await expect(page).toHaveURL(`/dashboard/outlets/edit/basic-info?id=${place.outletId}`);
  await expect(page.getByLabel('Outlet name')).toHaveValue(place.outletName);
  await page.goto('/dashboard/outlets/edit/address');
  await expect(page.getByRole('textbox', { name: 'Area', exact: true })).toHaveValue('Marina');
  await visit(page, '/dashboard/outlets/edit/address?id=01890000-0000-7000-8000-000000000000');
  await expect(heading(page, 'This record was not found')).toBeVisible();
  await page
    .getByRole('link', { name: 'Add outlet' })
    .or(page.getByRole('link', { name: 'Go to Outlets' }))
    .click();
  await page.getByRole('link', { name: 'Add outlet' }).click();
  await expect(page.getByLabel('Outlet name')).toHaveValue('');
  expect(await page.evaluate(() => localStorage.getItem('outletId'))).toBeNull();
});

test("Save of the basic information requires the specification's fields, and names missing ones", async ({
  page,
  call,
}) => {
  await signInWithToken(page, await signUpNew(call));
  await page.goto('/dashboard/outlets');
  await page.getByRole('link', { name: 'Add outlet' }).click();
  await fillBasicInfo(page, 'Marina');
  await expect(saveButton(page)).toBeEnabled();
  const needs = async (text: string) => {
    await expect(page.getByText(`Still needed: ${text}`, { exact: true })).toBeVisible();
    await expect(saveButton(page)).toBeDisabled();
  };
  await page.getByLabel('Same date').uncheck();
  await needs('Same date or Next date');
  await page.getByLabel('Next date').check();
  await expect(saveButton(page)).toBeEnabled();
  for (const rate of ['100.5', '-1', '5.125', '']) {
    await page.getByLabel('Tax rate').fill(rate);
    await needs('Tax rate between 0 and 100');
  }
  for (const rate of ['0', '100', '5,25']) {
    await page.getByLabel('Tax rate').fill(rate);
    await expect(saveButton(page)).toBeEnabled();
  }
  await page.getByLabel('Phone').fill('');
  await needs('Phone');
  await page.getByLabel('Phone').fill('5 abc 1');
  await expect(page.getByLabel('Phone')).toHaveValue('5  1');
  // On leaving the field, before anything is sent.
  await page.getByLabel('Phone').press('Tab');
  await expect(page.getByText("This number isn't valid for the country you chose")).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.getByLabel('Phone').fill('+44 7911 123456');
  await expect(page.getByLabel('Country code')).toHaveValue('GB +44');
  await expect(page.getByLabel('Phone')).toHaveValue('7911123456');
  await page.getByLabel('Email').fill('not an address');
  await saveButton(page).click();
  await expect(page.getByText('Use an address like name@example.com')).toBeVisible();
  await page.getByLabel('Email').fill('marina@example.com');

  const image = page.getByLabel('Cover image', { exact: true });
  await page.getByRole('button', { name: 'Remove image' }).click();
  await needs('Cover image');
  await image.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByRole('alert').filter({ hasText: 'Use a .jpeg or .png image' })).toBeVisible();
  await needs('Cover image');
  await image.setInputFiles(await coverImage());
  await expect(page.getByRole('img', { name: 'Preview' })).toHaveCount(2);
  const zone = page.getByLabel('Time zone');
  await zone.fill('kolk');
  await page.getByRole('option', { name: 'Asia/Kolkata (GMT+5:30)' }).click();
  await saveButton(page).click();
  await expect(heading(page, 'Address')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/outlets');
});

test("another outlet's name is refused at its field", async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/outlets/create/basic-info');
  await fillBasicInfo(page, place.outletName.toUpperCase());
  await saveButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Name in use' })).toBeVisible();
  await expect(page.getByLabel('Outlet name')).toBeFocused();
  await expect(page).toHaveURL('/dashboard/outlets/create/basic-info');
});

test('changes are not lost between the steps (M16)', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openStep(page, place, 'address');
  const area = page.getByRole('textbox', { name: 'Area', exact: true });
  await stepLinks(page)
    .getByRole('link', { name: /^Pickup/ })
    .click();
  await expect(heading(page, 'Pickup')).toBeFocused();
  await page.goBack();
  await area.fill('Jumeirah');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await stepLinks(page)
    .getByRole('link', { name: /^Pickup/ })
    .click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(area).toHaveValue('Jumeirah');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(area).toHaveValue('Marina');
  await area.fill('Jumeirah');
  await stepLinks(page)
    .getByRole('link', { name: /^Pickup/ })
    .click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page, 'Pickup')).toBeVisible();
});

test('the steps are a select where there is no room', async ({ page, openRestaurant }) => {
  await page.setViewportSize(tablet);
  const place = await openRestaurant();
  await openStep(page, place, 'address');
  const select = page.getByRole('combobox', { name: 'Step', exact: true });
  await expect(select).toContainText('Address');
  await select.click();
  await expect(page.getByRole('option')).toHaveText([
    /Basic info/,
    /Address/,
    /Delivery/,
    /Delivery area/,
    /Pickup/,
    /Special days/,
    /Contactless dining/,
  ]);
  await page.getByRole('option', { name: /^Pickup/ }).click();
  await expect(page).toHaveURL(`/dashboard/outlets/edit/ordering-services/pickup?id=${place.outletId}`);
  await visit(page, '/dashboard/outlets/create/basic-info');
  await select.click();
  await expect(page.getByRole('option', { name: /^Address/ })).toHaveAttribute('aria-disabled', 'true');
});

test("other people's changes show in an open step, and text being typed there stays", async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openStep(page, place, 'address');
  const [location, area] = [
    page.getByRole('textbox', { name: 'Location', exact: true }),
    page.getByRole('textbox', { name: 'Area', exact: true }),
  ];
  await area.fill('Jumeirah');
  const address = { location: 'Beach Road 5', area: 'Deira', latitude: 25.2, longitude: 55.3 };
  const params = { id: place.outletId };
  await call('PUT /outlet/update-outlet/:id', { params, form: { address } }, place.owner.token);
  await expect(location).toHaveValue('Beach Road 5');
  await expect(area).toHaveValue('Jumeirah');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(area).toHaveValue('Deira');
});
