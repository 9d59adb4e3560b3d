import { crc32, deflateSync } from 'node:zlib';

/** A PNG of two by two pixels of one colour, each number from 0 to 255. Another colour is another picture. Without `alpha` it is opaque. */
export function makePng(red = 200, green = 80, blue = 20, alpha?: number): Blob {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(2, 0);
  header.writeUInt32BE(2, 4);
  header.set([8, alpha === undefined ? 2 : 6], 8);
  const pixel = [red, green, blue, ...(alpha === undefined ? [] : [alpha])];
  const line = [0, ...pixel, ...pixel];
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([...line, ...line]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return new Blob([bytes], { type: 'image/png' });
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}
