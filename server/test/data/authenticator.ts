/** A device with passkeys, in software: keys on the curve P-256 (ES256), as phones and laptops have them. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkey-json.ts';

/** The ways in which a device, or somebody between, may differ from an honest one. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  /** False: the device was touched by somebody, and did not ask who. */
  isVerified?: boolean;
  challenge?: string;
  /** Instead of the counter that has risen by one. */
  signCount?: number;
  userHandle?: string;
  type?: string;
}

interface StoredKey {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  signCount: number;
}

export class Authenticator {
  readonly #origin: string;
  readonly #keys: StoredKey[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  make({ challenge, rp, user }: PasskeyCreation, deviation: Deviation = {}): NewPasskey {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(16);
    const { x, y } = publicKey.export({ format: 'jwk' });
    const coseKey = cbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
    const authData = authenticatorData({ rpId: rp.id, signCount: 0, ...deviation }, attested);
    const attestationObject = cbor(
      new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    this.#keys.push({ id: id.toString('base64url'), privateKey, userHandle: user.id, signCount: 0 });
    const clientDataJSON = this.#clientData('webauthn.create', challenge, deviation).toString('base64url');
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: { clientDataJSON, attestationObject: attestationObject.toString('base64url') },
    };
  }

  /** Signs with the newest key that the request allows. */
  sign({ challenge, rpId, allowCredentials }: PasskeyRequest, deviation: Deviation = {}): PasskeyAnswer {
    const allowed = allowCredentials.map(({ id }) => id);
    const key = this.#keys.findLast(({ id }) => allowed.length === 0 || allowed.includes(id));
    if (key === undefined) throw new Error('The device has none of these passkeys');
    key.signCount = deviation.signCount ?? key.signCount + 1;
    const data = authenticatorData({ rpId, ...deviation, signCount: key.signCount });
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, createHash('sha256').update(clientData).digest()]))
      .sign(key.privateKey);
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? key.userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin } = deviation;
    const said = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(said));
  }
}

interface AuthenticatorData extends Deviation {
  rpId: string;
  signCount: number;
}

/** WebAuthn, 6.1: hash of the host, flags, counter, and the new key where there is one. */
function authenticatorData({ rpId, isVerified = true, signCount }: AuthenticatorData, attested?: Buffer): Buffer {
  const flags = 0b1 | (isVerified ? 0b100 : 0) | (attested === undefined ? 0 : 0b100_0000);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(signCount);
  const hash = createHash('sha256').update(rpId).digest();
  return Buffer.concat([hash, Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>;

/** The parts of CBOR (RFC 8949) that keys and attestations are made of. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return Buffer.concat([cborHead(5, value.size), ...[...value].flat().map(cbor)]);
}

function cborHead(type: number, argument: number): Buffer {
  const first = type << 5;
  if (argument < 24) return Buffer.from([first | argument]);
  return argument < 256
    ? Buffer.from([first | 24, argument])
    : Buffer.from([first | 25, argument >> 8, argument & 255]);
}
