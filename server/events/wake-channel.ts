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

/** The connection that the channel has at present. */
interface Line {
  client: PoolClient;
  drop: (reason: unknown) => void;
  /** Rejected by `drop`. */
  dropped: Promise<never>;
  /** When the oldest own message was sent that has not come back; monotonic milliseconds. */
  unheardSince: number | null;
}

const channelName = 'order_manager_events';
const gatherMs = 5;
/** A message holds 8,000 bytes; an id and its separator take 37. */
const idsPerMessage = 200;
const longestBackOffMs = 5_000;
/** Milliseconds after which an own message that has not come back means that the connection is dead. */
const echoWithinMs = 10_000;

/**
 * Notifications between processes about events to read. The channel has a connection of its own and notifies outside
 * the orders' transactions, because commits of transactions that notify wait for each other. Nothing depends on a
 * message arriving. A firewall can forget a connection without a word to either end, so the channel listens to itself,
 * and says something when it has nothing to say.
 */
export function openWakeChannel(
  pool: Database['pool'],
  log: Log,
  listeners: Listeners,
  echoWithin = echoWithinMs,
): WakeChannel {
  const sender = randomBytes(6).toString('hex');
  const closing = new AbortController();
  const toTell = new Set<RestaurantId>();
  let line: Line | undefined;
  let telling: Promise<void> | undefined;
  const staying = stayOpen();
  const watch = setInterval(watchLine, echoWithin / 2).unref();

  async function stayOpen(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      let client: PoolClient | undefined;
      try {
        client = await pool.connect();
        const { promise: dropped, reject: drop } = Promise.withResolvers<never>();
        const opened: Line = { client, drop, dropped, unheardSince: null };
        client.on('notification', ({ payload }) => hear(opened, payload ?? ''));
        await client.query(`listen ${channelName}`);
        line = opened;
        failures = 0;
        listeners.onOpen();
        await Promise.race([once(client, 'end', { signal: closing.signal }), dropped]);
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'The wake channel is lost; events are polled meanwhile');
      }
      line = undefined;
      client?.release(true);
      const backOffMs = Math.min(100 * 2 ** failures, longestBackOffMs);
      await sleep(backOffMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  function hear(from: Line, message: string): void {
    const [origin, ...restaurantIds] = message.split(' ');
    if (origin === sender) from.unheardSince = null;
    else for (const restaurantId of restaurantIds) listeners.onWake(restaurantId as RestaurantId);
  }

  async function tell(): Promise<void> {
    await sleep(gatherMs);
    const ids = [...toTell];
    toTell.clear();
    for (let first = 0; first < ids.length; first += idsPerMessage) {
      const message = [sender, ...ids.slice(first, first + idsPerMessage)].join(' ');
      await notify(message);
    }
    telling = toTell.size > 0 ? tell() : undefined;
  }

  /** After a lost message the others poll within a second. */
  async function notify(message: string): Promise<void> {
    const used = line;
    if (used === undefined) return;
    used.unheardSince ??= performance.now();
    const taken = used.client.query('select pg_notify($1, $2)', [channelName, message]);
    await Promise.race([taken, used.dropped]).catch(used.drop);
  }

  function watchLine(): void {
    if (line === undefined) return;
    if (line.unheardSince === null) void notify(sender);
    else if (performance.now() - line.unheardSince >= echoWithin) line.drop(new Error('The connection is silent'));
  }

  return {
    send(restaurantId) {
      if (closing.signal.aborted) return;
      toTell.add(restaurantId);
      telling ??= tell();
    },
    async close() {
      await telling;
      clearInterval(watch);
      closing.abort();
      await staying;
    },
  };
}
