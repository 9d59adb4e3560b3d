import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Config } from '#server/config.ts';
import { testLog } from '#server/test/servers/log.ts';
import { GeocoderFailed, openGeocoder } from './geocoder.ts';
import { tileOrigins } from './tile-origins.ts';

let service: Server | undefined;
afterEach(() => {
  service?.closeAllConnections();
  service?.close();
});

interface Answer {
  status?: number;
  body?: string;
  /** Never answers. */
  hangs?: boolean;
}

/** A geocoder with this answer, and the requests it received. */
async function startService({ status = 200, body = '[]', hangs = false }: Answer) {
  const asked: string[] = [];
  service = createServer((request, response) => {
    asked.push(request.url!);
    if (!hangs) response.writeHead(status, { location: `${url}/elsewhere` }).end(body);
  });
  await new Promise<void>((resolve) => service!.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return { url, asked };
}

function geocoderAt(url: string, geocoder: Config['map']['geocoder'], timeoutMs?: number) {
  const map = { tileUrl: undefined, attribution: undefined, googleKey: 'key', geocoder, geocoderUrl: url };
  return openGeocoder({ map, publicUrl: 'https://order.test', defaultLocale: 'en' }, testLog, timeoutMs)!;
}

test('without a service there is no geocoder', () => {
  expect(geocoderAt('http://127.0.0.1:1', 'places')).toBeNull();
});

const place = { location: 'Marina Walk, Dubai', area: 'Marina', latitude: 25.08, longitude: 55.14 };
const answers = {
  nominatim: [
    { display_name: 'Marina Walk, Dubai', lat: '25.08', lon: '55.14', address: { suburb: 'Marina', city: 'Dubai' } },
    { display_name: 'Nowhere', lat: '1', lon: '2' },
  ],
  photon: {
    features: [
      {
        geometry: { coordinates: [55.14, 25.08] },
        properties: { name: 'Marina Walk', city: 'Dubai', district: 'Marina', osm_id: 7 },
      },
      { geometry: { coordinates: [2, 1] }, properties: { name: 'Nowhere' } },
    ],
  },
  google: {
    status: 'OK',
    results: [
      {
        formatted_address: 'Marina Walk, Dubai',
        geometry: { location: { lat: 25.08, lng: 55.14 } },
        address_components: [
          { long_name: 'Dubai', types: ['locality', 'political'] },
          { long_name: 'Marina', types: ['neighborhood'] },
        ],
      },
      { formatted_address: 'Nowhere', geometry: { location: { lat: 1, lng: 2 } }, address_components: [] },
    ],
  },
};

test.each([
  ['nominatim', '/search?format=jsonv2&addressdetails=1&limit=5&accept-language=en&q=marina+%26limit%3D9%23'],
  ['photon', '/api?q=marina+%26limit%3D9%23&limit=5'],
  ['google', '/maps/api/geocode/json?address=marina+%26limit%3D9%23&key=key&language=en'],
] as const)('%s is called below its address, and its answer is read', async (name, asked) => {
  const made = await startService({ body: JSON.stringify(answers[name]) });
  expect(await geocoderAt(`${made.url}/geo/`, name).search('marina &limit=9#')).toEqual([
    place,
    { location: 'Nowhere', area: '', latitude: 1, longitude: 2 },
  ]);
  expect(made.asked).toEqual([`/geo${asked}`]);
});

test('a place has no marks that an address may not have', async () => {
  const [found] = answers.nominatim;
  const display_name = ' \u202aبرج خليفة\u202c\u200f, Dubai\u200b ';
  const body = JSON.stringify([{ ...found, display_name, address: { suburb: 'Marina\u200e' } }]);
  const { url } = await startService({ body });
  expect(await geocoderAt(url, 'nominatim').search('برج')).toEqual([{ ...place, location: 'برج خليفة, Dubai' }]);
});

test.each<[string, Answer]>([
  ['refuses', { status: 500 }],
  ['leads elsewhere', { status: 302 }],
  ['answers no JSON', { body: '<html>' }],
  ['answers something else', { body: '[{"lat":"north"}]' }],
  ['answers places that are not on Earth', { body: '[{"display_name":"x","lat":"91","lon":"0"}]' }],
  ['never stops', { body: ' '.repeat(600_000) }],
  ['never begins', { hangs: true }],
])('a service that %s has failed, and is called once', async (_, answer) => {
  const { url, asked } = await startService(answer);
  await expect(geocoderAt(url, 'nominatim', 300).search('marina')).rejects.toThrow(GeocoderFailed);
  expect(asked).toHaveLength(1);
});

test('an unreachable service has failed', async () => {
  await expect(geocoderAt('http://127.0.0.1:1', 'photon').search('marina')).rejects.toThrow(GeocoderFailed);
});

test.each([
  [undefined, []],
  ['https://tiles.test/{z}/{x}/{y}.png?key=1', ['https://tiles.test']],
  [
    'https://{s}.tiles.test/{z}/{x}/{y}{r}.png',
    ['https://a.tiles.test', 'https://b.tiles.test', 'https://c.tiles.test'],
  ],
])('tiles of %s come from %j', (url, origins) => {
  expect(tileOrigins(url)).toEqual(origins);
});
