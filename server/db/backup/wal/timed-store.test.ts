import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { BackupStore } from './backup-store.ts';
import { readPacked } from './packing.ts';
import { timedStore } from './timed-store.ts';

const never = new Promise<never>(() => undefined);
const withinMs = 100;

/** A place that answers, but for what is replaced. */
function placeWith(replaced: Partial<BackupStore>): BackupStore {
  const place: BackupStore = {
    place: 'somewhere',
    list: async () => [],
    async *read() {
      yield Buffer.from('one');
      yield Buffer.from('two');
    },
    async write(_name, bytes) {
      for await (const _part of bytes) continue;
    },
    remove: async () => undefined,
    removeUnfinished: async () => undefined,
    ...replaced,
  };
  return timedStore(place, withinMs);
}

async function* slowly() {
  yield Buffer.from('one');
  await sleep(2 * withinMs);
  yield Buffer.from('two');
}

async function readAll(store: BackupStore, pauseMs: number): Promise<string> {
  let text = '';
  for await (const part of store.read('file')) {
    text += part.toString();
    await sleep(pauseMs);
  }
  return text;
}

test('a call of a place that hangs fails in time', async () => {
  const stalled = { name: 'StalledStore', message: 'somewhere has not answered for 0.1 s' };
  await expect(placeWith({ list: () => never }).list('x')).rejects.toMatchObject(stalled);
  await expect(placeWith({ remove: () => never }).remove('x')).rejects.toMatchObject(stalled);
  await expect(placeWith({ removeUnfinished: () => never }).removeUnfinished('x', new Date())).rejects.toMatchObject(
    stalled,
  );
  await expect(placeWith({ write: () => never }).write('x', slowly())).rejects.toMatchObject(stalled);
  const afterAPart = async (_name: string, bytes: AsyncIterable<Uint8Array>) => {
    for await (const _part of bytes) await never;
  };
  await expect(placeWith({ write: afterAPart }).write('x', slowly())).rejects.toMatchObject(stalled);
  const read = async function* () {
    yield Buffer.from('one');
    await never;
  };
  await expect(readAll(placeWith({ read }), 0)).rejects.toMatchObject(stalled);
  // Bytes that did not come are not damaged.
  const silent = placeWith({ read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) }) });
  await expect(readPacked(silent, 'file', undefined).next()).rejects.toMatchObject(stalled);
});

test('the time in which bytes are made or used is not that of the place', async () => {
  await placeWith({}).write('x', slowly());
  expect(await readAll(placeWith({}), 2 * withinMs)).toBe('onetwo');
  const failing = { write: () => Promise.reject(new Error('no room')) };
  await expect(placeWith(failing).write('x', slowly())).rejects.toThrow('no room');
});
