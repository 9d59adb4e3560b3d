import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * An answer serialised and compressed beforehand, for content that many read and few change. The mount sends the
 * variant that the client accepts, or 304 if the client has it. The content must be public: any cache may store it.
 */
export class Prepared {
  /** The answer as JSON text in UTF-8, exactly in the declared shape: nothing is dropped from it any more. */
  readonly body: Buffer;
  /** Quoted, as in the header; changes whenever the body does. */
  readonly etag: string;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  /** Whether its handler would still answer this, so that the handler need not be asked; null asks it each time. */
  readonly isCurrent: (() => boolean) | null;

  constructor(parts: { body: Buffer; etag: string; brotli: Buffer; gzip: Buffer; isCurrent: (() => boolean) | null }) {
    this.body = parts.body;
    this.etag = parts.etag;
    this.brotli = parts.brotli;
    this.gzip = parts.gzip;
    this.isCurrent = parts.isCurrent;
  }
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Compresses a text once for all readers. Its version defaults to a hash of it. */
export async function prepare(
  text: string,
  version = hashOf(text),
  isCurrent: (() => boolean) | null = null,
): Promise<Prepared> {
  const body = Buffer.from(text);
  const [gzipped, brotli] = await Promise.all([
    compressGzip(body, { level: 6 }),
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  ]);
  return new Prepared({ body, etag: `"${version}"`, brotli, gzip: gzipped, isCurrent });
}

/** 132 bits, enough that no two texts share a hash. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
