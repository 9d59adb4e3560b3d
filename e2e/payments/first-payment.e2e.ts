/**
 * The first payment of a restaurant on a phone, in both languages: the owner signs up and connects the simulated gateway, a guest pays, the
 * kitchen rejects, and the guest reads that the money is released.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makePng } from '#server/test/data/png.ts';
import { alwaysOpen } from '#server/test/data/restaurant.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import type { Words } from '../../storefront/words/words.ts';
import { newAccount } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { codeSentTo, newPhone, openShop, settled } from '../support/guest.ts';
import { visit } from '../support/screen.ts';
import { type Call, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

/** The kitchen can undo before money moves, so this takes half a minute of a real clock. */
const movedMs = 60_000;

interface OfficeWords {
  accounts: {
    signUp: Record<
      | 'restaurant'
      | 'outlets'
      | 'country'
      | 'informer'
      | 'continue'
      | 'firstName'
      | 'lastName'
      | 'mobile'
      | 'createAccount',
      string
    >;
    signIn: Record<'email' | 'password', string>;
  };
  payments: Record<'connect' | 'connectKey' | 'secretKey' | 'connected' | 'testBand', string>;
  kitchen: { liveOrders: Record<'cancel' | 'cancelTitle' | 'confirmCancel', string> };
  ordering: { cancelReasons: Record<'too_busy', string> };
}

/** The words of Order Manager, which loads them from its catalogues. */
function officeWords(language: 'en' | 'ar'): OfficeWords {
  const read = (domain: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../../dashboard/words/${language}/${domain}.json`), 'utf8'));
  const domains = ['accounts', 'payments', 'kitchen', 'ordering'];
  return Object.fromEntries(domains.map((domain) => [domain, read(domain)])) as unknown as OfficeWords;
}

for (const language of ['en', 'ar'] as const) {
  test(`a first payment is released, in ${language}`, async ({ openWindow, call, complaints }, info) => {
    // The gateway's page has no icon.
    complaints.expect(/favicon/);
    const locale = language === 'ar' ? 'ar-AE' : 'en-GB';
    const [say, words] = [officeWords(language), wordsOf[language]];
    const see = async (page: Page, screen: string) =>
      page.screenshot({ path: info.outputPath(`${language}-${screen}.png`), fullPage: true });

    const office = await openWindow({ viewport: phone, locale });
    const { password } = await signUp(office, say, language);
    const token = (await office.evaluate(() => localStorage.getItem('token')))!;
    const shop = await openKitchen(call, token);
    await office.goto('/dashboard/online-payments');
    await office.getByRole('button', { name: say.payments.connect }).click();
    const dialog = office.getByRole('dialog', { name: say.payments.connect });
    await dialog.getByRole('textbox', { name: say.payments.secretKey }).fill(`sk_test_${randomUUID().slice(0, 8)}`);
    const proof = dialog.locator('input[autocomplete="current-password"]');
    if (await proof.isVisible()) await proof.fill(password);
    await see(office, '1-connect');
    await dialog.getByRole('button', { name: say.payments.connectKey, exact: true }).click();
    // Names in Arabic sentences are isolated.
    const connected = new RegExp(say.payments.connected.replace('{gateway}', '.?Stripe.?'));
    await expect(office.getByRole('heading', { name: connected })).toBeVisible();
    await see(office, '2-connected');

    const guest = await openWindow({ viewport: phone, locale });
    await openShop(guest, `/${shop.slug}/pickup/Marina?lang=${language}`, words);
    // Test mode is a band on every page of both apps.
    await expect(guest.getByText(words.testMode)).toBeVisible();
    await guest
      .getByRole('button', { name: words.addDish('Shawarma') })
      .first()
      .click();
    await guest.getByRole('link', { name: new RegExp(`^${words.viewBasket}`) }).click();
    await expect(guest.getByText(words.testMode)).toBeVisible();
    await guest.getByRole('button', { name: words.reviewOrder }).click();
    await guest.getByRole('radio', { name: words.payOnline }).check();
    await expect(guest.getByText(words.testMode)).toBeVisible();
    await see(guest, '3-checkout');
    await guest.getByRole('button', { name: /25\.20/ }).click();
    await signUpGuest(guest, words);
    await guest.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(guest.getByText(words.orderSent)).toBeVisible();
    await see(guest, '4-placed');
    await guest.getByRole('link', { name: words.trackOrder }).click();
    await expect(guest.getByText(/25\.20/).first()).toBeVisible();
    await see(guest, '5-held');

    await visit(office, '/dashboard/orders/live');
    await expect(office.getByText(say.payments.testBand)).toBeVisible();
    await office.getByRole('button', { name: /Omar/ }).first().click();
    await office.getByRole('button', { name: say.kitchen.liveOrders.cancel, exact: true }).click();
    const cancelling = office.getByRole('dialog', { name: say.kitchen.liveOrders.cancelTitle });
    await cancelling.getByRole('radio', { name: say.ordering.cancelReasons.too_busy }).check();
    await see(office, '6-rejecting');
    await cancelling.getByRole('button', { name: say.kitchen.liveOrders.confirmCancel }).click();

    const price = new RegExp(
      words.money
        .released('§')
        .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
        .replace('§', '.*25\\.20.*'),
    );
    await expect(guest.getByText(price)).toBeVisible({ timeout: movedMs });
    await see(guest, '7-released');
    await expectAccessible(guest, `an order whose money is released, in ${language}`, { hasDark: true });
  });
}

async function signUp(page: Page, { accounts: { signUp: say, signIn } }: OfficeWords, language: 'en' | 'ar') {
  const account = newAccount();
  await page.goto('/signup');
  await page.getByLabel(say.restaurant, { exact: true }).fill(account.restaurant);
  await page.getByLabel(say.outlets, { exact: true }).selectOption({ index: 1 });
  const country = new Intl.DisplayNames(language, { type: 'region' }).of('AE')!;
  await page.getByRole('combobox', { name: say.country, exact: true }).fill(country);
  await page.getByRole('option', { name: country }).click();
  await page.getByLabel(say.informer).selectOption({ index: 1 });
  await page.getByRole('button', { name: say.continue }).click();
  await page.getByLabel(say.firstName).fill(account.firstName);
  await page.getByLabel(say.lastName).fill(account.lastName);
  await page.getByLabel(say.mobile).fill(account.mobileNumber);
  await page.getByLabel(signIn.email).fill(account.email);
  await page.getByRole('textbox', { name: signIn.password }).fill(account.password);
  await page.getByRole('button', { name: say.createAccount }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  return account;
}

/** One outlet for pickups and a menu of one dish, 24.00 and 5 %. */
async function openKitchen(call: Call, token: string) {
  const form = {
    name: 'Marina',
    timeZone: 'Asia/Dubai',
    email: 'marina@example.test',
    phone: '+971501234567',
    orderingSchedule: { sameDate: true, nextDate: false },
    taxDetails: { taxRate: 5, taxInclusive: false },
  };
  const { outlet } = await call('POST /outlet/add-outlet', { form, files: { image: makePng() } }, token);
  const openingHours = alwaysOpen.map(({ day, open, periods }) => ({ day, open, periods: [...periods] }));
  const paymentMethod = { cashOnDelivery: true, cardOnDelivery: false };
  await call(
    'POST /outlet/update-ordering-modes/:id',
    { params: { id: outlet._id }, body: { mode: 'pickup', pickup: true, paymentMethod, openingHours } },
    token,
  );
  const { menu } = await call('POST /menu/add-menu', { body: { name: 'Menu', notes: 'All day' } }, token);
  const { category } = await call(
    'POST /menu/add-update-category',
    { body: { menuId: menu._id, name: 'Mains' } },
    token,
  );
  const dish = { name: 'Shawarma', type: 'item', price: 24, sku: 'SHAWARMA', categoryId: category._id } as const;
  await call('POST /menu/add-items-modifier', { form: dish, files: { image: makePng() } }, token);
  await call('POST /menu/update-menu/:id', { params: { id: menu._id }, body: { state: 'true' } }, token);
  return (await call('GET /restaurant/get-settings', {}, token)).settings;
}

async function signUpGuest(page: Page, words: Words): Promise<void> {
  const { national, number } = newPhone();
  await settled(page);
  await page.getByLabel(words.mobileNumber).fill(national);
  await page.getByRole('button', { name: words.sendCode }).click();
  await expect(page.getByRole('heading', { name: words.codeTitle })).toBeVisible();
  await page
    .getByRole('textbox')
    .first()
    .pressSequentially(await codeSentTo(page, number, /\d{5}/));
  await page.getByLabel(words.name).fill('Omar');
  await page.getByLabel(words.email).fill('omar@example.com');
  await page.getByRole('button', { name: words.continue }).click();
}
