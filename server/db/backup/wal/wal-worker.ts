/**
 * A process that ships the log of the embedded engine for as long as the server that started it lives. It has a process of
 * its own so that packing and sealing take no time from orders.
 */
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#contract/base/time.ts';
import type { Target } from '../../engine/engine.ts';
import { makeKey } from '../../encryption.ts';
import { BackOff } from './back-off.ts';
import { baseBackOff } from './keep-bases.ts';
import { openStore, type StorePlace } from './open-store.ts';
import { asError } from './packing.ts';
import { shipWal, type WalNews } from './ship-wal.ts';
import { ListShipping, type Lists } from './ship-lists.ts';
import { BrokenChain, dropSlots } from './slots.ts';
import { StalledStore, timedStore } from './timed-store.ts';

export interface WalOrder {
  target: Target;
  place: StorePlace;
  sealing: { recipient: string; secret: string } | undefined;
  keepDays: number;
  /** Goes to the store as well; undefined where it is there anyway. */
  lists: Lists | undefined;
}

/** Milliseconds in which the store has to do something: a part of a file, or an answer. */
const storeWithinMs = 120_000;

const listsEveryMs = 2_000;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const stopping = new AbortController();
// Calls of the store that hang hold threads, and keep a process from ending in the ordinary way.
const end = () => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (order: WalOrder | 'stop') => {
  if (order === 'stop') stopping.abort();
  else void ship(order);
});

function tell(news: WalNews): void {
  if (!process.connected) return;
  const isStalled = news.kind === 'problem' && news.error instanceof StalledStore;
  process.send!(news, () => isStalled && end());
}

async function ship({ target, place, sealing, keepDays, lists }: WalOrder): Promise<void> {
  const store = timedStore(openStore(place), storeWithinMs);
  // The server does not have the operator's key, so it reads back with one that exists for as long as this process.
  const own = sealing === undefined ? undefined : await makeKey();
  const recipients = sealing === undefined ? undefined : [sealing.recipient, own!.recipient];
  const keys = { recipients, key: own?.key, secret: sealing?.secret };
  const shipment = { target, store, keepDays, sealing: keys, baseRetry: baseBackOff() };
  if (lists !== undefined) void keepLists(new ListShipping(lists, store, recipients));
  const retry = new BackOff(500, 15_000);
  while (!stopping.signal.aborted) {
    const begun = performance.now();
    try {
      await shipWal(shipment, tell, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) break;
      if (performance.now() - begun > MINUTE) retry.succeed();
      retry.fail();
      tell({ kind: 'problem', error: asError(error) });
      if (error instanceof BrokenChain) await dropSlots(target).catch(() => undefined);
      await sleep(retry.waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  process.disconnect?.();
}

async function keepLists(shipping: ListShipping): Promise<void> {
  while (!stopping.signal.aborted) {
    await shipping.ship().catch((error: unknown) => tell({ kind: 'problem', error: asError(error) }));
    await sleep(listsEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}
