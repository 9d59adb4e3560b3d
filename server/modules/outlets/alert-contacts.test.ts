/** Alerts about waiting orders go to proven numbers and addresses alone (decisions 16 and 48). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { isCostlyToCall } from '#server/modules/outbound/phone.ts';

let app: TestApp;
let kitchen: Kitchen;
beforeAll(async () => {
  app = await startApp({ config: { rateLimits: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date());
  kitchen = await openKitchen(app);
});

const MINUTE = 60_000;
type Kind = 'mail' | 'phone';
const here = () => ({ id: kitchen.made.outletId });
const send = (kind: Kind) =>
  app.call('POST /outlet/send-contact-code/:id', { params: here(), body: { kind } }, kitchen.owner.token);
const confirm = (kind: Kind, code: string) =>
  app.call('POST /outlet/confirm-contact/:id', { params: here(), body: { kind, code } }, kitchen.owner.token);
const escalation = async () =>
  (await app.call('GET /outlet/get-escalation/:id', { params: here() }, kitchen.owner.token)).escalation;

/** Gives the outlet an address and a number that nobody has proved. */
async function newContacts(phone = '+971501230001') {
  const mailTo = `Alerts.${kitchen.made.canary}@example.test`;
  const body = { mailTo, mailMinutes: 2, alertCalls: true, callMinutes: 2 };
  await app.call('POST /outlet/update-escalation/:id', { params: here(), body }, kitchen.owner.token);
  await app.call('PUT /outlet/update-outlet/:id', { params: here(), form: { phone } }, kitchen.owner.token);
  return { mailTo, phone };
}

async function pass(minutes: number) {
  app.clock.advance(minutes * MINUTE);
  const servers = openEscalationServers(app, 2);
  await servers.look();
  await servers.stop();
}

async function codeMailedTo(address: string): Promise<string> {
  const mails = () => app.mails.filter(({ to }) => to === address);
  await expect.poll(() => mails().length).toBeGreaterThan(0);
  return /^(\d{6}) is the code/.exec(mails().at(-1)!.subject)![1]!;
}

async function codeSentTo(phone: string, earlier = 0): Promise<string> {
  const texts = () => app.sms.filter(({ to }) => to === phone);
  await expect.poll(() => texts().length).toBeGreaterThan(earlier);
  return /is ((?:\d ){5}\d)\./.exec(texts().at(-1)!.text)![1]!;
}

test('a new address and a new number are neither mailed nor called until their codes are typed in', async () => {
  const { mailTo, phone } = await newContacts();
  expect(await escalation()).toMatchObject({ mailTo, isMailProven: false, isPhoneProven: false });
  await kitchen.placeOrder();
  await pass(3);
  expect([app.mails.filter(({ to }) => to === mailTo), app.sms.filter(({ to }) => to === phone)]).toEqual([[], []]);

  await send('mail');
  await send('phone');
  const { escalation: mailed } = await confirm('mail', await codeMailedTo(mailTo));
  expect(mailed).toMatchObject({ isMailProven: true, isPhoneProven: false });
  // The digits stand apart in the text, and are taken as they stand there.
  const { escalation: called } = await confirm('phone', await codeSentTo(phone));
  expect(called).toMatchObject({ isMailProven: true, isPhoneProven: true });

  const order = await kitchen.placeOrder();
  await pass(3);
  const isAbout = ({ text }: { text: string }) => text.includes(order._id);
  await expect.poll(() => app.mails.filter(isAbout).map(({ to }) => to)).toEqual([mailTo]);
  await expect.poll(() => app.sms.filter(isAbout).map(({ to }) => to)).toEqual([phone]);
});

test('a code is good for three tries and ten minutes, once, and for its own contact', async () => {
  const { mailTo, phone } = await newContacts('+971501230002');
  await send('mail');
  await send('phone');
  const [mailCode, phoneCode] = [await codeMailedTo(mailTo), await codeSentTo(phone)];
  const wrong = mailCode === '000000' ? '000001' : '000000';
  if (phoneCode.replaceAll(' ', '') !== mailCode)
    expect(await refusalOf(confirm('phone', mailCode))).toMatchObject({ status: 400, code: 'code.wrong' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refusalOf(confirm('mail', wrong)).then(({ code }) => code)),
  );
  expect(answers.filter((code) => code === 'code.wrong')).toHaveLength(3);
  expect(await refusalOf(confirm('mail', mailCode))).toMatchObject({ code: 'code.expired' });
  app.clock.advance(10 * MINUTE);
  expect(await refusalOf(confirm('phone', phoneCode))).toMatchObject({ code: 'code.expired' });
  await send('phone');
  await confirm('phone', await codeSentTo(phone, 1));
  expect(await refusalOf(confirm('phone', phoneCode))).toMatchObject({ code: 'code.expired' });
});

test('an address gets a code each half minute and five a day, whichever outlets ask for it', async () => {
  await newContacts('+971501230003');
  for (let n = 0; n < 5; n++) {
    await send('phone');
    if (n === 0) expect(await refusalOf(send('phone'))).toMatchObject({ status: 429, code: 'rate.limited' });
    app.clock.advance(MINUTE);
  }
  expect(await refusalOf(send('phone'))).toMatchObject({ status: 429, code: 'rate.limited' });
});

test('a number of a country that the restaurant does not text is not called', async () => {
  await app.db
    .updateTable('restaurants')
    .set({ code_countries: ['AE'] })
    .where('id', '=', kitchen.made.id)
    .execute();
  await newContacts('+447400123456');
  expect(await refusalOf(send('phone'))).toMatchObject({ status: 409, code: 'contact.country_not_served' });
});

test('a premium number is neither proved nor called, also one that was proved before', async () => {
  const { phone } = await newContacts('+449098790000');
  expect(await refusalOf(send('phone'))).toMatchObject({ status: 409, code: 'contact.not_callable' });
  const before = { restaurant_id: kitchen.made.id, contact: phone, proven_at: new Date(), created_at: new Date() };
  await platformTransaction(app.db, 'seed', (tx) => tx.insertInto('alert_contacts').values(before).execute());
  await kitchen.placeOrder();
  await pass(3);
  expect(app.sms.filter(({ to }) => to === phone)).toEqual([]);
});

test.each([
  ['+449098790000', true, 'premium, United Kingdom'],
  ['+448431234567', true, 'shared cost, United Kingdom'],
  ['+447012345678', true, 'personal, United Kingdom'],
  ['+979123456789', true, 'international premium'],
  ['+870773111632', true, 'satellite'],
  ['+881612345678', true, 'satellite'],
  ['+19002345678', true, 'premium, United States'],
  ['+97144321000', false, 'landline, Emirates'],
  ['+971501234567', false, 'mobile, Emirates'],
  ['+97180012345', false, 'toll-free, Emirates'],
  ['+447400123456', false, 'mobile, United Kingdom'],
])('%s costs too much to call: %s (%s)', (number, isCostly) => {
  expect(isCostlyToCall(number)).toBe(isCostly);
});
