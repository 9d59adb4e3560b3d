import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * An answer that was serialised and compressed beforehand, for what many read and few change. The mount sends the variant
 * the client accepts, or 304 when the client has it. What is in it must be public: it may be cached by anybody.
 */
export class Prepared {
  /** The answer as JSON text in UTF-8, in the declared shape: nothing is dropped from it any more. */
  readonly body: Buffer;
  /** Quoted, as the header has it; changes whenever the body does. */
  readonly etag: string;
  readonly brotli: Buffer;
  readonly gzip: Buffer;

  constructor(parts: { body: Buffer; etag: string; brotli: Buffer; gzip: Buffer }) {
    this.body = parts.body;
    this.etag = parts.etag;
    this.brotli = parts.brotli;
    this.gzip = parts.gzip;
  }
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Compresses a text once for all who will ask. Its version is a hash of it, unless it has a name for that already. */
export async function prepare(text: string, version = hashOf(text)): Promise<Prepared> {
  const body = Buffer.from(text);
  const [gzipped, brotli] = await Promise.all([
    compressGzip(body, { level: 6 }),
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  ]);
  return new Prepared({ body, etag: `"${version}"`, brotli, gzip: gzipped });
}

/** 132 bits, which is as good as no two texts having the same. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
