/**
 * The pictures in a ZIP, unpacked in the browser (APPNOTE 4.3): tills and photographers send them so. Everything else in it is left out,
 * folders of their own too. Pure but for the reading of the file.
 */

/** A picture that says to be larger is left out, in bytes: no camera of a phone makes one. */
const MOST_BYTES = 60 * 1024 * 1024;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** The longest comment, which stands after the end record. */
const COMMENT_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;

export function isZip({ name }: File): boolean {
  return /\.zip$/i.test(name);
}

/** @returns null when it is no ZIP, or one that only other programs can read: encrypted, in parts, above 4 GB. */
export async function unzipPictures(zip: File): Promise<File[] | null> {
  const tail = await bytesOf(zip, Math.max(0, zip.size - END_LENGTH - COMMENT_MAX), zip.size);
  const end = findEnd(tail);
  if (end === null) return null;
  const count = tail.getUint16(end + 10, true);
  const start = tail.getUint32(end + 16, true);
  const directory = await bytesOf(zip, start, start + tail.getUint32(end + 12, true));
  const pictures: File[] = [];
  let at = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_LENGTH > directory.byteLength || directory.getUint32(at, true) !== ENTRY) return null;
    const nameLength = directory.getUint16(at + 28, true);
    const path = new TextDecoder().decode(new Uint8Array(directory.buffer, at + ENTRY_LENGTH, nameLength));
    const isEncrypted = (directory.getUint16(at + 8, true) & 1) === 1;
    if (isPicture(path)) {
      if (isEncrypted) return null;
      const picture = await unpack(zip, path, {
        method: directory.getUint16(at + 10, true),
        packed: directory.getUint32(at + 20, true),
        size: directory.getUint32(at + 24, true),
        header: directory.getUint32(at + 42, true),
      });
      if (picture === null) return null;
      pictures.push(picture);
    }
    at += ENTRY_LENGTH + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return pictures;
}

interface Entry {
  method: number;
  packed: number;
  size: number;
  /** Where its local header begins. */
  header: number;
}

async function unpack(zip: File, path: string, { method, packed, size, header }: Entry): Promise<File | null> {
  if (size > MOST_BYTES || (method !== STORED && method !== DEFLATED)) return null;
  const local = await bytesOf(zip, header, header + LOCAL_LENGTH);
  if (local.byteLength < LOCAL_LENGTH) return null;
  const start = header + LOCAL_LENGTH + local.getUint16(26, true) + local.getUint16(28, true);
  const bytes = zip.slice(start, start + packed);
  const content = method === STORED ? bytes : await inflate(bytes);
  if (content?.size !== size) return null;
  return new File([content], fileName(path));
}

async function inflate(bytes: Blob): Promise<Blob | null> {
  try {
    return await new Response(bytes.stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob();
  } catch {
    return null;
  }
}

/** Macs put a file of their own beside each picture, whose name begins with a point. */
function isPicture(path: string): boolean {
  return /\.(?:jpe?g|png)$/i.test(path) && !fileName(path).startsWith('.');
}

function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1)!;
}

function findEnd(tail: DataView): number | null {
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) === END) return at;
  }
  return null;
}

async function bytesOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}
