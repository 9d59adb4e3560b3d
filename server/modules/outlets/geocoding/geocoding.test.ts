import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import type { Config } from '#server/config.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';

const apps: TestApp[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

async function start(config: Partial<Config>) {
  const app = await startApp({ config });
  apps.push(app);
  const restaurant = await makeRestaurant(app.db);
  const owner = await makeOwner(app.db, restaurant.id);
  const search = async (q: string) => (await app.call('GET /geocoding/search', { query: { q } }, owner.token)).places;
  return { app, restaurant, owner, search };
}

const noMap: Config['map'] = {
  tileUrl: undefined,
  attribution: undefined,
  googleKey: undefined,
  geocoder: 'places',
  geocoderUrl: undefined,
};

test('the settings are those of the configuration, without keys', async () => {
  const map: Config['map'] = {
    ...noMap,
    tileUrl: 'https://tiles.test/{z}/{x}/{y}.png',
    attribution: 'Map makers',
    googleKey: 'a key',
    geocoder: 'google',
  };
  const { app, owner } = await start({ map });
  expect(await app.call('GET /geocoding/settings', {}, owner.token)).toEqual({
    tileUrl: 'https://tiles.test/{z}/{x}/{y}.png',
    attribution: 'Map makers',
    geocoder: 'google',
  });
});

test("without a geocoder the restaurant's own outlets with coordinates are found, by name or address", async () => {
  const { app, restaurant, owner, search } = await start({ map: noMap });
  await changeMenu(app.db, restaurant.id, async (tx) => {
    await tx
      .updateTable('outlets')
      .set({ address_location: 'Café Walk 7', address_area: 'Marina', latitude: 25.08, longitude: 55.14 })
      .where('id', '=', restaurant.outletId)
      .execute();
  });
  const found = [{ location: 'Café Walk 7', area: 'Marina', latitude: 25.08, longitude: 55.14 }];
  expect(await search('cafe  WALK')).toEqual(found);
  expect(await search(restaurant.canary)).toEqual(found);
  expect(await search('elsewhere')).toEqual([]);
  const other = await makeRestaurant(app.db);
  const stranger = await makeOwner(app.db, other.id);
  expect((await app.call('GET /geocoding/search', { query: { q: 'Café Walk' } }, stranger.token)).places).toEqual([]);
  expect(await app.call('GET /geocoding/settings', {}, owner.token)).toEqual({
    tileUrl: null,
    attribution: null,
    geocoder: 'places',
  });
});

describe('with a geocoder', () => {
  let service: Server;
  let map: Config['map'];
  let asked: string[] = [];
  let status = 200;
  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(new URL(request.url!, 'http://localhost').searchParams.get('q')!);
      response.writeHead(status).end('[{"display_name":"Marina Walk","lat":"25.08","lon":"55.14"}]');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const geocoderUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    map = { ...noMap, geocoder: 'nominatim', geocoderUrl };
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });
  afterEach(() => {
    asked = [];
    status = 200;
  });

  test('a text is looked up once in six hours, however it is written', async () => {
    const { app, search } = await start({ map });
    const places = [{ location: 'Marina Walk', area: '', latitude: 25.08, longitude: 55.14 }];
    expect(await search('Marina Walk')).toEqual(places);
    expect(await search(' marina  WALK ')).toEqual(places);
    expect(asked).toEqual(['Marina Walk']);
    app.clock.advance(6 * 60 * 60 * 1000);
    await search('marina walk');
    expect(asked).toEqual(['Marina Walk', 'marina walk']);
  });

  test('names that differ by their vowel signs are looked up apart', async () => {
    const { search } = await start({ map });
    for (const name of ['रामपुर', 'रीमपुर', 'مُلك', 'مَلِك']) await search(name);
    expect(asked).toEqual(['रामपुर', 'रीमपुर', 'مُلك', 'مَلِك']);
  });

  test('a failure is reported and not cached', async () => {
    const { search } = await start({ map });
    status = 500;
    await expect(search('marina')).rejects.toMatchObject({ status: 503, answer: { code: 'geocoding.search_failed' } });
    status = 200;
    expect(await search('marina')).toHaveLength(1);
  });

  test('a restaurant has a number of lookups a minute; cached answers do not count', async () => {
    const { app, search } = await start({ map, rateLimits: true });
    for (let count = 0; count < limits.placeSearchesPerMinute; count += 1) await search(`street ${count}`);
    await search('street 0');
    await expect(search('one street more')).rejects.toMatchObject({ status: 429, answer: { code: 'rate.limited' } });
    expect(asked).toHaveLength(limits.placeSearchesPerMinute);
    const other = await makeRestaurant(app.db);
    const stranger = await makeOwner(app.db, other.id);
    const theirs = await app.call('GET /geocoding/search', { query: { q: 'one street more' } }, stranger.token);
    expect(theirs.places).toHaveLength(1);
  });

  test('guests of one network have lookups of their own, whatever restaurants they ask', async () => {
    const { app } = await start({ map, rateLimits: true });
    const sites = [await makeRestaurant(app.db), await makeRestaurant(app.db)];
    const find = (count: number) =>
      app.call('GET /geocoding/find-address', { query: { q: `street ${count}` } }, sites[count % 2]!.siteToken);
    for (let count = 0; count < 30; count += 1) await find(count);
    await expect(find(30)).rejects.toMatchObject({ status: 429, answer: { code: 'rate.limited' } });
  });
});
