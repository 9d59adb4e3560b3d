import { expect, test } from 'vitest';
import { imageType, prepareImage } from './prepare-image.ts';

const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 16];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const gif = [...new TextEncoder().encode('GIF89a')];

test.each([
  ['a JPEG', jpeg, 'jpeg'],
  ['a PNG', png, 'png'],
  ['a GIF', gif, null],
  ['half of the mark of a PNG', png.slice(0, 4), null],
  ['nothing', [], null],
])('%s: %j', async (_, bytes, expected) => {
  expect(await imageType(new Blob([new Uint8Array(bytes)]))).toBe(expected);
});

test('the name of a file does not make it an image', async () => {
  expect(await prepareImage(new File([new Uint8Array(gif)], 'dish.png', { type: 'image/png' }))).toBe('wrongType');
});

test('an image within the limit is sent as it is', async () => {
  const file = new File([new Uint8Array(jpeg)], 'dish.jpg');
  expect(await prepareImage(file)).toBe(file);
});
