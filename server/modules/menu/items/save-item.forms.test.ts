/** Items as a client of the specification sends them: a form of texts and a file. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});

const get = async (id: ItemId) =>
  (await server.call('GET /menu/get-items-modifier/:id', { params: { id } }, owner)).item;

/** Sends a form like a client that appends texts to FormData. */
async function send(path: string, fields: Record<string, string | Blob>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const encoded = new Response(data);
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/menu/${path}`,
    headers: { authorization: `Bearer ${owner}`, 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, answer: reply.json<Record<string, unknown>>() };
}

test('a form creates an item', async () => {
  const { status, answer } = await send('add-items-modifier', {
    image: makePng(),
    name: 'Soup',
    price: '18.50',
    type: 'item',
    sku: '0042',
    description: 'Of lentils',
    whatever: 'undefined',
  });
  expect([status, answer['msg']]).toEqual([200, 'item is successfully created']);
  expect(answer['item']).toMatchObject({
    name: 'Soup',
    price: 18.5,
    type: 'item',
    sku: '0042',
    description: 'Of lentils',
  });
});

test('a form creates a modifier, which needs no image', async () => {
  const fields = { name: 'Extra lemon', price: '0', type: 'modifier', sku: 'LEMON', description: '' };
  const { status, answer } = await send('add-items-modifier', fields);
  expect([status, answer['msg']]).toEqual([200, 'modifier is successfully created']);
  expect(answer['item']).toMatchObject({ price: 0, imageUrl: null, description: '', quantity: null });
});

test('a form changes every field of an item', async () => {
  const { burger } = ours.items;
  const { status, answer } = await send(`update-items-modifier/${burger}`, {
    image: makePng(),
    name: 'Big burger',
    price: '21',
    type: 'item',
    sku: 'BIG',
    quantity: '7',
    description: 'Bigger',
    InActiveOutletIds: JSON.stringify([{ _id: ours.outletId }]),
    modifierList: JSON.stringify([ours.lists.extras]),
  });
  expect([status, answer['msg']]).toEqual([200, 'The record is successfully updated']);
  expect(await get(burger)).toMatchObject({
    name: 'Big burger',
    price: 21,
    sku: 'BIG',
    quantity: 7,
    description: 'Bigger',
    InActiveOutletIds: [{ _id: ours.outletId }],
    modifierList: [ours.lists.extras],
    imageUrl: expect.stringContaining(`/media/${ours.id}/`),
  });
});

test('an empty quantity means that portions are not counted', async () => {
  const { special } = ours.items;
  for (const [text, quantity] of [
    ['4', 4],
    ['', null],
    ['0', 0],
    ['null', null],
  ] as const) {
    expect((await send(`update-items-modifier/${special}`, { quantity: text })).status).toBe(200);
    expect((await get(special)).quantity).toBe(quantity);
  }
  for (const text of ['four', '-1', '1.5', '1000001', '"4"', '[]']) {
    const { status, answer } = await send(`update-items-modifier/${special}`, { quantity: text });
    expect([status, answer['fields']]).toEqual([
      400,
      { quantity: expect.objectContaining({ code: expect.any(String) }) },
    ]);
  }
});

test.each(['', '18,50', 'abc', '-1', '1e400', '1000000001', '18.555', '"18.5"'])('%j is no price', async (price) => {
  const { status, answer } = await send(`update-items-modifier/${ours.items.water}`, { price });
  expect([status, answer['fields']]).toEqual([400, { price: expect.objectContaining({ code: expect.any(String) }) }]);
  expect((await get(ours.items.water)).price).toBe(5.5);
});

test('missing fields are named, and nothing is stored', async () => {
  const { status, answer } = await send('add-items-modifier', { image: makePng(), name: ' ' });
  const required = { code: 'required' };
  expect([status, answer['fields']]).toEqual([400, { name: required, price: required, sku: required, type: required }]);
  expect((await server.call('GET /menu/get-all-items-modifier', {}, owner)).items).toHaveLength(8);
});

test('an image is checked by its bytes, and has a largest size', async () => {
  const fields = { name: 'Soup', price: '1', type: 'item', sku: 'SOUP' };
  const sendImage = (image: Blob) => send('add-items-modifier', { ...fields, image });
  const named = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'dish.png', { type: 'image/png' });
  const [png] = [await makePng().arrayBuffer()];
  const refused: [Blob, number, string][] = [
    [named, 400, 'image.type_not_supported'],
    [new Blob([]), 400, 'image.type_not_supported'],
    [new Blob([png.slice(0, 40)]), 400, 'image.unreadable'],
    [new Blob([png, new Uint8Array(limits.imageBytes)]), 413, 'request.too_large'],
  ];
  for (const [image, status, code] of refused) {
    const reply = await sendImage(image);
    expect([reply.status, reply.answer['code']]).toEqual([status, code]);
  }
  expect((await sendImage(new Blob([png, new Uint8Array(limits.imageBytes - png.byteLength)]))).status).toBe(200);
});
