import { deflateRawSync } from 'node:zlib';

interface Entry {
  path: string;
  content: string | Buffer;
  isStored?: boolean;
  isEncrypted?: boolean;
  /** A size that the ZIP claims and its file has not. */
  size?: number;
}

/** A ZIP as programs write it: local headers with fields of their own, then the directory, then its end. */
export function zipOf(entries: readonly Entry[], comment = ''): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, content, isStored = false, isEncrypted = false, size } of entries) {
    const name = Buffer.from(path);
    const whole = Buffer.from(content);
    const packed = isStored ? whole : deflateRawSync(whole);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? whole.length, 18);
    common.writeUInt16LE(name.length, 22);
    const extra = Buffer.from('UT__');
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, extra]);
    local.writeUInt16LE(extra.length, 28);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.alloc(2), common, rest, name]));
    parts.push(local, packed);
    at += local.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end, Buffer.from(comment)]);
}
