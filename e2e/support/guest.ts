/** A guest's actions on a restaurant's site. */
import { randomInt } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { wordsOf } from '../../storefront/words/all-words.ts';
import type { Words } from '../../storefront/words/words.ts';
import type { Place } from './test.ts';

/** The words of the page, English by default. */
const { en } = wordsOf;

/** A unique mobile number. Other numbers get no code. */
export function newPhone(country: 'AE' | 'GB' = 'AE'): { national: string; number: string } {
  if (country === 'AE') return withDialCode('+971', `50${randomInt(1_000_000, 9_999_999)}`);
  return withDialCode('+44', `74001${randomInt(10_000, 99_999)}`);
}

function withDialCode(dialCode: string, national: string) {
  return { national, number: `${dialCode}${national}` };
}

export function shopAddress(place: Place, mode: 'delivery' | 'pickup', outletName = place.outletName): string {
  return `/${place.slug}/${mode}/${encodeURIComponent(outletName)}`;
}

/** Opens the page and waits until it reacts: earlier taps are lost. */
export async function openShop(page: Page, address: string, words: Words = en): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('button', { name: words.orderType })).toBeVisible();
  await settled(page);
}

/** Waits until the script has taken over the server's page and buttons have their handlers. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const button = document.querySelector('header button');
    return button !== null && Object.keys(button).some((key) => key.startsWith('__react'));
  });
}

/** Opens the address of a table and waits until the page has joined it, which it does after it has loaded: guests are numbered as they join. */
export async function joinTable(page: Page, address: string): Promise<void> {
  const joined = page.waitForResponse(/join-table-session/);
  await page.goto(address);
  await joined;
}

/** The panel of one dish. */
export function dish(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

/** Opens a dish of the menu on the screen. */
export async function openDish(page: Page, name: string): Promise<Locator> {
  await page.getByRole('main').getByRole('link', { name }).click();
  const panel = dish(page, name);
  await expect(panel).toBeVisible();
  return panel;
}

/** Adds a large burger with cheese, `quantity` times: 18.00 each, 4.50 and 3.25 once. */
export async function addBurger(page: Page, place: Place, quantity = 1, words: Words = en): Promise<void> {
  const panel = await openDish(page, place.named('burger'));
  await panel.getByRole('radio', { name: place.named('large') }).check();
  await panel.getByRole('checkbox', { name: place.named('cheese') }).check();
  for (let count = 1; count < quantity; count += 1) await panel.getByRole('button', { name: words.increase }).click();
  await panel.getByRole('button', { name: words.addToBasket(quantity) }).click();
  await expect(panel).toBeHidden();
}

/** Adds one bottle of water: 5.50. */
export async function addWater(page: Page, place: Place, words: Words = en): Promise<void> {
  const panel = await openDish(page, place.named('water'));
  await panel.getByRole('button', { name: words.addToBasket(1) }).click();
  await expect(panel).toBeHidden();
}

/** Goes from the basket to the page with the button that orders. */
export async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^View basket/ }).click();
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(page.getByRole('heading', { name: 'Your order', level: 1 })).toBeVisible();
}

/** Chooses the area of a new delivery address. Returns the form that asks for the rest. */
export async function openAddressForm(page: Page, areaName: string): Promise<Locator> {
  await page.getByRole('button', { name: /Select Delivery Address/ }).click();
  await page.getByRole('dialog', { name: 'Set delivery address' }).getByText(areaName, { exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create address' });
  await expect(form.getByLabel('Street and building')).toBeFocused();
  return form;
}

/** Taps the area of the restaurant and types the rest of the address, on a page that asks for it. */
export async function giveAddress(page: Page, areaName: string, floor: string): Promise<void> {
  const form = await openAddressForm(page, areaName);
  await form.getByLabel('Apt, villa or floor number').fill(floor);
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form).toBeHidden();
}

/** The newest code sent to the number. */
export async function codeSentTo(page: Page, number: string, wanted = /^\d{5} is your code/): Promise<string> {
  const inbox = await page.request.get('/dev/inbox.json');
  const { messages } = (await inbox.json()) as { messages: { to: string; text: string }[] };
  const code = messages.find(({ to, text }) => to === number && wanted.test(text))?.text.match(/\b\d{5}\b/)?.[0];
  if (code === undefined) throw new Error(`No code was sent to ${number}`);
  return code;
}

/** Goes from the phone page to the code page. */
export async function askForCode(page: Page, national: string, words: Words = en): Promise<void> {
  await page.getByLabel(words.mobileNumber).fill(national);
  await page.getByRole('button', { name: words.sendCode }).click();
  await expect(page.getByRole('heading', { name: words.codeTitle })).toBeVisible();
}

/** Signs up a new number: code, then name and email. */
export async function signUp(
  page: Page,
  { national, number }: { national: string; number: string },
  name: string,
): Promise<void> {
  await askForCode(page, national);
  await page
    .getByRole('textbox', { name: 'Code from the text message' })
    .pressSequentially(await codeSentTo(page, number));
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(name);
  // The key that leads to the next field, which is no tap.
  await page.keyboard.press('Tab');
  const email = page.getByLabel('Email');
  await expect(email).toBeFocused();
  await email.fill('guest@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs the window in as the restaurant's known guest, as if long ago. */
export async function signInGuest(page: Page, { id, guest }: Place): Promise<void> {
  const session = JSON.stringify({ token: guest.token, _id: guest.customerId, isLoggedIn: true });
  await page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [`customer.${id}`, session]);
}

/** An amount in the totals. */
export function amountOf(page: Page, name: string): Locator {
  return page
    .getByRole('term')
    .and(page.getByText(name, { exact: true }))
    .locator('+ dd');
}
