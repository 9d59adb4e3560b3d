import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP by name, read from its central directory (APPNOTE 4.3). */
export function filesOf(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [packed, nameLength, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const isPacked = zip.readUInt16LE(at + 10) === 8;
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const start = zip.readUInt32LE(at + 42);
    const bytesAt = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(bytesAt, bytesAt + packed);
    files.set(name, (isPacked ? inflateRawSync(bytes) : bytes).toString());
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
