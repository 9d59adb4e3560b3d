import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Bucket } from '#server/bucket-settings.ts';
import { codeOf } from '../../unavailable.ts';
import type { BackupStore } from './backup-store.ts';

/** The bucket refuses, or cannot be reached. The message has neither its key nor a signature. */
class BucketFailed extends Error {
  override readonly name = 'BucketFailed';
  /** An error without a code would be taken for one of the bytes that were read. */
  readonly code = 'EBUCKET';
  /** The bucket answered that it has no file of this name. */
  readonly isMissing: boolean;

  constructor(message: string, { cause, isMissing = false }: { cause?: unknown; isMissing?: boolean } = {}) {
    super(message, { cause });
    this.isMissing = isMissing;
  }
}

/** Whether the bucket is there and has no such file. A bucket that is not there itself is another failure. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof BucketFailed && error.isMissing;
}

export interface BucketStore extends BackupStore {
  /** Lists a page at a time, in the order of the names, for more than the memory takes. */
  listPages(prefix: string): AsyncIterable<string[]>;
}

interface Patience {
  /** Gives a request up after so many milliseconds; without it a caller waits as long as the store does. */
  withinMs?: number;
  /** Gives all requests up at once. */
  signal?: AbortSignal | undefined;
}

const mebibyte = 2 ** 20;
/** Bytes of the parts in which a large file is sent. A file has 10,000 at most, so later ones are larger. */
const partBytes = (number: number) => (number <= 1_000 ? 16 : 64) * mebibyte;
const retries = 4;

/**
 * A bucket of an S3-compatible store as a place of backups, by its address with the bucket in the path. A file appears under its
 * name when the last part of it was taken.
 */
export function bucketStore(
  { url, region, keyId, secret }: Bucket,
  { withinMs, signal: given }: Patience = {},
): BucketStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries,
  });
  const { origin, pathname } = new URL(url);
  const [, bucket = '', ...folders] = pathname.split('/');
  const path = folders.length === 0 ? '' : `${folders.join('/')}/`;
  // Keys are not encoded as the path of an address is.
  const folder = decodeURIComponent(path);
  const bucketUrl = `${origin}/${bucket}`;
  const fileUrl = (name: string) => `${bucketUrl}/${path}${name}`;

  async function ask(method: string, address: string, body?: Buffer): Promise<Response> {
    const sent = new Uint8Array(body ?? []);
    // The store refuses bytes that changed on the way.
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(sent).digest('hex') };
    const signals = [...(withinMs === undefined ? [] : [AbortSignal.timeout(withinMs)]), ...(given ? [given] : [])];
    const response = await client
      .fetch(address, {
        method,
        headers,
        ...(body !== undefined && { body: sent }),
        ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
      })
      .catch((error: unknown) => {
        throw unreachable(url, error);
      });
    if (response.ok) return response;
    const text = await response.text().catch(() => '');
    const isMissing = method === 'GET' && response.status === 404 && valuesIn(text, 'Code')[0] === 'NoSuchKey';
    throw new BucketFailed(`${url} refuses ${method}: ${response.status} ${reasonIn(text)}`.trimEnd(), { isMissing });
  }

  async function askText(method: string, address: string, body?: Buffer): Promise<string> {
    const response = await ask(method, address, body);
    return response.text().catch((error: unknown) => {
      throw unreachable(url, error);
    });
  }

  async function sendPart(name: string, upload: string, number: number, body: Buffer): Promise<string> {
    const query = new URLSearchParams({ partNumber: String(number), uploadId: upload });
    const response = await ask('PUT', `${fileUrl(name)}?${query.toString()}`, body);
    await response.arrayBuffer();
    return response.headers.get('etag') ?? '';
  }

  async function complete(name: string, upload: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const query = new URLSearchParams({ uploadId: upload });
    const text = await askText('POST', `${fileUrl(name)}?${query.toString()}`, body);
    // A store that has begun its answer can tell a failure in it alone.
    if (/<Error>/.test(text)) throw new BucketFailed(`${url} refuses a file: ${reasonIn(text)}`);
  }

  async function abort(name: string, upload: string): Promise<void> {
    const query = new URLSearchParams({ uploadId: upload });
    await askText('DELETE', `${fileUrl(name)}?${query.toString()}`);
  }

  async function* listPages(prefix: string): AsyncGenerator<string[]> {
    for (let next: string | undefined; ;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: folder + prefix });
      if (next !== undefined) query.set('continuation-token', next);
      const text = await askText('GET', `${bucketUrl}?${query.toString()}`);
      // A proxy's page would be a bucket without files, whose notes would go.
      if (!text.includes('</ListBucketResult>')) throw new BucketFailed(`${url} does not answer as a bucket does`);
      yield valuesIn(text, 'Key').map((key) => key.slice(folder.length));
      [next] = valuesIn(text, 'NextContinuationToken');
      if (next === undefined) return;
    }
  }

  return {
    place: url,
    list: async (prefix) => (await Array.fromAsync(listPages(prefix))).flat(),
    listPages,
    async *read(name) {
      const { body } = await ask('GET', fileUrl(name));
      try {
        for await (const part of body!) yield Buffer.from(part);
      } catch (error) {
        throw unreachable(url, error);
      }
    },
    async write(name, bytes) {
      let upload: string | undefined;
      const tags: string[] = [];
      try {
        for await (const { body, isLast } of inParts(bytes)) {
          if (isLast && upload === undefined) {
            await askText('PUT', fileUrl(name), body);
            return;
          }
          upload ??= valuesIn(await askText('POST', `${fileUrl(name)}?uploads=`), 'UploadId')[0]!;
          tags.push(await sendPart(name, upload, tags.length + 1, body));
        }
        await complete(name, upload!, tags);
      } catch (error) {
        if (upload !== undefined) await abort(name, upload).catch(() => undefined);
        throw error;
      }
    },
    async remove(name) {
      await askText('DELETE', fileUrl(name));
    },
    async removeUnfinished(prefix, before) {
      const query = new URLSearchParams({ uploads: '', prefix: folder + prefix });
      const text = await askText('GET', `${bucketUrl}?${query.toString()}`);
      for (const upload of elementsIn(text, 'Upload')) {
        const [key = ''] = valuesIn(upload, 'Key');
        const [id = ''] = valuesIn(upload, 'UploadId');
        const [begun = ''] = valuesIn(upload, 'Initiated');
        if (new Date(begun) < before) await abort(key.slice(folder.length), id);
      }
    },
  };
}

/** Cuts the bytes into parts; there is always a last one, which may be empty. */
async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ body: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const bytesHere of bytes) {
    for (let rest = bytesHere; rest.length > 0;) {
      if (size === partBytes(number)) {
        yield { body: Buffer.concat(held), isLast: false };
        [held, size, number] = [[], 0, number + 1];
      }
      const part = rest.subarray(0, partBytes(number) - size);
      held.push(part);
      size += part.length;
      rest = rest.subarray(part.length);
    }
  }
  yield { body: Buffer.concat(held), isLast: true };
}

/** The contents of the elements of a name, in the small XML of these stores. */
function elementsIn(xml: string, name: string): string[] {
  const [, ...rest] = xml.split(`<${name}>`);
  return rest.map((text) => text.split(`</${name}>`)[0]!);
}

function valuesIn(xml: string, name: string): string[] {
  return elementsIn(xml, name).map(unescaped);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:(\w+)|#(\d+)|#x([\da-f]+));/gi, (_, name?: string, decimal?: string, hex?: string) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(decimal ?? hex!, decimal ? 10 : 16))
      : (entities[name] ?? ''),
  );
}

/** The rest of such an answer repeats what was signed. */
function reasonIn(xml: string): string {
  return [...valuesIn(xml, 'Code'), ...valuesIn(xml, 'Message')].join(': ');
}

function unreachable(place: string, error: unknown): BucketFailed {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = codeOf(cause) || (cause instanceof Error ? cause.message : String(cause));
  return new BucketFailed(`${place} cannot be reached: ${reason}`, { cause });
}
