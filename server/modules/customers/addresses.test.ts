import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

type Input = CallInput<'POST /auth/save-address'>['body'];

async function make() {
  const made = await makeRestaurant(server.db);
  const guest = await makeCustomer(server.db, made.id);
  const home = { deliveryAreaId: made.areaId, areaName: 'Marina', location: '1 Marina Walk', floor: 'Villa 7' };
  const save = async (address: Input, token = guest.token) => {
    server.clock.advance(1000);
    return (await server.call('POST /auth/save-address', { body: address }, token)).addresses;
  };
  const list = async (token = guest.token) => (await server.call('GET /auth/addresses', {}, token)).addresses;
  return { made, guest, home, save, list };
}

test("addresses are saved with the guest's account, the most recently used first", async () => {
  const { made, home, save, list, guest } = await make();
  await save({ ...home, instruction: ' Ring twice ' });
  const office = await save({ ...home, floor: '12', nickName: 'Office' });
  expect(office).toMatchObject([
    { ...home, floor: '12', instruction: '', nickName: 'Office' },
    { ...home, instruction: 'Ring twice', nickName: 'Home' },
  ]);
  expect(await list()).toEqual(office);
  const again = await save({ ...home, floor: ' villa 7' });
  expect(again).toMatchObject([{ floor: 'villa 7', instruction: '', _id: office[1]!._id }, { nickName: 'Office' }]);
  const left = await server.call('POST /auth/delete-address/:id', { params: { id: again[0]!._id } }, guest.token);
  expect(left.addresses).toMatchObject([{ nickName: 'Office' }]);

  const other = await makeCustomer(server.db, made.id);
  expect(await list(other.token)).toEqual([]);
  const ours = { params: { id: left.addresses[0]!._id } };
  expect(await refusalOf(server.call('POST /auth/delete-address/:id', ours, other.token))).toMatchObject({
    status: 404,
  });
  expect(await list()).toEqual(left.addresses);
});

test('the least recently used address is replaced above the limit', async () => {
  const { home, save } = await make();
  for (let n = 1; n <= limits.addressesPerGuest; n++) await save({ ...home, floor: `Floor ${n}` });
  const saved = await save({ ...home, floor: 'One more' });
  expect(saved).toHaveLength(limits.addressesPerGuest);
  expect(saved.map(({ floor }) => floor)).not.toContain('Floor 1');
  expect(saved[0]!.floor).toBe('One more');
});

test('two devices that save at once keep to the limit, and save one address once', async () => {
  const { home, save, list } = await make();
  await Promise.all(Array.from({ length: 24 }, (_, n) => save({ ...home, floor: `Floor ${n % 12}` })));
  const saved = await list();
  expect(saved).toHaveLength(limits.addressesPerGuest);
  expect(new Set(saved.map(({ floor }) => floor)).size).toBe(limits.addressesPerGuest);
});

test.each([
  ['floor', ''],
  ['location', 'x'.repeat(limits.addressPart + 1)],
  ['deliveryAreaId', 'somewhere'],
  ['nickName', 'Beach'],
])('%s cannot be %j', async (field, value) => {
  const { home, save } = await make();
  const refused = await refusalOf(save({ ...home, [field]: value }));
  expect(refused).toMatchObject({ status: 400, code: 'request.invalid' });
});
