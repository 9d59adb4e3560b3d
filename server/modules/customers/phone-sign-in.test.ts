import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { arabicDigits } from '#server/test/data/arabic-digits.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type SignInApp, startSignInApp } from '#server/test/servers/sign-in-app.ts';

let database: Database;
let app: SignInApp;
let here: TestRestaurant;
let elsewhere: TestRestaurant;
beforeAll(async () => {
  database = await freshDatabase();
  // Rate limits are off here; code-limits.test.ts tests them.
  app = await startSignInApp(database.db, { rateLimits: false });
  here = await makeRestaurant(database.db);
  elsewhere = await makeRestaurant(database.db, { country: 'GB' });
});
afterAll(async () => {
  await closeBareServers();
  await database.close();
});

let made = 0;
const newPhone = () => `+97150${String(1_000_000 + made++)}`;
const guest = { name: 'Noor Ali', email: 'noor@guest.test' };

const send = (number: string, restaurantName = here.slug) =>
  app.call('POST /auth/sent-otp', { restaurantName, number });
const verifyOnce = (number: string, otpCode: string, restaurantName: string) =>
  app.call('POST /auth/verify-otp', { restaurantName, number, otpCode });
/** Tries again where the others have it wait too long on a busy machine: such a try was not counted. */
async function verify(number: string, otpCode: string, restaurantName = here.slug) {
  let answer = await verifyOnce(number, otpCode, restaurantName);
  while (answer.body.code === 'server.unavailable') answer = await verifyOnce(number, otpCode, restaurantName);
  return answer;
}
const register = (number: string, token: string | undefined, restaurantName = here.slug, as = guest) =>
  app.call('POST /auth/register-customer', { restaurantName, number, ...as }, { token });

/** The token obtained with a newly sent code. */
async function tokenFor(phone: string, restaurantName = here.slug): Promise<string> {
  await send(phone, restaurantName);
  const { body } = await verify(phone, app.codeFor(phone), restaurantName);
  return body['customer']!['token'];
}

const otherThan = (code: string, n = 1) => String((Number(code) + n) % 100_000).padStart(5, '0');

test('a guest registers once, by code, name and email, and is recognised by the number from then on', async () => {
  const phone = newPhone();
  expect(await send(phone)).toMatchObject({
    status: 200,
    body: {
      success: true,
      code: 'customer.code_sent',
      msg: 'The code is on its way',
      resendInSeconds: 30,
      codeLength: 5,
    },
  });
  const code = app.codeFor(phone);
  expect(app.sent.at(-1)).toEqual({
    to: phone,
    text: `${code} is your code for ${here.name}. It is good for 5 minutes.\n\n@order.test #${code}`,
  });

  const first = await verify(phone, code);
  expect(first).toMatchObject({ status: 200, body: { customer: { isRegistered: false } } });
  expect(Object.keys(first.body['customer']!).sort()).toEqual(['isRegistered', 'token']);

  const registered = await register(phone, first.body['customer']!['token']);
  expect(registered).toMatchObject({ status: 200, body: { customer: { ...guest, number: phone } } });
  const { token, customer } = registered.body as unknown as { token: string; customer: { _id: string } };
  expect((await app.call('GET /auth/customer', undefined, { token })).body).toEqual({ customer });

  await send(phone);
  expect((await verify(phone, app.codeFor(phone))).body).toEqual({
    customer: { _id: customer._id, token: expect.any(String), isRegistered: true, ...guest },
  });
});

test('many spellings of a number and of its code are one guest', async () => {
  const phone = '+971509990000';
  await send('050 999 0000');
  const token = (await verify('0509990000', app.codeFor(phone))).body['customer']!['token'];
  expect((await register('٠٠٩٧١٥٠٩٩٩٠٠٠٠', token)).body['customer']).toMatchObject({ number: phone });
  await send('00971-50-999-0000');
  const typed = ` ${arabicDigits(app.codeFor(phone))} `;
  expect((await verify('+971 (0)50 999 0000', typed)).body['customer']).toMatchObject({ isRegistered: true });
  // A number without a dial code belongs to the restaurant's country.
  await send('07911 123456', elsewhere.slug);
  expect(app.codeFor('+447911123456')).toMatch(/^\d{5}$/);
});

describe('a code', () => {
  test('works once, also in fifty parallel tries', async () => {
    const phone = newPhone();
    await send(phone);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(phone, app.codeFor(phone))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'code.expired')).toHaveLength(49);
  });

  test('is dead after three wrong tries, also in fifty parallel ones', async () => {
    const phone = newPhone();
    await send(phone);
    const code = app.codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => verify(phone, otherThan(code, n + 1))));
    expect(answers.filter(({ body }) => body.code === 'code.wrong')).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === 'code.expired')).toHaveLength(47);
    expect(await verify(phone, code)).toMatchObject({
      status: 400,
      body: { code: 'code.expired', msg: 'The code has expired. Send a new one.' },
    });
  });

  test('may be mistyped twice', async () => {
    const phone = newPhone();
    await send(phone);
    const code = app.codeFor(phone);
    for (const wrong of [otherThan(code), '']) {
      expect(await verify(phone, wrong)).toMatchObject({
        status: 400,
        body: { code: 'code.wrong', msg: 'This code is wrong. Check the digits and try again.' },
      });
    }
    expect((await verify(phone, code)).status).toBe(200);
  });

  test('is void once a newer one was sent', async () => {
    const phone = newPhone();
    await send(phone);
    const old = app.codeFor(phone);
    do await send(phone);
    while (app.codeFor(phone) === old);
    expect((await verify(phone, old)).body.code).toBe('code.wrong');
    expect((await verify(phone, app.codeFor(phone))).status).toBe(200);
  });

  test('is valid for five minutes', async () => {
    const [inTime, late] = [newPhone(), newPhone()];
    await send(inTime);
    await send(late);
    app.pass(299);
    expect((await verify(inTime, app.codeFor(inTime))).status).toBe(200);
    app.pass(2);
    expect((await verify(late, app.codeFor(late))).body.code).toBe('code.expired');
  });

  test('is valid at one restaurant and for one number', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    await send(phone);
    await send(other);
    await send(phone, elsewhere.slug);
    const codeElsewhere = app.codeFor(phone);
    const codeHere = app.sent.find(({ to }) => to === phone)!.text.slice(0, 5);
    // Two random codes are equal once in a hundred thousand runs.
    if (codeHere !== codeElsewhere) expect((await verify(phone, codeElsewhere)).body.code).toBe('code.wrong');
    if (codeHere !== app.codeFor(other)) expect((await verify(other, codeHere)).body.code).toBe('code.wrong');
    expect((await verify(phone, codeElsewhere, elsewhere.slug)).status).toBe(200);
    expect((await verify(phone, codeHere)).status).toBe(200);
  });

  test('counts as expired when it was never sent', async () => {
    expect((await verify(newPhone(), '12345')).body.code).toBe('code.expired');
  });
});

describe('the proof of a number', () => {
  test('registers that number at that restaurant, and no other', async () => {
    const phone = newPhone();
    const token = await tokenFor(phone);
    for (const answer of [
      await register(newPhone(), token),
      await register(phone, token, elsewhere.slug),
      await register(phone, token, 'nowhere'),
    ]) {
      expect(answer).toMatchObject({
        status: 401,
        body: { code: 'code.proof_required', msg: 'Verify your number with a code first.' },
      });
    }
    expect((await register(phone, token)).status).toBe(200);
  });

  test('is required', async () => {
    const phone = newPhone();
    expect((await register(phone, undefined)).status).toBe(401);
    expect((await register(phone, 'x'.repeat(43))).status).toBe(401);
    const { token } = await makeCustomer(database.db, here.id);
    expect((await register(phone, token)).status).toBe(403);
    expect((await register(phone, here.siteToken)).status).toBe(403);
  });

  test('works once, also in twenty parallel tries', async () => {
    const phone = newPhone();
    const token = await tokenFor(phone);
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(phone, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  test('is valid for ten minutes, and for nothing but registering', async () => {
    const phone = newPhone();
    const token = await tokenFor(phone);
    expect((await app.call('GET /auth/customer', undefined, { token })).status).toBe(403);
    app.pass(599);
    expect((await register(phone, token, here.slug, { name: '', email: 'x' })).status).toBe(400);
    app.pass(1);
    expect((await register(phone, token)).status).toBe(401);
  });

  test('gives no token for a number that was registered meanwhile, and leaves its name alone', async () => {
    const phone = newPhone();
    const [one, other] = [await tokenFor(phone), await tokenFor(phone)];
    expect((await register(phone, one)).status).toBe(200);
    const late = await register(phone, other, here.slug, { name: 'Somebody Else', email: 'else@guest.test' });
    expect(late).toMatchObject({ status: 401, body: { code: 'code.proof_required' } });
    await send(phone);
    expect((await verify(phone, app.codeFor(phone))).body['customer']).toMatchObject(guest);
  });
});

describe('the restaurant of a call', () => {
  test('is found by its slug, or by a unique name', async () => {
    const [named, one, two] = [
      await makeRestaurant(database.db, { name: 'Only House' }),
      await makeRestaurant(database.db, { name: 'Twin House' }),
      await makeRestaurant(database.db, { name: 'Twin House', slug: 'twin-house' }),
    ];
    for (const [spelling, restaurant] of [
      ['Only House', named],
      [` ${one.slug.toUpperCase()} `, one],
      ['twin-house', two],
    ] as const) {
      const phone = newPhone();
      await register(phone, await tokenFor(phone, spelling), spelling);
      const { body } = await app.call('GET /auth/customer', undefined, {
        token: await tokenFor(phone, restaurant.slug),
      });
      expect(body['customer']).toMatchObject({ number: phone });
    }
    const phone = newPhone();
    expect((await send(phone, 'Twin House')).status).toBe(200);
    expect(app.codeFor(phone)).toBe('');
  });

  test('is answered alike when it is unknown, and sends nothing', async () => {
    const phone = newPhone();
    const known = await send(phone);
    const count = app.sent.length;
    const unknown = await send(phone, 'no-such-place');
    expect(JSON.stringify(unknown.body)).toBe(JSON.stringify(known.body));
    expect(app.sent).toHaveLength(count);
    expect((await verify(phone, '12345', 'no-such-place')).body.code).toBe('code.expired');
  });

  test('has guests of its own', async () => {
    const phone = newPhone();
    await register(phone, await tokenFor(phone));
    await send(phone, elsewhere.slug);
    const { body } = await verify(phone, app.codeFor(phone), elsewhere.slug);
    expect(body['customer']).toMatchObject({ isRegistered: false });
  });
});

test('a number with an account and one without are answered alike', async () => {
  const { phone } = await makeCustomer(database.db, here.id);
  const [known, unknown] = [await send(phone), await send(newPhone())];
  expect(JSON.stringify(unknown.body)).toBe(JSON.stringify(known.body));
});

test.each([
  ['12', 400, 'auth.invalid_phone', 'This is not a valid phone number.'],
  ['+97144321000', 400, 'auth.invalid_phone', 'This is not a valid phone number.'],
  [
    '+8816 1234 56789',
    400,
    'code.country_not_served',
    'This restaurant does not send codes to numbers of that country.',
  ],
  ['', 400, 'request.invalid', 'Some of the values are not valid.'],
])('%j gets no code', async (number, status, code, msg) => {
  const count = app.sent.length;
  expect(await send(number)).toMatchObject({ status, body: { code, msg } });
  expect(app.sent).toHaveLength(count);
});

test('a code does not live longer because the clock went back', async () => {
  const phone = newPhone();
  await send(phone);
  const code = app.codeFor(phone);
  app.pass(-61);
  expect((await verify(phone, code)).body.code).toBe('code.expired');
  // The clocks of two servers may differ a little.
  app.pass(1);
  expect((await verify(phone, code)).status).toBe(200);
  app.pass(60);
});

test('a number with a code and one without take the same statements to refuse, so that the time tells nothing', async () => {
  const [known, unknown] = [newPhone(), newPhone()];
  await send(known);
  const wrong = app.codeFor(known) === '00000' ? '00001' : '00000';
  const asked = vi.spyOn(Client.prototype, 'query');
  const statementsOf = async (phone: string, code: string) => {
    asked.mockClear();
    expect((await verify(phone, wrong)).body.code).toBe(code);
    const texts = asked.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    );
    // Sessions of the guests above are read ahead.
    return texts.filter((text) => !text.includes('from "sessions"'));
  };
  const refused = await statementsOf(known, 'code.wrong');
  expect(refused.join()).toContain('phone_codes');
  expect(await statementsOf(unknown, 'code.expired')).toEqual(refused);
  asked.mockRestore();
});
