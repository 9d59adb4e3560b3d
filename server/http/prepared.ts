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
