import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The pair of keys by which push services recognize this installation (VAPID, RFC 8292). */
export interface PushKeys {
  /** An uncompressed point of P-256, in base64url, as browsers want it for a subscription. */
  publicKey: string;
  privateKey: KeyObject;
}

/** Seconds that a token is good for; push services refuse more than a day. */
const validSeconds = 12 * 3600;

/** A new pair, as it is stored. */
export function makePushKeys(): Buffer {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' });
}

/** @param stored as `makePushKeys` made it. */
export function readPushKeys(stored: Buffer): PushKeys {
  const privateKey = createPrivateKey({ key: stored, type: 'pkcs8', format: 'der' });
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey };
}

/**
 * The header that says who sends to a push service.
 * @param contact where its operators reach ours: an address of https or mailto.
 */
export function authorizationFor(
  { publicKey, privateKey }: PushKeys,
  endpoint: string,
  contact: string,
  now: Date,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + validSeconds,
    sub: contact,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
