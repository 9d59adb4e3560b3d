import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallError } from '#contract/base/client.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';
import { sendForm } from '#server/test/servers/send-form.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

async function make() {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  return { ...made, token };
}

const save = (token: string, fields: Record<string, string | Blob>) =>
  sendForm(server.app, 'POST', 'restaurant/update-branding', fields, token);

/** Waits for the guests' view to fulfil the condition. */
async function shown(slug: string, isThere: (look: { accent: string; logo: string | null }) => boolean) {
  const read = async () => (await server.call('GET /site/:slug', { params: { slug } })).restaurant;
  await expect.poll(async () => isThere(await read())).toBe(true);
  return read();
}

test('a new restaurant has the colour of the product and no branding', async () => {
  const { token } = await make();
  const { branding } = await server.call('GET /restaurant/get-branding', {}, token);
  expect(branding).toEqual({ accent: '#C2410C', logo: null, cover: null, isBranded: false });
});

test('guests see what is saved, pictures included', async () => {
  const { slug, id, token } = await make();
  const saved = await save(token, { accent: '#0f766e', logo: makePng(1, 2, 3), cover: makePng(4, 5, 6) });
  expect(saved.status).toBe(200);
  const { branding } = await server.call('GET /restaurant/get-branding', {}, token);
  expect(saved.answer).toMatchObject({
    branding,
    success: true,
    code: 'record.updated',
    msg: 'The record is successfully updated',
  });
  expect(branding).toMatchObject({ accent: '#0F766E', isBranded: true });
  const look = await shown(slug, ({ accent }) => accent === '#0F766E');
  expect([look.logo, look.cover]).toEqual([branding.logo, branding.cover]);
  expect(branding.logo).toMatch(new RegExp(`^/media/${id}/[0-9a-f]{64}$`));
  for (const address of [`${branding.logo}-88.webp`, `${branding.cover}-1200.webp`]) {
    expect((await server.app.inject({ url: address })).headers['content-type']).toBe('image/webp');
  }
});

test('fields that are not given stay, and a picture can be removed', async () => {
  const { slug, token } = await make();
  await save(token, { accent: '#123456', logo: makePng(9, 9, 9), cover: makePng(9, 9, 9) });
  await save(token, { removeLogo: 'true' });
  const { branding } = await server.call('GET /restaurant/get-branding', {}, token);
  expect(branding).toMatchObject({ accent: '#123456', logo: null, isBranded: true });
  expect(branding.cover).not.toBeNull();
  await shown(slug, ({ logo }) => logo === null);
  const both = await save(token, { removeCover: 'true', cover: makePng(7, 7, 7) });
  expect(both.answer).toMatchObject({ branding: { cover: expect.not.stringMatching(branding.cover!) as string } });
});

test.each(['red', '#12345', '#1234567', '#12345g', 'url(x)', ''])('%j is no colour', async (accent) => {
  const { token } = await make();
  const { status, answer } = await save(token, { accent });
  expect([status, answer['fields']]).toEqual([400, { accent: { code: 'restaurant.colour_malformed' } }]);
});

test('a file that is no picture is refused at its field, and nothing else is saved', async () => {
  const { token } = await make();
  const cover = new Blob(['%PDF-1.7'], { type: 'image/png' });
  const { status, answer } = await save(token, { accent: '#123456', logo: makePng(), cover });
  expect([status, answer['code'], answer['fields']]).toEqual([
    400,
    'image.type_not_supported',
    { cover: { code: 'image.type_not_supported' } },
  ]);
  const { branding } = await server.call('GET /restaurant/get-branding', {}, token);
  expect(branding).toMatchObject({ accent: '#C2410C', logo: null, isBranded: false });
});

describe('a new address', () => {
  const move = (token: string, slug: string) =>
    server.call('POST /restaurant/update-slug', { body: { slug, password: ownersPassword } }, token);
  const idAt = async (slug: string): Promise<RestaurantId> =>
    (await server.call('GET /site/:slug', { params: { slug } })).restaurant._id;

  test('is reached from every old one, and the restaurant may move back', async () => {
    const { id, slug, token } = await make();
    const [second, third] = [`${slug}-2nd`, `${slug}-3rd`];
    expect((await move(token, second)).settings).toMatchObject({ slug: second, formerSlugs: [slug] });
    const { settings } = await move(token, third);
    expect(settings.slug).toBe(third);
    expect(new Set(settings.formerSlugs)).toEqual(new Set([slug, second]));
    expect(await Promise.all([slug, second, third].map(idAt))).toEqual([id, id, id]);
    await expect
      .poll(async () => (await server.call('GET /site/:slug', { params: { slug } })).restaurant.slug)
      .toBe(third);
    expect((await move(token, slug)).settings).toMatchObject({ slug, formerSlugs: [third, second] });
  });

  test('leaves the old one good for phone codes', async () => {
    const { slug, token } = await make();
    await move(token, `${slug}-x`);
    const body = { restaurantName: slug, number: '+971501234567' };
    await expect(server.call('POST /auth/sent-otp', { body })).resolves.toMatchObject({ success: true });
  });

  test('belongs to nobody else, and neither does an old one', async () => {
    const [one, other] = [await make(), await make()];
    await move(one.token, `${one.slug}-moved`);
    for (const slug of [one.slug, `${one.slug}-moved`]) {
      await expect(move(other.token, slug)).rejects.toMatchObject({
        status: 400,
        answer: { code: 'restaurant.slug_taken', fields: { slug: { code: 'restaurant.slug_taken' } } },
      });
    }
    expect(await idAt(one.slug)).toBe(one.id);
  });

  test('goes to one of two restaurants that claim it at once', async () => {
    const restaurants = await Promise.all(Array.from({ length: 6 }, make));
    const wanted = `${restaurants[0]!.slug}-wanted`;
    const answers = await Promise.allSettled(restaurants.map(({ token }) => move(token, wanted)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as CallError] : []));
    expect(new Set(refusals.map(({ answer }) => answer?.code))).toEqual(new Set(['restaurant.slug_taken']));
    const winner = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(await idAt(wanted)).toBe(restaurants[winner]!.id);
  });

  test('leaves the old one unavailable to a new restaurant of that name', async () => {
    const { slug, token } = await make();
    const wanted = `grill-${slug}`;
    await move(token, wanted);
    await move(token, slug);
    const signUp = {
      firstName: 'Layla',
      lastName: 'Haddad',
      email: `${slug}@example.test`,
      country: 'United Arab Emirates',
      countryCode: '+971',
      mobileNumber: '501234567',
      restaurant: wanted,
      outlets: '1 outlet',
      chatfoodInformer: 'Friend',
      password: 'violet anchor 47 lamps',
    } as const;
    const { restaurant } = await server.call('POST /auth/signup', { body: signUp });
    expect(restaurant?.slug).toBe(`${wanted}-2`);
  });

  test.each([
    ['dashboard', { code: 'restaurant.slug_reserved' }],
    ['x', { code: 'too_short', details: { least: 2 } }],
    ['a'.repeat(61), { code: 'too_long', details: { most: 60 } }],
    ['My-Shop', { code: 'restaurant.slug_malformed' }],
    ['my--shop', { code: 'restaurant.slug_malformed' }],
    ['-shop', { code: 'restaurant.slug_malformed' }],
    ['my/shop', { code: 'restaurant.slug_malformed' }],
  ])('cannot be %s', async (slug, sentence) => {
    const { token } = await make();
    await expect(move(token, slug)).rejects.toMatchObject({ status: 400, answer: { fields: { slug: sentence } } });
  });

  test('is refused when the restaurant has twenty', async () => {
    const { slug, token } = await make();
    for (let number = 2; number <= 20; number++) await move(token, `${slug}-${number}`);
    await expect(move(token, `${slug}-21`)).rejects.toMatchObject({
      status: 409,
      answer: { code: 'restaurant.too_many_slugs' },
    });
    await expect(move(token, slug)).resolves.toMatchObject({ settings: { slug } });
  });
});
