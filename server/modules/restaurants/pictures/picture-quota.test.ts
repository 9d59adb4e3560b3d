/** A restaurant's quota of pictures, and what frees it (R66). */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CallError } from '#contract/base/client.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { makePicture } from './picture.ts';
import { removeUnusedPictures } from './remove-unused-pictures.ts';
import { storePictures } from './store-picture.ts';

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

const hour = 3_600_000;
const upload = (red: number, id: ItemId = ours.items.water, form = {}) =>
  server.call('POST /menu/update-items-modifier/:id', { params: { id }, form, files: { image: makePng(red) } }, owner);
/** Uploads until the queue of pictures has room, as a client does that reads Retry-After. */
async function uploadAtLast(...given: Parameters<typeof upload>): ReturnType<typeof upload> {
  for (;;) {
    try {
      return await upload(...given);
    } catch (error) {
      if (!(error instanceof CallError) || ![429, 503].includes(error.status)) throw error;
      await sleep(50);
    }
  }
}
const countPictures = () =>
  transaction(server.db, ours.id, async (tx) => {
    const { rows } = await sql<{ pictures: number; sizes: number }>`
      select (select count(*)::int from pictures) as pictures, (select count(*)::int from picture_sizes) as sizes`.execute(
      tx,
    );
    return rows[0]!;
  });

/** Uses the quota up to the last `left` pictures and bytes, with rows of made-up pictures that no item shows. */
async function fill({ pictures, bytes = limits.pictureBytesMax }: { pictures: number; bytes?: number }): Promise<void> {
  const many = limits.picturesMax - pictures;
  const each = Math.floor((limits.pictureBytesMax - bytes) / many);
  await transaction(server.db, ours.id, (tx) =>
    sql`
      insert into pictures (restaurant_id, hash, content_type, width, height, bytes, stored_bytes, created_at)
      select ${ours.id}, 'made up ' || number, 'image/png', 1, 1, '', ${each}, ${new Date()}
      from generate_series(1, ${many}::int) as number`.execute(tx),
  );
}

test('a picture counts with all its sizes', async () => {
  await upload(1);
  const { rows } = await transaction(server.db, ours.id, (tx) =>
    sql<{ kept: number; real: number }>`
      select pictures.stored_bytes as kept, length(pictures.bytes) + (
        select sum(length(bytes))::int from picture_sizes where picture_sizes.hash = pictures.hash) as real
      from pictures`.execute(tx),
  );
  expect(rows).toEqual([{ kept: expect.any(Number), real: rows[0]!.kept }]);
});

test('2,000 pictures are stored and not one more, however many come at once', async () => {
  await fill({ pictures: 3 });
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, red) => uploadAtLast(red)));
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(5);
  for (const reason of refused) {
    expect(reason).toMatchObject({
      status: 409,
      answer: {
        code: 'image.quota_reached',
        msg: 'There is no room left for images: at most 2000 of them, 500 MB together. Delete some first.',
      },
    });
  }
  expect((await countPictures()).pictures).toBe(limits.picturesMax);
  // A picture that is stored already takes no more room.
  const { item } = await server.call('GET /menu/get-items-modifier/:id', { params: { id: ours.items.water } }, owner);
  const red = await Promise.any(
    Array.from({ length: 8 }, async (_, number) => {
      const { item: again } = await uploadAtLast(number, ours.items.burger);
      return again.imageUrl === item.imageUrl ? number : Promise.reject(new Error('another one'));
    }),
  );
  expect(red).toBeLessThan(8);
});

test('pictures of one restaurant wait for two of its own, and those of others pass them', async () => {
  const large = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#c2410c' } })
    .jpeg()
    .toBuffer();
  const other = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, other.id);
  const send = (bearer: string, id: ItemId) =>
    server
      .call(
        'POST /menu/update-items-modifier/:id',
        { params: { id }, form: {}, files: { image: new Blob([new Uint8Array(large)]) } },
        bearer,
      )
      .then(
        () => 200,
        (error: unknown) => (error instanceof CallError ? [error.status, error.answer?.code] : error),
      );
  const ofOne = Promise.all(Array.from({ length: 12 }, () => send(owner, ours.items.water)));
  expect(await send(token, other.items.water)).toBe(200);
  const answers = await ofOne;
  expect(answers.filter((answer) => answer === 200).length).toBeGreaterThanOrEqual(4);
  const refused = answers.filter((answer) => answer !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(4);
  for (const answer of refused) expect(answer).toEqual([429, 'rate.limited']);
});

test('500 MB are stored and not a byte more; a refused change is not made at all', async () => {
  await fill({ pictures: 1990, bytes: 1000 });
  await upload(1);
  const before = await countPictures();
  await transaction(server.db, ours.id, (tx) =>
    sql`update pictures set stored_bytes = stored_bytes + ${limits.pictureBytesMax} - (select sum(stored_bytes) from pictures)
      where hash = 'made up 1'`.execute(tx),
  );
  await expect(upload(2, ours.items.water, { name: 'Not saved' })).rejects.toMatchObject({ status: 409 });
  expect(await countPictures()).toEqual(before);
  const { item } = await server.call('GET /menu/get-items-modifier/:id', { params: { id: ours.items.water } }, owner);
  expect(item.name).toBe(`water ${ours.canary}`);
  const other = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, other.id);
  await expect(
    server.call(
      'POST /menu/update-items-modifier/:id',
      { params: { id: other.items.water }, form: {}, files: { image: makePng() } },
      token,
    ),
  ).resolves.toMatchObject({ success: true });
});

test('an unused picture is removed after a day, and a used one never', async () => {
  const { burger, water, special } = ours.items;
  await upload(1, burger);
  await upload(2, water);
  await upload(3, water);
  await upload(4, special);
  await platformTransaction(server.db, 'seed', async (tx) => {
    const hashOf = async (red: number) => {
      const { item } = await upload(red, special);
      return item.imageUrl!.split('/').at(-1)!.split('-')[0]!;
    };
    const [logo, cover, outlet] = [await hashOf(5), await hashOf(6), await hashOf(7)];
    await tx.updateTable('restaurants').set({ logo_hash: logo, cover_hash: cover }).where('id', '=', ours.id).execute();
    await tx.updateTable('outlets').set({ image_hash: outlet }).where('restaurant_id', '=', ours.id).execute();
  });
  await upload(8, special);
  expect(await countPictures()).toEqual({ pictures: 8, sizes: 32 });

  const now = Date.now();
  await removeUnusedPictures(server.db, new Date(now + 23 * hour));
  expect(await countPictures()).toEqual({ pictures: 8, sizes: 32 });
  await removeUnusedPictures(server.db, new Date(now + 25 * hour));
  // The first picture of the water, and the former one of the special, are gone.
  expect(await countPictures()).toEqual({ pictures: 6, sizes: 24 });
});

test('the picture of a deleted item is kept for its restoring, for thirty days', async () => {
  const { water } = ours.items;
  const { item } = await upload(1);
  const ask = (route: 'DELETE /menu/delete-items-modifier/:id' | 'POST /menu/restore-items-modifier/:id') =>
    server.call(route, { params: { id: water } }, owner);
  await ask('DELETE /menu/delete-items-modifier/:id');
  await removeUnusedPictures(server.db, new Date(Date.now() + 29 * 24 * hour));
  await ask('POST /menu/restore-items-modifier/:id');
  expect((await server.app.inject({ url: item.imageUrl! })).statusCode).toBe(200);

  await ask('DELETE /menu/delete-items-modifier/:id');
  await removeUnusedPictures(server.db, new Date(Date.now() + 31 * 24 * hour));
  expect(await countPictures()).toEqual({ pictures: 0, sizes: 0 });
  await ask('POST /menu/restore-items-modifier/:id');
  const { item: bare } = await server.call('GET /menu/get-items-modifier/:id', { params: { id: water } }, owner);
  expect([bare.imageUrl, bare.image]).toEqual([null, null]);
});

test('a picture that is stored again at the moment of its removal stays', async () => {
  const picture = await makePicture(ours.id, Buffer.from(await makePng().arrayBuffer()));
  const now = new Date();
  const store = (at: Date, shown: string | null) =>
    transaction(server.db, ours.id, async (tx) => {
      await storePictures(tx, ours.id, [picture], at);
      await tx.updateTable('items').set({ image_hash: shown }).where('id', '=', ours.items.water).execute();
    });
  for (let round = 0; round < 20; round++) {
    await store(new Date(now.getTime() - 72 * hour), null);
    await Promise.all([store(now, picture.hash), removeUnusedPictures(server.db, now)]);
    expect(await countPictures()).toEqual({ pictures: 1, sizes: 4 });
  }
});
