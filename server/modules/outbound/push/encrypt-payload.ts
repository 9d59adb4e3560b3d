import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, as it told them. */
export interface SubscriptionKeys {
  /** An uncompressed point of P-256, in base64url: 65 bytes. */
  p256dh: string;
  /** A secret that only the browser and this server know, in base64url: 16 bytes. */
  auth: string;
}

/** The random part of an encryption; tests give that of the standard. */
interface Chance {
  salt: Buffer;
  /** A private key of P-256, good for one message. */
  privateKey: Buffer | null;
}

const curve = 'prime256v1';
const saltBytes = 16;
const keyBytes = 16;
const nonceBytes = 12;
/** The size of a record. A payload of ours is one record, and push services take no more than 4096 bytes. */
const recordBytes = 4096;
const tagBytes = 16;
/** Marks the last record, and ends the payload. */
const lastRecord = Buffer.from([2]);

/**
 * Encrypts a payload for a browser, as push services carry it: RFC 8291, in the coding aes128gcm of RFC 8188. The push service sees
 * its length and nothing else.
 * @throws when the browser's key is no point of the curve.
 */
export function encryptPayload(
  payload: Buffer,
  keys: SubscriptionKeys,
  { salt, privateKey }: Chance = { salt: randomBytes(saltBytes), privateKey: null },
): Buffer {
  if (payload.length > recordBytes - lastRecord.length - tagBytes) throw new RangeError('The payload is too long');
  const receiver = Buffer.from(keys.p256dh, 'base64url');
  const exchange = createECDH(curve);
  if (privateKey === null) exchange.generateKeys();
  else exchange.setPrivateKey(privateKey);
  const sender = exchange.getPublicKey();
  const shared = exchange.computeSecret(receiver);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(keys.auth, 'base64url'), keyInfo, 32));
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', keyBytes), derive('nonce', nonceBytes));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([sender.length]),
    sender,
    cipher.update(payload),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Whether a browser's keys can be encrypted for. */
export function areUsableKeys(keys: SubscriptionKeys): boolean {
  if (Buffer.from(keys.auth, 'base64url').length !== 16) return false;
  try {
    encryptPayload(Buffer.alloc(0), keys);
    return true;
  } catch {
    return false;
  }
}
