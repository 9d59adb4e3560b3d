import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { newId } from '#server/db/new-id.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Picture } from './encode-picture.ts';
import { makePicture } from './picture.ts';
import { storePictures } from './store-picture.ts';

const restaurantId = newId<RestaurantId>();

/** A picture with a left half of one colour and a right half of another. */
function drawn(width = 400, height = 300) {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#c2410c' } };
  return sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

const jpeg = await drawn().jpeg().toBuffer();
const png = await drawn().png().toBuffer();

/** A PNG that claims a size and has almost no data. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
);

test.each<[string, Buffer, string]>([
  ['nothing', Buffer.alloc(0), 'image.type_not_supported'],
  ['text', Buffer.from('hello'), 'image.type_not_supported'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image.type_not_supported'],
  ['SVG', svg, 'image.type_not_supported'],
  ['SVG behind a byte order mark', Buffer.concat([Buffer.from('\uFEFF'), svg]), 'image.type_not_supported'],
  ['PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'image.type_not_supported'],
  ['ZIP', Buffer.from('PK\x03\x04'), 'image.type_not_supported'],
  ['GIF', await drawn().gif().toBuffer(), 'image.type_not_supported'],
  ['WebP', await drawn().webp().toBuffer(), 'image.type_not_supported'],
  ['TIFF', await drawn().tiff().toBuffer(), 'image.type_not_supported'],
  ['AVIF', await drawn(64, 64).avif().toBuffer(), 'image.type_not_supported'],
  ['a JPEG behind a space', Buffer.concat([Buffer.from(' '), jpeg]), 'image.type_not_supported'],
  ['only the first bytes of a JPEG', jpeg.subarray(0, 3), 'image.unreadable'],
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'image.unreadable'],
  ['half a PNG', png.subarray(0, png.length / 2), 'image.unreadable'],
  ['a PNG of noise', Buffer.concat([png.subarray(0, 8), randomBytes(2000)]), 'image.unreadable'],
  ['a JPEG of noise', Buffer.concat([jpeg.subarray(0, 3), randomBytes(2000)]), 'image.unreadable'],
  ['SVG that says it is a PNG', Buffer.concat([png.subarray(0, 8), svg]), 'image.unreadable'],
  ['12,000 x 12,000 pixels', pngBomb(12_000, 12_000), 'image.too_large'],
  ['50,000 x 1 pixels', pngBomb(50_000, 1), 'image.too_large'],
  ['8,001 x 10 pixels', pngBomb(8001, 10), 'image.too_large'],
  ['6,000 x 5,000 pixels', pngBomb(6000, 5000), 'image.too_large'],
])('%s is refused', async (_, bytes, code) => {
  await expect(makePicture(restaurantId, bytes)).rejects.toMatchObject({ code });
});

/**
 * The means of red, green and blue as a screen shows them, 0 to 255. Statistics are those of the file, so it is drawn
 * first.
 */
async function shownColours(image: Buffer): Promise<number[]> {
  const shown = await sharp(image).removeAlpha().toColourspace('srgb').png().toBuffer();
  const { data, info } = await sharp(shown).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const pixels = info.width * info.height;
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let pixel = 0; pixel < pixels; pixel++)
      sum += data[pixel * info.channels + Math.min(channel, info.channels - 1)]!;
    return sum / pixels;
  });
}

const otherColours: [string, Buffer][] = [
  ['grey', await drawn().greyscale().toColourspace('b-w').jpeg().toBuffer()],
  ['for print', await drawn().toColourspace('cmyk').jpeg().toBuffer()],
  ['in 16 bits', await drawn().toColourspace('rgb16').png().toBuffer()],
  ['with a palette', await drawn().png({ palette: true }).toBuffer()],
  ['transparent', await drawn().ensureAlpha(0.5).png().toBuffer()],
];

describe('a stored picture', () => {
  test.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
  ])('made from a %s is a %s again, with four sizes in WebP', async (contentType, bytes) => {
    const picture = await makePicture(restaurantId, bytes);
    expect(picture).toMatchObject({
      contentType,
      width: 400,
      height: 300,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const sizes = await Promise.all(
      picture.sizes.map(async ({ width, bytes }) => {
        const { format, width: w, height: h } = await sharp(bytes).metadata();
        return [width, format, w, h];
      }),
    );
    expect(sizes).toEqual([
      [88, 'webp', 88, 88],
      [176, 'webp', 176, 176],
      [640, 'webp', 400, 300],
      [1200, 'webp', 400, 300],
    ]);
  });

  test('has at most 2,000 pixels a side, in its proportions', async () => {
    const { width, height } = await makePicture(restaurantId, await drawn(4000, 1000).jpeg().toBuffer());
    expect([width, height]).toEqual([2000, 500]);
  });

  test('has no metadata and no hidden data of the file', async () => {
    const payloads = ['<script>alert(1)</script>', 'PK\x03\x04zip', 'SecretCamera', '55/1 10/1'];
    const tagged = await drawn()
      .withExif({
        IFD0: { Make: 'SecretCamera', ImageDescription: '<script>alert(1)</script>' },
        IFD3: { GPSLatitude: '55/1 10/1 0/1' },
      })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const upload = Buffer.concat([tagged, Buffer.from(`PK\x03\x04zip<script>alert(1)</script>`)]);
    expect(upload.includes('SecretCamera')).toBe(true);
    const picture = await makePicture(restaurantId, upload);
    for (const bytes of [picture.bytes, ...picture.sizes.map((size) => size.bytes)]) {
      const { exif, icc, xmp, comments } = await sharp(bytes).metadata();
      expect([exif, icc, xmp, comments]).toEqual([undefined, undefined, undefined, undefined]);
      for (const payload of payloads) expect(bytes.includes(payload)).toBe(false);
    }
  });

  test('is upright, as the camera was held', async () => {
    const { width, height } = await makePicture(
      restaurantId,
      await drawn(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    expect([width, height]).toEqual([300, 400]);
  });

  test.each(otherColours)('with colours %s looks the same', async (_, upload) => {
    const wanted = await shownColours(upload);
    const { bytes, sizes } = await makePicture(restaurantId, upload);
    for (const kept of [bytes, ...sizes.slice(2).map((size) => size.bytes)]) {
      const found = await shownColours(kept);
      expect(found.map((mean, channel) => Math.abs(mean - wanted[channel]!) < 4)).toEqual([true, true, true]);
    }
  });

  test('is the same for the same upload', async () => {
    const [one, other] = await Promise.all([makePicture(restaurantId, jpeg), makePicture(restaurantId, jpeg)]);
    expect(one).toEqual(other);
  });
});

describe('a served picture', () => {
  let server: TestApp;
  let picture: Picture;
  let base: string;
  beforeAll(async () => {
    server = await startApp();
    picture = await makePicture(restaurantId, png);
    base = `/media/${(await makeRestaurantWith(picture)).id}/${picture.hash}`;
  });
  afterAll(() => server.close());

  async function makeRestaurantWith(one: Picture) {
    const made = await makeRestaurant(server.db);
    await transaction(server.db, made.id, async (tx) => {
      // Twice, because an equal picture is stored once.
      for (let time = 0; time < 2; time++) await storePictures(tx, made.id, [one], new Date());
      await tx.updateTable('items').set({ image_hash: one.hash }).where('id', '=', made.items.burger).execute();
    });
    return made;
  }

  test.each([88, 176, 640, 1200])('in %i pixels may be cached for a year, and is harmless as a page', async (width) => {
    for (let time = 0; time < 2; time++) {
      const response = await server.app.inject({ url: `${base}-${width}.webp` });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(response.rawPayload.equals(picture.sizes.find((size) => size.width === width)!.bytes)).toBe(true);
    }
  });

  test('is answered 404 when unknown, 400 when malformed, and never from the file system', async () => {
    const other = await makeRestaurant(server.db);
    const hash = picture.hash;
    for (const url of [
      `/media/${other.id}/${hash}-88.webp`,
      `${base.slice(0, -1)}${hash.endsWith('0') ? 1 : 0}-88.webp`,
    ]) {
      expect((await server.app.inject({ url })).statusCode, url).toBe(404);
    }
    const malformed = [
      `${base}-89.webp`,
      `${base}.webp`,
      `${base}-88.png`,
      `${base}-88.webp.html`,
      `/media/none/${hash}-88.webp`,
    ];
    for (const url of malformed) expect((await server.app.inject({ url })).statusCode, url).toBe(400);
    const steps = [
      '..',
      '%2e%2e',
      '..%2f',
      '%2e%2e%2f',
      '..%5c',
      '%252e%252e%252f',
      '%00',
      '%c0%ae%c0%ae%2f',
      '....//',
    ];
    for (const step of steps) {
      for (const url of [
        `/media/${step}/${step}/etc/passwd`,
        `${base}-88.webp/${step}/package.json`,
        `/media/${other.id}/${step}package.json`,
      ]) {
        const response = await server.app.inject({ url });
        expect(response.statusCode, url).toBeGreaterThanOrEqual(400);
        expect(response.statusCode, url).toBeLessThan(500);
        expect(response.body).not.toContain('order-manager');
        expect(response.body).not.toContain('root:');
      }
    }
  });

  test('is named by the item, and included as base64 when one item is read', async () => {
    const made = await makeRestaurantWith(picture);
    const { token } = await makeOwner(server.db, made.id);
    for (const caller of [token, made.siteToken]) {
      const { items } = await server.call('GET /menu/get-all-items-modifier', {}, caller);
      const { item } = await server.call(
        'GET /menu/get-items-modifier/:id',
        { params: { id: made.items.burger } },
        caller,
      );
      expect(item.imageUrl).toBe(`/media/${made.id}/${picture.hash}-640.webp`);
      expect(items.find(({ _id }) => _id === made.items.burger)!.imageUrl).toBe(item.imageUrl);
      expect(Buffer.from(item.image!, 'base64').equals(picture.bytes)).toBe(true);
    }
    const catalogue = await server.call('GET /site/:slug', { params: { slug: made.slug } });
    expect(catalogue.items[0]!.image).toBe(`/media/${made.id}/${picture.hash}`);
  });
});
