/** A bucket that hangs keeps nobody waiting but those who ask it (decision 110). */
import { expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { QueueFull } from '#server/work-queue.ts';
import { readPart } from './picture-files.ts';

const never = 30_000;

test('one restaurant has one line, however its id is written', async () => {
  const { bucket, deps, makePlace } = await startPictureApp();
  const { id } = await makePlace();
  bucket.delays.set('GET ', never);
  const read = (n: number, restaurantId = id) =>
    readPart(deps.config, restaurantId, { bytes: null, file: `${'a'.repeat(64)}.${n}` }, '640').catch(
      (error: unknown) => error,
    );
  const waiting = Array.from({ length: 116 }, (_, n) => read(n));
  const refused = await read(116, id.toUpperCase() as RestaurantId);
  expect(refused).toMatchObject({ isOwn: true });
  expect(refused).toBeInstanceOf(QueueFull);
  await bucket.stop();
  await Promise.all(waiting);
});

test('hundreds of pictures that do not come leave room for menus and staff', async () => {
  const { app, bucket, makePlace } = await startPictureApp();
  const places = [await makePlace(), await makePlace(), await makePlace()];
  const urls: string[] = [];
  for (const place of places) {
    const { item } = await place.upload(1);
    urls.push(item.imageUrl!);
  }
  const address = await app.listen();
  bucket.delays.set('GET ', never);
  // Nine pictures: whoever asks for one that is being read waits for the same reading.
  const asked = urls.flatMap((url) => {
    const [, media, id, file] = url.split('/');
    return Array.from(
      { length: 200 },
      (_, n) => `/${media}/${id}/${file!.replace('640', ['88', '176', '1200'][n % 3]!)}?${n}`,
    );
  });
  const ending = new AbortController();
  let settled = 0;
  const answers = asked.map((url) =>
    fetch(`${address}${url}`, { signal: ending.signal }).then(
      () => (settled += 1),
      () => 0,
    ),
  );
  // Half of them are refused at once.
  await expect.poll(() => settled, { timeout: 20_000 }).toBeGreaterThan(300);
  const made = await makeRestaurant(app.db);
  const page = await fetch(`${address}/${made.slug}/icon-any-192.png`);
  const staff = await app.call('GET /order/count-problems', {}, places[0]!.owner.token).then(
    () => 200,
    (error: { status: number }) => error.status,
  );
  expect([page.status, staff]).toEqual([200, 200]);
  ending.abort();
  await bucket.stop();
  await Promise.all(answers);
});
