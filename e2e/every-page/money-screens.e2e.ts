/**
 * The screens of money with something on them: payments, refunds, offers, cards, guests, tips and bills. Each in both languages, at three
 * widths, by axe and by keyboard, and its dialogs opened, walked and closed without a mouse (G11).
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OfferInput } from '#contract/ordering/offers/offers.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { addBurger, joinTable, openShop, settled, shopAddress, signInGuest } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { expectWalk } from '../support/keyboard-walk.ts';
import { openTables } from '../support/restaurant.ts';
import { hasFocus, visit } from '../support/screen.ts';
import { type Call, desktop, expect, phone, type Place, test } from '../support/test.ts';

test.describe.configure({ timeout: 300_000 });

/** The kitchen can undo before money moves, so this takes half a minute of a real clock. */
const movedMs = 60_000;

/** Words of Order Manager, which loads them from its catalogues. */
const read = (language: 'en' | 'ar', domain: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../dashboard/words/${language}/${domain}.json`), 'utf8'));
const payments = (language: 'en' | 'ar') =>
  read(language, 'payments') as Record<
    'replace' | 'disconnect' | 'testBand' | 'connect' | 'secretKey' | 'secretKeyRequired',
    string
  > & { order: Record<'refund', string> };
const say = {
  payments: payments('ar'),
  customers: read('ar', 'customers') as { stamps: Record<'correct', string>; guest: Record<'add', string> },
};

/** An owner's restaurant with a gateway, tips, offers, a stamp card, and an order that was paid online and refunded in part. */
async function openMoney(call: Call, place: Place) {
  const { token } = place.owner;
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const connecting = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await call('POST /restaurant/connect-gateway', { body: connecting }, token);
  const tips = { tipModes: ['delivery', 'pickup', 'dine-in'] as const, tipPercents: [5, 10, 15] };
  await call('POST /restaurant/update-settings', { body: { ...tips, tipModes: [...tips.tipModes] } }, token);
  const card = { name: 'Regulars', benefit: { kind: 'amount', amount: 10 }, stamps: { needed: 5 } } as const;
  const offer = (body: object) => call('POST /offer/add-offer', { body: OfferInput.parse(body) }, token);
  const { offer: reward } = await offer(card);
  await offer({ name: 'Opening week', benefit: { kind: 'percent', percent: 10 }, minimumSubtotal: 100 });
  const items = [{ itemId: place.items.special, quantity: 1 }];
  const order = pickupOrder(place, items, 44.1, { paymentMethod: 'online on pickup' });
  const idempotencyKey = randomUUID();
  const { payment } = await call('POST /order/begin-payment', { body: { order }, idempotencyKey }, place.guest.token);
  await fetch(payment.url!, { method: 'POST', body: new URLSearchParams({ card: 'succeeds' }), redirect: 'manual' });
  const { reference } = payment;
  const state = () => call('GET /order/payment-state/:reference', { params: { reference } }, place.guest.token);
  await expect.poll(async () => (await state()).payment.state).toBe('authorised');
  const orderId = (await state()).payment.orderId!;
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const)
    await call('POST /order/update-order-status', { body: { orderId, status } }, token);
  const captured = async () => (await call('GET /order/payment/:id', { params: { id: orderId } }, token)).payment!;
  await expect.poll(async () => (await captured()).captured, { timeout: movedMs }).toBe(44.1);
  const refund = { params: { id: orderId }, body: { amount: 4.1, reason: 'Cold soup' }, idempotencyKey: randomUUID() };
  await call('POST /order/refund/:id', refund, token);
  await expect.poll(async () => (await captured()).refunded, { timeout: movedMs }).toBe(4.1);
  return { orderId, reward, reference };
}

/** Opens the dialog of a button by keyboard, walks into it, and comes back to the button. */
async function expectDialog(page: Page, name: string, screen: string): Promise<void> {
  const opener = page.getByRole('main').getByRole('button', { name, exact: true }).first();
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await hasFocus(dialog);
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await expectAccessible(page, screen, { hasDark: true, widths: everyWidth });
  await page.setViewportSize(desktop);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener, screen).toBeFocused();
}

test('the screens of money of Order Manager', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const { orderId, reward } = await openMoney(call, place);
  const office = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(office, place.owner.token);
  const english = await openWindow({ viewport: desktop, locale: 'en-GB' });
  await signInWithToken(english, place.owner.token);
  for (const address of [
    '/dashboard/online-payments',
    `/dashboard/orders/${orderId}`,
    '/dashboard/reports?tab=payments&range=today',
    '/dashboard/offers',
    '/dashboard/offers/create',
    `/dashboard/offers/edit?id=${reward._id}`,
    '/dashboard/customers',
    `/dashboard/customers/${place.guest.customerId}`,
    '/dashboard/guest-messages',
  ]) {
    for (const page of [office, english]) {
      await page.setViewportSize(desktop);
      await visit(page, address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      // Test mode is a band on every page.
      await expect(page.getByText(payments(page === office ? 'ar' : 'en').testBand)).toBeVisible();
      if (page === office) await expectWalk(page, address, 8);
      const language = page === office ? 'in Arabic' : 'in English';
      await expectAccessible(page, `${address}, ${language}`, { hasDark: true, widths: everyWidth });
    }
  }
  await office.setViewportSize(desktop);
  await visit(office, '/dashboard/online-payments');
  await expectDialog(office, say.payments.replace, 'replacing a key, in Arabic');
  await expectDialog(office, say.payments.disconnect, 'disconnecting, in Arabic');
  await visit(office, `/dashboard/orders/${orderId}`);
  await expectDialog(office, say.payments.order.refund, 'refunding, in Arabic');
  await visit(office, `/dashboard/customers/${place.guest.customerId}`);
  await expectDialog(office, say.customers.stamps.correct, 'correcting stamps, in Arabic');
  await expectDialog(office, say.customers.guest.add, 'a note about a guest, in Arabic');
});

test('the first gateway is connected by keyboard, in Arabic', async ({ openRestaurant, openWindow }) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(office, place.owner.token);
  const address = '/dashboard/online-payments';
  await visit(office, address);
  const opener = office.getByRole('main').getByRole('button', { name: say.payments.connect, exact: true });
  await expect(opener).toBeEnabled();
  await expectWalk(office, address, 8);
  await expectAccessible(office, 'no gateway, in Arabic', { hasDark: true, widths: everyWidth });
  await office.setViewportSize(desktop);
  await expectDialog(office, say.payments.connect, 'connecting a gateway, in Arabic');

  await office.keyboard.press('Enter');
  const dialog = office.getByRole('dialog', { name: say.payments.connect });
  const focused = dialog.locator(':focus');
  await hasFocus(dialog);
  await office.keyboard.press('Tab');
  await expect(focused).toHaveAttribute('type', 'radio');
  await office.keyboard.press('Tab');
  await expect(dialog.getByLabel(say.payments.secretKey)).toBeFocused();
  await office.keyboard.press('Tab');
  await expect(focused).toHaveAttribute('autocomplete', 'current-password');
  await office.keyboard.type(ownersPassword);
  await office.keyboard.press('Enter');
  await expect(dialog.getByText(say.payments.secretKeyRequired)).toBeVisible();
  await expect(dialog.getByLabel(say.payments.secretKey)).toBeFocused();
  await expectAccessible(office, 'a gateway without its key, in Arabic', { hasDark: true, widths: everyWidth });
  await office.setViewportSize(desktop);
  await office.keyboard.type(`sk_test_${randomUUID().replaceAll('-', '')}`);
  await office.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(office.getByText(say.payments.testBand)).toBeVisible();
});

test('the screens of money of a guest', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const { orderId, reference } = await openMoney(call, place);
  const [table] = await openTables(call, place, ['12']);
  const { ar } = wordsOf;
  for (const language of ['ar', 'en'] as const) {
    const words = wordsOf[language];
    const guest = await openWindow({ viewport: phone, locale: language === 'ar' ? 'ar-AE' : 'en-GB' });
    await signInGuest(guest, place);
    await openShop(guest, `${shopAddress(place, 'pickup')}?lang=${language}`, words);
    const burger = language === 'ar' ? { ...place, named: (word: string) => place.named(`${word} ar`) } : place;
    await addBurger(guest, burger, 1, words);
    for (const path of ['basket', 'checkout', 'orders', `order/${orderId}`, `order/${orderId}/receipt`]) {
      await guest.setViewportSize(phone);
      await guest.goto(`/${place.slug}/${path}?lang=${language}`);
      await settled(guest);
      await expect(guest.getByText(words.testMode)).toBeVisible();
      if (path.endsWith('receipt')) await expect(guest.getByRole('table').first()).toBeVisible();
      if (path === 'checkout') {
        await guest.getByRole('button', { name: words.haveCode }).focus();
        await guest.keyboard.press('Enter');
        await expect(guest.getByRole('textbox', { name: words.offerCode })).toBeFocused();
        await expect(guest.getByRole('radiogroup', { name: words.tip })).toBeVisible();
      }
      if (language === 'ar') await expectWalk(guest, path);
      // The checkout fits into this height, so its bar lies over no control.
      await expectAccessible(guest, `${path} of a guest, in ${language}`, {
        hasDark: true,
        widths: everyWidth,
        height: 1800,
      });
    }
    // The phone of the guest is led on to the order.
    const other = await openWindow({ viewport: phone, locale: language === 'ar' ? 'ar-AE' : 'en-GB' });
    await other.goto(`/${place.slug}/payment/${reference}?lang=${language}`);
    await expect(other.getByRole('link', { name: words.logIn, exact: true }).last()).toBeVisible();
    if (language === 'ar') await expectWalk(other, 'a payment');
    await expectAccessible(other, `a payment, in ${language}`, { hasDark: true, widths: everyWidth });
  }
  const atTable = await openWindow({ viewport: phone, locale: 'ar-AE' });
  await joinTable(atTable, `${new URL(table!.address).pathname}?lang=ar`);
  await settled(atTable);
  await atTable.goto(`/${place.slug}/payment/table?lang=ar`);
  await settled(atTable);
  await expect(atTable.getByText(ar.bill.nothing)).toBeVisible();
  await expectWalk(atTable, 'a bill without orders');
  await expectAccessible(atTable, 'a bill without orders, in Arabic', { hasDark: true, widths: everyWidth });
});
