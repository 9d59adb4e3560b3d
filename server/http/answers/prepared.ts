import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The encodings that answers are sent in. */
const compress = {
  br: (body: Buffer) =>
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => compressGzip(body, { level: 6 }),
};

export type Encoding = keyof typeof compress;

/**
 * An answer serialised beforehand, for content that many read and few change. The mount sends the variant that the
 * client accepts, or 304 if the client has it. The content must be public: any cache may store it.
 */
export class Prepared {
  /** The answer as JSON text in UTF-8, exactly in the declared shape: nothing is dropped from it any more. */
  readonly body: Buffer;
  /** Quoted, as in the header; changes whenever the body does. */
  readonly etag: string;
  /** Whether its handler would still answer this, so that the handler need not be asked; null asks it each time. */
  readonly isCurrent: (() => boolean) | null;
  readonly #variants = new Map<Encoding, Promise<Buffer>>();

  /** Its version defaults to a hash of the text. */
  constructor(text: string, version = hashOf(text), isCurrent: (() => boolean) | null = null) {
    this.body = Buffer.from(text);
    this.etag = `"${version}"`;
    this.isCurrent = isCurrent;
  }

  /** The compressed body, made for the first reader who accepts the encoding: pages that are rendered here read the body itself. */
  variant(encoding: Encoding): Promise<Buffer> {
    const known = this.#variants.get(encoding);
    if (known !== undefined) return known;
    const made = compress[encoding](this.body);
    this.#variants.set(encoding, made);
    // The next reader tries again.
    made.catch(() => this.#variants.delete(encoding));
    return made;
  }
}

/** 132 bits, enough that no two texts share a hash. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
