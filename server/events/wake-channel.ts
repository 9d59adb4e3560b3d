import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Database, PoolClient } from '#server/db/connect.ts';
import type { Log } from '#server/log.ts';

interface Listeners {
  /** Another process has committed an event of the restaurant. */
  onWake(restaurantId: RestaurantId): void;
  /** The channel is open, possibly again; notifications in between are lost. */
  onOpen(): void;
}

export interface WakeChannel {
  /** Notifies the other processes a few milliseconds later, together with other notifications. */
  send(restaurantId: RestaurantId): void;
  close(): Promise<void>;
}

const channelName = 'order_manager_events';
const gatherMs = 5;
/** A message holds 8,000 bytes; an id and its separator take 37. */
const idsPerMessage = 200;
const longestBackOffMs = 5_000;

/**
 * Notifications between processes about events to read. The channel has a connection of its own and notifies outside
 * the orders' transactions, because commits of transactions that notify wait for each other. Nothing depends on a
 * message arriving.
 */
export function openWakeChannel(pool: Database['pool'], log: Log, listeners: Listeners): WakeChannel {
  const sender = randomBytes(6).toString('hex');
  const closing = new AbortController();
  const toTell = new Set<RestaurantId>();
  let client: PoolClient | undefined;
  let telling: Promise<void> | undefined;
  const staying = stayOpen();

  async function stayOpen(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        client = await pool.connect();
        client.on('notification', ({ payload }) => hear(payload ?? ''));
        await client.query(`listen ${channelName}`);
        failures = 0;
        listeners.onOpen();
        await once(client, 'end', { signal: closing.signal });
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'The wake channel is lost; events are polled meanwhile');
      }
      client?.release(true);
      client = undefined;
      const backOffMs = Math.min(100 * 2 ** failures, longestBackOffMs);
      await sleep(backOffMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  function hear(message: string): void {
    const [from, ...restaurantIds] = message.split(' ');
    if (from === sender) return;
    for (const restaurantId of restaurantIds) listeners.onWake(restaurantId as RestaurantId);
  }

  async function tell(): Promise<void> {
    await sleep(gatherMs);
    const ids = [...toTell];
    toTell.clear();
    for (let first = 0; first < ids.length; first += idsPerMessage) {
      const message = [sender, ...ids.slice(first, first + idsPerMessage)].join(' ');
      // After a lost message the others poll within a second.
      await client?.query('select pg_notify($1, $2)', [channelName, message]).catch(() => undefined);
    }
    telling = toTell.size > 0 ? tell() : undefined;
  }

  return {
    send(restaurantId) {
      if (closing.signal.aborted) return;
      toTell.add(restaurantId);
      telling ??= tell();
    },
    async close() {
      await telling;
      closing.abort();
      await staying;
    },
  };
}
