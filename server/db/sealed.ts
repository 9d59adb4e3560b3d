/** Files that only the holder of a key can read, in the format of age (age-encryption.org/v1), so that its own tool opens them too. */
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** The file is sealed, and not for this key. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/** A new pair: the key opens what was sealed for the recipient. */
export async function makeKey(): Promise<{ key: string; recipient: string }> {
  const key = await generateX25519Identity();
  return { key, recipient: await identityToRecipient(key) };
}

/** A step of a pipeline that seals what passes for `recipient` ('age1...'). */
export function sealedFor(recipient: string) {
  return async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    yield* await encrypter.encrypt(streamOf(bytes));
  };
}

const firstBytes = Buffer.from('age-encryption.org/');

/**
 * A step of a pipeline that opens what is sealed with `key` ('AGE-SECRET-KEY-1...'); what is not sealed passes as it is.
 * @throws CannotOpen without the right key; any other error where the bytes are not as they were written.
 */
export function opened(key: string | undefined) {
  return async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const all = bytes[Symbol.asyncIterator]();
    // The first part of a file is never shorter than its mark.
    const first = await all.next();
    if (first.done) return;
    const rest = joined(first.value, all);
    if (!first.value.subarray(0, firstBytes.length).equals(firstBytes)) return yield* rest;
    if (key === undefined) throw new CannotOpen('The backup is sealed: name the file of its key with --key');
    yield* await unsealed(rest, key);
  };
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function unsealed(bytes: AsyncIterable<Uint8Array>, key: string): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return await decrypter.decrypt(streamOf(bytes));
  } catch (error) {
    throw new CannotOpen('The backup is sealed for another key', { cause: error });
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
