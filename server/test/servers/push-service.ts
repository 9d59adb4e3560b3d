/** A push service with the browsers that subscribe at it: it checks who sends, and decrypts as a browser does, by Web Crypto alone. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const { subtle } = globalThis.crypto;
const p256 = { name: 'ECDH', namedCurve: 'P-256' };
const es256 = { name: 'ECDSA', namedCurve: 'P-256' };

interface ReceivedPush {
  headers: IncomingMessage['headers'];
  /** The bytes as they were sent. */
  body: Buffer;
  text: string;
  /** The claims in the token of the sender; its signature was good. */
  claims: { aud: string; exp: number; sub: string };
  /** The key that signed it. */
  publicKey: string;
}

/** A browser that has subscribed. */
export interface Subscriber {
  subscription: { endpoint: string; p256dh: string; auth: string };
  received: ReceivedPush[];
  /** The statuses of the next answers; 201 when there are no more. */
  answers: number[];
}

export interface TestPushService {
  origin: string;
  subscribe(): Promise<Subscriber>;
  close(): void;
}

export async function startPushService(): Promise<TestPushService> {
  const subscribers = new Map<string, { keys: BrowserKeys; subscriber: Subscriber }>();
  const server = createServer((request, response) => {
    void request.toArray().then(async (chunks: Buffer[]) => {
      const found = subscribers.get(request.url ?? '');
      if (request.method !== 'POST' || found === undefined) return response.writeHead(404).end();
      const body = Buffer.concat(chunks);
      const status = found.subscriber.answers.shift() ?? 201;
      const { claims, publicKey } = await readAuthorization(request.headers.authorization ?? '');
      const text = await decryptPayload(body, found.keys);
      found.subscriber.received.push({ headers: request.headers, body, text, claims, publicKey });
      return response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end('x'.repeat(1000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async subscribe() {
      const keys = await makeBrowserKeys();
      const path = `/push/${globalThis.crypto.randomUUID()}`;
      const subscription = { endpoint: origin + path, p256dh: base64(keys.publicKey), auth: base64(keys.auth) };
      const subscriber: Subscriber = { subscription, received: [], answers: [] };
      subscribers.set(path, { keys, subscriber });
      return subscriber;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface BrowserKeys {
  pair: CryptoKey;
  publicKey: Uint8Array;
  auth: Uint8Array;
}

export async function makeBrowserKeys(): Promise<BrowserKeys> {
  const pair = await subtle.generateKey(p256, true, ['deriveBits']);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  return { pair: pair.privateKey, publicKey, auth: globalThis.crypto.getRandomValues(new Uint8Array(16)) };
}

/** Decrypts as RFC 8291 and RFC 8188 say of a receiver. It shares no line with the code that encrypts. */
export async function decryptPayload(body: Uint8Array, { pair, publicKey, auth }: BrowserKeys): Promise<string> {
  const salt = body.slice(0, 16);
  const keyLength = body[20]!;
  const senderKey = body.slice(21, 21 + keyLength);
  const encrypted = body.slice(21 + keyLength);
  const sender = await subtle.importKey('raw', senderKey, p256, true, []);
  const shared = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: sender }, pair, 256));
  const info = joined(bytes('WebPush: info\0'), publicKey, senderKey);
  const secret = await derive(shared, auth, info, 32);
  const key = await derive(secret, salt, bytes('Content-Encoding: aes128gcm\0'), 16);
  const iv = await derive(secret, salt, bytes('Content-Encoding: nonce\0'), 12);
  const cipher = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const padded = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, cipher, encrypted));
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.slice(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong');
  return new TextDecoder('utf-8', { fatal: true }).decode(padded.slice(0, end));
}

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) };
  return new Uint8Array(await subtle.deriveBits(algorithm, key, length * 8));
}

/** @throws when the header is not that of RFC 8292, or the signature is wrong. */
async function readAuthorization(header: string): Promise<Pick<ReceivedPush, 'claims' | 'publicKey'>> {
  const [, head = '', claims = '', signature = '', publicKey = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const key = await subtle.importKey('raw', point, es256, false, ['verify']);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const isGood = await subtle.verify(algorithm, key, Buffer.from(signature, 'base64url'), bytes(`${head}.${claims}`));
  if (!isGood) throw new Error('The signature of the sender is wrong');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims'], publicKey };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64url');
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
