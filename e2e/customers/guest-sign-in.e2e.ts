/** Guests sign in with a number, a code, and at first a name (C08 to C10). */
import type { Locator, Page } from '@playwright/test';
import { OfferInput } from '#contract/ordering/offers/offers.ts';
import {
  addBurger,
  amountOf,
  askForCode,
  codeSentTo,
  goToCheckout,
  newPhone,
  openShop,
  shopAddress,
  signUp,
} from '../support/guest.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const boxes = (page: Page) => page.getByRole('group', { name: 'Code from the text message' }).getByRole('textbox');
const valuesOf = (page: Page) =>
  boxes(page).evaluateAll((all: HTMLInputElement[]) => all.map((box) => box.value).join('|'));

/** Records every try to exchange a code, as it is sent. */
function countVerifications(page: Page): string[] {
  const codes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/verify-otp')) codes.push((request.postDataJSON() as { otpCode: string }).otpCode);
  });
  return codes;
}

/** Expects the drawn flag of the country. */
async function expectFlag(where: Locator, code: string): Promise<void> {
  const flag = where.locator('img');
  await expect(flag).toHaveAttribute('src', new RegExp(`/${code}-`));
  await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

test('the phone page searches countries, checks the number on leaving the field, and enables its button when complete (C08)', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  await page.getByRole('link', { name: 'Log in / Sign up' }).click();
  const country = page.getByRole('button', { name: /^Country: / });
  await expect(country).toHaveAccessibleName('Country: AE +971');
  await expect(country).toHaveText('+971');
  await expectFlag(country, 'AE');
  const number = page.getByLabel('Mobile number for this order');
  await expect(number).toHaveAttribute('type', 'tel');
  await expect(number).toHaveAttribute('autocomplete', 'tel-national');
  const send = page.getByRole('button', { name: 'Send code' });
  await expect(send).toBeDisabled();

  await number.fill('123');
  await number.blur();
  await expect(page.getByRole('alert')).toHaveText('This is not a valid phone number.');
  await expect(number).toHaveAttribute('aria-invalid', 'true');

  await number.fill('04 212 3456');
  await number.blur();
  await expect(page.getByRole('alert')).toHaveText('We cannot text this number. Enter a mobile number.');

  await country.click();
  const countries = page.getByRole('dialog', { name: 'Country' });
  const search = countries.getByRole('searchbox', { name: 'Search by name or code' });
  await search.fill('united king');
  await expect(countries.getByRole('listitem')).toHaveText(['United Kingdom+44']);
  await expectFlag(countries.getByRole('listitem'), 'GB');
  await search.fill('atlantis');
  await expect(countries.getByText('No country matches “atlantis”')).toBeVisible();
  await search.fill('49');
  await countries.getByRole('button', { name: /Germany/ }).click();
  await expect(countries).toBeHidden();
  await expect(country).toHaveAccessibleName('Country: DE +49');
  await expectFlag(country, 'DE');
  await number.fill('1512 3456789');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(send).toBeEnabled();
});

test('a pasted code fills the five boxes and is tried once, and the guest is recognised the next time (C09)', async ({
  page,
  context,
  openRestaurant,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const place = await openRestaurant();
  const { national, number } = newPhone();
  await openShop(page, `/${place.slug}/menu`);
  await page.getByRole('link', { name: 'Log in / Sign up' }).click();
  await askForCode(page, national);
  await expect(page.getByText(`+971 50 •••• ${national.slice(-3)}`)).toBeVisible();
  await expect(boxes(page)).toHaveCount(5);
  await expect(boxes(page).first()).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(boxes(page).first()).toHaveAttribute('inputmode', 'numeric');

  const tried = countVerifications(page);
  const code = await codeSentTo(page, number);
  await page.evaluate((text) => navigator.clipboard.writeText(text), code);
  await boxes(page).first().click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('heading', { name: 'Nice to meet you' })).toBeVisible();
  expect(tried).toEqual([code]);

  await page.getByLabel('Name').fill('Sara Khan');
  await page.getByLabel('Email').fill('sara at example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Use an address like name@example.com');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('sara@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`/${place.slug}/menu`);
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByRole('dialog', { name: 'Your account' })).toContainText('Hello, Sara Khan');
  const stored = () =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
  expect(await stored()).toContain('"token\\":');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in / Sign up' })).toBeVisible();
  // The next person in this browser finds nothing of the guest in it.
  for (const secret of ['token\\":', 'Sara', 'sara@example.com', national])
    expect(await stored()).not.toContain(secret);
  await page.getByRole('link', { name: 'Log in / Sign up' }).click();
  await askForCode(page, national);
  // Many phones share the address of a full house.
  complaints.expect(/status of 429 .*verify-otp/);
  const sentence = 'Too many requests. Try again in 5 s.';
  const limited = { code: 'rate.limited', name: 'Too many requests', msg: sentence, details: { seconds: 5 } };
  await page.route('**/auth/verify-otp', (route) => route.fulfill({ status: 429, json: limited }), { times: 1 });
  // A keyboard in Arabic types other digits than the message has.
  const second = await codeSentTo(page, number);
  const digits = second.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  await boxes(page).first().pressSequentially(digits);
  await expect(page.getByRole('alert')).toHaveText(sentence);
  await boxes(page).first().pressSequentially(digits);
  await expect(page).toHaveURL(`/${place.slug}/menu`);
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  expect(tried).toEqual([code, second, second]);
});

test('a wrong code is explained and typed over, Backspace goes back, and a new code is available after 30 s (C09)', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  const { national, number } = newPhone();
  await page.clock.install();
  await openShop(page, `/${place.slug}/menu`);
  await page.getByRole('link', { name: 'Log in / Sign up' }).click();
  await askForCode(page, national);
  const first = boxes(page).first();
  const right = await codeSentTo(page, number);
  const wrong = right.replace(/./, (digit) => String((Number(digit) + 1) % 10));

  await first.pressSequentially('12');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(first).toBeFocused();
  expect(await valuesOf(page)).toBe('||||');

  const tried = countVerifications(page);
  await first.pressSequentially(wrong);
  await expect(page.getByRole('alert')).toHaveText('This code is wrong. Check the digits and try again.');
  await expect(first).toBeFocused();
  expect(await valuesOf(page)).toBe(wrong.split('').join('|'));
  expect(await first.evaluate((box: HTMLInputElement) => box.selectionEnd! - box.selectionStart!)).toBe(1);
  expect(tried).toEqual([wrong]);

  const resend = page.getByRole('button', { name: /^Resend code/ });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveText(/^Resend code in 0:(2\d|30)$/);
  await page.clock.fastForward('00:31');
  await expect(resend).toHaveText('Resend code');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/sent-otp')) sent.push(request.url());
  });
  await resend.click();
  await expect(resend).toHaveText(/^Resend code in 0:(2\d|30)$/);
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
  expect(sent).toHaveLength(1);

  await first.pressSequentially(await codeSentTo(page, number));
  await expect(page.getByRole('heading', { name: 'Nice to meet you' })).toBeVisible();
  expect(tried).toHaveLength(2);
});

test('the basket survives a reload and the sign-in, which leads back to the checkout (C10)', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place, 2);
  await page.reload();
  await expect(page.getByRole('link', { name: 'View basket, 2 items, AED 45.94' })).toBeVisible();
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Card on pickup' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();

  await expect(page).toHaveURL(`/${place.slug}/auth?next=checkout`);
  await signUp(page, newPhone(), 'Sara Khan');
  // The tap that led to the sign-in was the one that orders.
  await expect(page.getByText('Thanks Your order has been sent')).toBeVisible();
  await expect(page.getByText(`2 ×${place.named('burger')}`)).toBeVisible();
  await expect(page.getByText('Pickup · AED 45.94 · Card on pickup')).toBeVisible();
  await expect(amountOf(page, 'Total')).toHaveText('AED 45.94');

  // The next person on this phone goes back to nothing of it.
  const placed = page.url();
  await page.getByRole('link', { name: 'Back to menu' }).click();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in / Sign up' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(placed.replace('/checkout/', '/order/'));
  await expect(page.getByText('Log in to see your order.')).toBeVisible();
  await expect(page.getByText(place.named('burger'))).toHaveCount(0);
  await expect(amountOf(page, 'Total')).toHaveCount(0);
});

test('the order goes out also where the phone has dropped the code page, and is asked about where it costs more', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const welcome = OfferInput.parse({
    name: 'Welcome',
    benefit: { kind: 'percent', percent: 20 },
    isForFirstOrder: true,
  });
  await call('POST /offer/add-offer', { body: welcome }, place.owner.token);
  const { national, number } = newPhone();
  const orderBurger = async () => {
    await openShop(page, shopAddress(place, 'pickup'));
    await addBurger(page, place);
    await goToCheckout(page);
    await page.getByRole('radio', { name: 'Cash on pickup' }).check();
    await expect(amountOf(page, 'Total')).toHaveText('AED 21.63');
    await page.getByRole('button', { name: /^Place order/ }).click();
    await askForCode(page, national);
    await page.reload();
    await boxes(page)
      .first()
      .pressSequentially(await codeSentTo(page, number));
  };
  await orderBurger();
  await page.getByLabel('Name').fill('Sara Khan');
  await page.getByLabel('Email').fill('sara@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Thanks Your order has been sent')).toBeVisible();
  await expect(amountOf(page, 'Total')).toHaveText('AED 21.63');

  await page.getByRole('link', { name: 'Back to menu' }).click();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in / Sign up' })).toBeVisible();
  await orderBurger();
  // The server knows now that it is not the first order.
  const question = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(question.getByText('The total was AED 21.63 and is now AED 27.04.')).toBeVisible();
  await question.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Thanks Your order has been sent')).toBeVisible();
  await expect(amountOf(page, 'Total')).toHaveText('AED 27.04');
});

test('the code page without a number asks for one first', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await page.goto(`/${place.slug}/auth/validate-otp`);
  await expect(page).toHaveURL(`/${place.slug}/auth`);
  await page.goto(`/${place.slug}/auth/register`);
  await expect(page).toHaveURL(`/${place.slug}/auth`);
});
