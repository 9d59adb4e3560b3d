import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { Manifest } from '#server/modules/restaurants/data-export/archive-format.ts';

type Row = Record<string, unknown>;

/** An archive as a test reads it, by a reader of its own. */
export interface ReadArchive {
  manifest: Manifest;
  restaurant: Row;
  /** By their names, in the order of the file. */
  files: Map<string, Buffer>;
  rows: (table: string) => Row[];
}

export function readWholeArchive(zip: Buffer): ReadArchive {
  const files = bytesOf(zip);
  const text = (name: string) => files.get(name)!.toString();
  return {
    manifest: Manifest.parse(JSON.parse(text('manifest.json'))),
    restaurant: JSON.parse(text('restaurant.json')) as Row,
    files,
    rows: (table) =>
      text(`${table}.jsonl`)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Row),
  };
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The files of a ZIP by name, read from its central directory (APPNOTE 4.3), below 4 GB. */
function bytesOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const start = zip.readUInt32LE(at + 42);
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    files.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : Buffer.from(bytes));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
