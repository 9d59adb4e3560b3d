import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { StandingConnection } from '#server/db/standing-connection.ts';

interface Listeners {
  /** Another process has committed an event of the restaurant. */
  onWake: (restaurantId: RestaurantId) => void;
  /** The channel is open, possibly again; notifications in between are lost. */
  onOpen: () => void;
}

interface WakeChannel {
  /** Notifies the other processes a few milliseconds later, or up to 25 in a rush, together with other notifications. */
  send(restaurantId: RestaurantId): void;
  close(): Promise<void>;
}

const channelName = 'order_manager_events';
const gatherMs = 5;
/** Milliseconds between two messages in a rush: each is a transaction of its own, with its write to the disk. */
const betweenMs = 25;
/** A message holds 8,000 bytes; an id and its separator take 37. */
const idsPerMessage = 200;

/** Notifications between processes about events to read. After a lost one the others poll within five seconds. */
export function openWakeChannel(connection: StandingConnection, { onWake, onOpen }: Listeners): WakeChannel {
  const sender = randomBytes(6).toString('hex');
  const toTell = new Set<RestaurantId>();
  let telling: Promise<void> | undefined;
  let toldAt = -Infinity;
  let isClosed = false;

  connection.listen(channelName, { onMessage: hear, onOpen });

  function hear(message: string): void {
    const [origin, ...restaurantIds] = message.split(' ');
    if (isClosed || origin === sender) return;
    for (const restaurantId of restaurantIds) onWake(restaurantId as RestaurantId);
  }

  async function tell(): Promise<void> {
    while (toTell.size > 0) {
      if (!isClosed) await sleep(Math.max(gatherMs, toldAt + betweenMs - performance.now()));
      toldAt = performance.now();
      const ids = [...toTell];
      toTell.clear();
      for (let first = 0; first < ids.length; first += idsPerMessage) {
        const message = [sender, ...ids.slice(first, first + idsPerMessage)].join(' ');
        await connection.notify(channelName, message);
      }
    }
    telling = undefined;
  }

  return {
    send(restaurantId) {
      if (isClosed) return;
      toTell.add(restaurantId);
      telling ??= tell();
    },
    async close() {
      isClosed = true;
      await telling;
    },
  };
}
