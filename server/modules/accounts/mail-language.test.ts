/** Mails to a person come in the language in which they use Order Manager, those of an outlet in the restaurant's (decision 59). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { openKitchen } from '#server/test/data/kitchen.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { signUpForm } from '#server/test/servers/sign-in-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ config: { mode: 'production' } });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));

const arabic = { 'accept-language': 'ar-AE,ar;q=0.9,en;q=0.5' };
let made = 0;

/** Signs a new owner up in a browser with these headers. */
async function signUp(headers: Record<string, string>): Promise<{ email: string; token: string }> {
  const email = `reader${made++}@language.test`;
  const { text } = await rawCall(app.app, 'POST /auth/signup', { body: signUpForm(email), headers });
  return { email, token: (JSON.parse(text) as { token: { token: string } }).token.token };
}

async function newestMailTo(email: string, earlier: number) {
  const mails = () => app.mails.filter(({ to }) => to === email);
  await expect.poll(() => mails().length).toBeGreaterThan(earlier);
  return mails().at(-1)!;
}

test('an account opened in Arabic gets its mails in Arabic, written from the right', async () => {
  const { email } = await signUp(arabic);
  const mail = await newestMailTo(email, 0);
  expect(mail.subject).toBe('أكّد بريدك الإلكتروني');
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  expect(mail.text).toMatch(/^مرحبًا Layla،/);
  expect(mail.text.replaceAll(/https?:\S+|Layla|Order Manager/g, '')).not.toMatch(/[a-z]/i);
});

test.each(['', 'fr', '*'])(
  'an account opened in a browser of the language %j gets them in English',
  async (language) => {
    const { email } = await signUp({ 'accept-language': language });
    expect((await newestMailTo(email, 0)).subject).toBe('Confirm your email');
  },
);

test('mails follow the language of the last sign-in, and a choice in the account', async () => {
  const { email, token } = await signUp({});
  const { password } = signUpForm(email);
  const forgot = () => app.call('POST /auth/forgot-password', { body: { email } });
  const signIn = (headers: Record<string, string>) =>
    rawCall(app.app, 'POST /auth/signin', { body: { email, password }, headers });

  await signIn(arabic);
  await forgot();
  expect((await newestMailTo(email, 1)).subject).toBe('اختر كلمة مرور جديدة');
  // A program that names no language changes nothing.
  await signIn({});
  await forgot();
  expect((await newestMailTo(email, 2)).subject).toBe('اختر كلمة مرور جديدة');

  await app.call('POST /auth/choose-language', { body: { language: 'en' } }, token);
  await forgot();
  expect((await newestMailTo(email, 3)).subject).toBe('Choose a new password');
});

test('an invitation is written in the language of whoever invites', async () => {
  const { owner, made: place } = await openKitchen(app);
  await app.call('POST /auth/choose-language', { body: { language: 'ar' } }, owner.token);
  const email = `invited.${place.canary}@language.test`;
  await app.call('POST /staff/invite', { body: { email, role: 'manager' } }, owner.token);
  const mail = await newestMailTo(email, 0);
  expect(mail.subject).toMatch(/^دعوة من .* إلى Order Manager$/);
  expect(mail.text).toContain('بصفتك مديرًا');
});

test('a code for alerts comes in the language of whoever asks for it, an alert in that of the restaurant', async () => {
  const kitchen = await openKitchen(app);
  const { owner, made: place } = kitchen;
  const asked = { params: { id: place.outletId }, body: { kind: 'mail' }, headers: arabic };
  await rawCall(app.app, 'POST /outlet/send-contact-code/:id', asked, owner.token);
  const outlet = `${place.canary}@outlet.test`;
  expect((await newestMailTo(outlet, 0)).subject).toMatch(/^رمز تنبيهات الطلبات في .*: \d{6}$/);

  await app.call('POST /restaurant/update-settings', { body: { locale: 'ar', languages: ['ar'] } }, owner.token);
  await app.call(
    'POST /outlet/update-escalation/:id',
    { params: { id: place.outletId }, body: { alertCalls: true } },
    owner.token,
  );
  const order = await kitchen.placeOrder();
  for (const minutes of [3, 3]) {
    app.clock.advance(minutes * 60_000);
    const servers = openEscalationServers(app, 1);
    await servers.look();
    await servers.stop();
  }
  const mail = await newestMailTo(outlet, 1);
  expect(mail.subject).toBe(`الطلب رقم ${order.orderNumber} ينتظر في فرع Marina ${place.canary}`);
  expect(mail.text).toContain('وصل قبل 3 دقائق');
  expect(mail.text).toContain('استلام، AED');
  await expect
    .poll(() => app.sms.findLast(({ text }) => text.includes(order._id))?.text)
    .toContain('ينتظر منذ 6 دقائق');
});
