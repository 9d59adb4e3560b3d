/** Encrypted files in the format of age (age-encryption.org/v1), which its own tool can open too. */

/** The package, loaded by the first who encrypts: its tables of keys would take a fiftieth of each start. */
const loadAge = () => import('age-encryption');

/** The file is encrypted for another key. */
export class WrongBackupKey extends Error {
  override readonly name = 'CannotOpen';
}

/** A new pair of secret key and public recipient. */
export async function makeKey(): Promise<{ key: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const key = await generateX25519Identity();
  return { key, recipient: await identityToRecipient(key) };
}

/** A pipeline step that encrypts for all `recipients` ('age1...'): the key of any of them opens it. */
export function encryptFor(recipients: readonly string[]) {
  return async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await loadAge();
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    yield* await encrypter.encrypt(streamOf(bytes));
  };
}

const firstBytes = Buffer.from('age-encryption.org/');

/**
 * A pipeline step that decrypts with `key` ('AGE-SECRET-KEY-1...'); unencrypted input passes unchanged.
 * @throws CannotOpen without the right key; any other error for damaged input.
 */
export function decryptWith(key: string | undefined) {
  return async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const all = bytes[Symbol.asyncIterator]();
    // The first chunk of a file is never shorter than the header.
    const first = await all.next();
    if (first.done) return;
    const rest = joinPieces(first.value, all);
    if (!first.value.subarray(0, firstBytes.length).equals(firstBytes)) return yield* rest;
    if (key === undefined) throw new WrongBackupKey('The backup is sealed: name the file of its key with --key');
    yield* await decrypt(rest, key);
  };
}

async function* joinPieces(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function decrypt(bytes: AsyncIterable<Uint8Array>, key: string): Promise<AsyncIterable<Uint8Array>> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return await decrypter.decrypt(streamOf(bytes));
  } catch (error) {
    throw new WrongBackupKey('The backup is sealed for another key', { cause: error });
  }
}

function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}
