import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Bucket } from '#server/bucket-settings.ts';

interface Upload {
  key: string;
  initiated: Date;
  parts: Map<number, Buffer>;
}

/** A store that answers as S3 does, and keeps what it is given in memory. It refuses requests that are not signed with its secret. */
export async function startBucket() {
  const files = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const requests: string[] = [];
  /** Answers in place of the ordinary ones, by the beginning of 'METHOD /path?query'. */
  const answers = new Map<string, { status: number; body: string }>();
  /** Milliseconds that requests wait before they are looked at, or the end of what they wait for, by the beginning of 'METHOD /path?query'. */
  const delays = new Map<string, number | Promise<void>>();
  const settings: Omit<Bucket, 'url'> = { region: 'eu-test-1', keyId: 'AKIDTEST', secret: 'the canary of the bucket' };

  function answer(method: string, url: URL, body: Buffer): { status: number; body: Buffer | string; etag?: string } {
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const query = url.searchParams;
    const id = query.get('uploadId');
    if (bucket !== 'backups') return { status: 404, body: failure('NoSuchBucket', 'There is no such bucket') };
    if (key === '' && query.has('uploads')) return { status: 200, body: listUploads(query.get('prefix') ?? '') };
    if (key === '')
      return { status: 200, body: list(query.get('prefix') ?? '', query.get('continuation-token') ?? '') };
    if (method === 'POST' && query.has('uploads')) {
      const made = `upload ${uploads.size + 1}&`;
      uploads.set(made, { key, initiated: new Date(), parts: new Map() });
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${escaped(made)}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (id !== null && !uploads.has(id))
      return { status: 404, body: failure('NoSuchUpload', 'There is no such upload') };
    if (method === 'PUT' && id !== null) {
      uploads.get(id)!.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, body: '', etag: `"${digest(body)}"` };
    }
    if (method === 'POST' && id !== null) return complete(key, id, body.toString());
    if (method === 'DELETE' && id !== null) uploads.delete(id);
    else if (method === 'DELETE') files.delete(key);
    if (method === 'DELETE') return { status: 204, body: '' };
    if (method === 'PUT') files.set(key, body);
    const found = files.get(key);
    return found === undefined
      ? { status: 404, body: failure('NoSuchKey', 'There is no such file') }
      : { status: 200, body: method === 'GET' ? found : '' };
  }

  function complete(key: string, id: string, text: string) {
    const { parts } = uploads.get(id)!;
    const named = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
    const bodies = named.map(([, number, tag]) => ({ body: parts.get(Number(number)), tag }));
    if (bodies.length === 0 || bodies.some(({ body, tag }) => body === undefined || digest(body) !== tag))
      return { status: 400, body: failure('InvalidPart', 'A part is not there') };
    if (bodies.slice(0, -1).some(({ body }) => body!.length < 5 * 2 ** 20))
      return { status: 400, body: failure('EntityTooSmall', 'A part is too small') };
    files.set(key, Buffer.concat(bodies.map(({ body }) => body!)));
    uploads.delete(id);
    return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
  }

  /** Two names at a time, so that nobody reads the first answer alone. */
  function list(prefix: string, after: string): string {
    const names = [...files.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = names.slice(0, 2);
    const next = names.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult>${page.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join('')}${next}</ListBucketResult>`;
  }

  function listUploads(prefix: string): string {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
    const entries = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${escaped(id)}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`;
  }

  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const url = new URL(request.url!, 'http://localhost');
      const line = `${request.method} ${request.url}`;
      requests.push(line);
      const delay = [...delays].find(([beginning]) => line.startsWith(beginning))?.[1];
      await (typeof delay === 'number' ? sleep(delay, undefined, { ref: false }) : delay);
      const planned = [...answers].find(([beginning]) => line.startsWith(beginning))?.[1];
      const wrong = signatureProblem(request, url, body, settings);
      const reply =
        planned ??
        (wrong === null
          ? answer(request.method!, url, body)
          : { status: 403, body: failure('SignatureDoesNotMatch', wrong) });
      response.writeHead(reply.status, 'etag' in reply && reply.etag !== undefined ? { etag: reply.etag } : {});
      response.end(reply.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backups/of/us`;
  return { bucket: { url, ...settings }, files, uploads, requests, answers, delays, stop };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The fourth version of Amazon's signatures, from its description. */
function signatureProblem(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { region, keyId, secret }: Omit<Bucket, 'url'>,
): string | null {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;
  const [, credential = '', names = '', signature] = pattern.exec(request.headers.authorization ?? '') ?? [];
  const time = String(request.headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${keyId}/${scope}`) return `The key is wrong: ${credential}`;
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return 'The bytes are not those that were signed';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`);
  const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/');
  const canonical = [request.method, path, query, headers.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const hmac = (key: Buffer | string, value: string) => createHmac('sha256', key).update(value).digest();
  const key = scope.split('/').reduce<Buffer | string>((made, part) => hmac(made, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature ? null : `The string to sign was ${text}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase()}`,
  );
}

function digest(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;');
}

function failure(code: string, message: string): string {
  return `<Error><Code>${code}</Code><Message>${message}</Message><StringToSign>a signed text</StringToSign></Error>`;
}
