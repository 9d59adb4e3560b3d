/**
 * The branding page: guests see its choices, the restaurant's terms and its address (decisions 26 and 29; PL06; BR-01,
 * BR-02).
 */
import type { Page } from '@playwright/test';
import { makePng } from '#server/test/data/png.ts';
import { giveProof } from '../support/proof.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, openShop, shopAddress } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { saveButton } from '../support/screen.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

const code = (page: Page) => page.getByRole('textbox', { name: 'Colour code' });
const contrastSaid = (page: Page) => page.getByRole('status', { name: 'Contrast on buttons' });
const saved = (page: Page) => expect(page.getByText('The record is successfully updated')).toBeVisible();

async function choosePicture(page: Page, field: 'Logo' | 'Cover', picture: Blob): Promise<void> {
  const buffer = Buffer.from(await picture.arrayBuffer());
  await page.getByLabel(field, { exact: true }).setInputFiles({ name: `${field}.png`, mimeType: 'image/png', buffer });
}

async function openBranding(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/branding');
  await expect(saveButton(page)).toBeVisible();
}

const look = (page: Page) =>
  page.evaluate(() => ({
    theme: document.querySelector('meta[name=theme-color]')?.getAttribute('content'),
    accent: getComputedStyle(document.documentElement).getPropertyValue('--accent'),
    pictures: [...document.querySelectorAll<HTMLImageElement>('main img')].slice(0, 2).map(({ src, naturalWidth }) => ({
      path: new URL(src).pathname,
      isShown: naturalWidth > 0,
    })),
  }));

test("colour, logo and cover go from Get Started to the guests' site", async ({ page, openWindow, openRestaurant }) => {
  const place = await openRestaurant();
  const guest = await openWindow({ viewport: phone });
  await guest.goto(`/${place.slug}/menu`);
  expect(await look(guest)).toMatchObject({ theme: '#c2410c', accent: '#c2410c' });

  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard');
  await expect(page.getByText('2 of 3 done')).toBeVisible();
  await page.getByRole('link', { name: /^Customize branding/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Branding' })).toBeVisible();
  await page.getByRole('button', { name: 'Teal, #0F766E' }).click();
  await expect(code(page)).toHaveValue('#0F766E');
  await expect(contrastSaid(page)).toContainText('5.4 : 1 with white text. Easy to read.');
  await choosePicture(page, 'Logo', makePng(10, 20, 30));
  await choosePicture(page, 'Cover', makePng(40, 50, 60));
  await expect(page.getByRole('figure', { name: 'How your site looks on a phone' }).locator('img')).toHaveCount(2);
  await saveButton(page).click();
  await saved(page);
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  // The site has a change within two seconds.
  await expect(async () => {
    await guest.reload();
    const shown = await look(guest);
    expect(shown).toMatchObject({ theme: '#0f766e', accent: '#0f766e' });
    expect(shown.pictures.map(({ path }) => path.startsWith(`/media/${place.id}/`))).toEqual([true, true]);
    expect(shown.pictures.map(({ isShown }) => isShown)).toEqual([true, true]);
  }).toPass({ timeout: 10_000 });
  await expect(guest.locator('link[rel=icon]')).toHaveAttribute('href', /-88\.webp$/);

  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page.getByText('3 of 3 done')).toBeVisible();
});

test('text is legible on any colour, and unsaved changes are not lost', async ({ page, openRestaurant }) => {
  await openBranding(page, await openRestaurant());
  await code(page).fill('#ffd400');
  await expect(contrastSaid(page)).toContainText('12.3 : 1 with dark text');
  await expect(contrastSaid(page)).toContainText('Links and prices are drawn in #846D01');
  await code(page).fill('#ff6b6b');
  await expect(contrastSaid(page)).toContainText('White text on #FF6B6B has only');
  await code(page).fill('#ff6b');
  await code(page).blur();
  await expect(page.getByText('Use a colour such as #C2410C')).toBeVisible();
  await page.getByRole('link', { name: 'Outlets' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(code(page)).toHaveValue('#FF6B');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(code(page)).toHaveValue('#C2410C');
});

test('a file that is no picture is refused at its field', async ({ page, openRestaurant }) => {
  await openBranding(page, await openRestaurant());
  await choosePicture(page, 'Logo', new Blob(['GIF89a']));
  await expect(page.getByRole('alert').filter({ hasText: /\.jpeg or \.png/ })).toBeVisible();
});

test('the owner sets the terms, and the currency is fixed after the first order', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openBranding(page, place);
  await page.getByRole('textbox', { name: 'Restaurant name', exact: true }).fill('Harbour Grill');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('USD');
  await page.getByRole('radio', { name: /For each portion/ }).check();
  await page.getByRole('combobox', { name: 'Countries that get codes' }).fill('Emirates');
  await page.getByRole('option', { name: 'United Arab Emirates +971' }).click();
  await page.getByRole('textbox', { name: 'Codes a day' }).fill('50');
  await saveButton(page).click();
  await saved(page);
  const token = place.owner.token;
  const { settings } = await call('GET /restaurant/get-settings', {}, token);
  expect(settings).toMatchObject({ name: 'Harbour Grill', currency: 'USD', chargeOptions: 'each' });
  expect((await call('GET /auth/code-settings', {}, token)).codeSettings).toEqual({
    countries: ['AE'],
    codesPerDay: 50,
  });
  // The terms decide the cost of a basket (contract/ordering/basket-price.ts).
  const { slug } = place;
  expect((await call('GET /site/:slug', { params: { slug } })).restaurant.chargeOptions).toBe('each');
  await placeOrder(call, place);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Currency' })).toBeDisabled();
  await expect(page.getByText("You already have orders in this currency, so it can't be changed.")).toBeVisible();
});

test('the site moves: old links redirect, and a basket comes along', async ({
  page,
  openWindow,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const [place, other] = [await openRestaurant(), await openRestaurant()];
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  await addWater(guest, place);
  await openBranding(page, place);
  await page.getByRole('button', { name: 'Change address' }).click();
  const field = page.getByRole('textbox', { name: 'New address' });
  await expect(field).toBeFocused();
  await field.fill('Two  Words!');
  await page.getByRole('button', { name: 'Move the site' }).click();
  await expect(page.getByRole('alert')).toContainText('Use small letters, digits and single dashes');
  await field.fill(other.slug);
  await giveProof(page, 'Move the site');
  await expect(page.getByRole('alert')).toHaveText('This address belongs to another restaurant');
  await field.fill(`New ${place.slug}`);
  await page.getByRole('button', { name: 'Move the site' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: `/${place.slug}/menu` })).toBeVisible();

  const printed = `${place.slug}/pickup/${encodeURIComponent(place.outletName)}?table=7`;
  // Finished pages are let go when the change is heard, a moment after it is answered.
  await expect
    .poll(async () => {
      const answer = await guest.request.get(`/${printed}`, { maxRedirects: 0 });
      return [answer.status(), answer.headers()['location']];
    })
    .toEqual([301, `/new-${printed}`]);
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest).toHaveURL(new RegExp(`/new-${place.slug}/pickup/`));
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(place.name);
  await expect(guest.getByRole('link', { name: /^View basket/ })).toBeVisible();
});

test('a manager changes only the look, and staff change nothing', async ({ openWindow, openRestaurant, db }) => {
  const place = await openRestaurant();
  for (const role of ['manager', 'staff'] as const) {
    const page = await openWindow({ viewport: desktop });
    await signInWithToken(page, (await makeOwner(db, place.id, role)).token);
    await page.goto('/dashboard/branding');
    await expect(page.getByRole('heading', { level: 1, name: 'Branding' })).toBeVisible();
    if (role === 'staff') {
      await expect(page.getByText('Only owners, and managers of all outlets, can change the branding.')).toBeVisible();
      continue;
    }
    await expect(code(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ordering settings' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Change address' })).toHaveCount(0);
    await code(page).fill('#1d4ed8');
    await saveButton(page).click();
    await saved(page);
  }
});

test('branding is accessible', async ({ page, openRestaurant }) => {
  const place = await openRestaurant({ name: 'Unbreakable'.repeat(9) });
  await openBranding(page, place);
  await expectAccessible(page, 'branding', { hasDark: true });
  await code(page).fill('#ff6b');
  await page.getByRole('textbox', { name: 'Codes a day' }).fill('many');
  await code(page).focus();
  await expectAccessible(page, 'branding with errors', { hasDark: true });
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByRole('dialog', { name: 'Change address' })).toBeVisible();
  await expectAccessible(page, 'changing the address', { hasDark: true });
});
