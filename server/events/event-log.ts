import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { StandingConnection } from '#server/db/standing-connection.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { findLastSeq, listEventsAfter, listLastSeqs, type Position, type StoredEvent } from './queries.ts';
import { onWake } from './wake.ts';
import { openWakeChannel } from './wake-channel.ts';

export type { StoredEvent } from './queries.ts';

/** Reads events in order, without gaps, in any number of processes. */
export interface EventLog {
  /**
   * Passes every event of the restaurant after `startsAfter` to the listener, once each and in order, soon after its
   * commit. Database reads after this resolves are at least as new as `startsAfter`. When the database has gone back
   * (failover to a copy that was behind, restore), numbers are given a second time: `onRewind` is told the number after
   * which the events now continue, and everything read before may be wrong.
   */
  subscribe(
    restaurantId: RestaurantId,
    listener: EventListener,
    onRewind: (seq: number) => void,
  ): Promise<Subscription>;
  /**
   * At most `limit` events after `seq`. Events are stored for 24 hours: a first number above `seq + 1` means that some
   * were removed.
   */
  readAfter(restaurantId: RestaurantId, seq: number, limit: number): Promise<StoredEvent[]>;
  /** The number of the newest event, 0 before the first. */
  lastSeq(restaurantId: RestaurantId): Promise<number>;
  /** Must be called before the connection and the database are closed. */
  close(): Promise<void>;
}

type EventListener = (event: StoredEvent) => void;

interface Subscriber {
  onEvent: EventListener;
  onRewind: (seq: number) => void;
}

export interface Subscription {
  startsAfter: number;
  /** Stops passing events on. */
  unsubscribe: () => void;
}

/** A restaurant with listeners in this process. */
interface Tail {
  /** The last event passed on; null until the starting point is known. */
  seq: number | null;
  begun: Promise<void>;
  subscribers: Set<Subscriber>;
  /** Subscribers that wait for the starting point. */
  waiting: number;
}

const batch = 500;
/** Milliseconds between polls while notifications may be lost, and while they arrive: then only a process that died says nothing. */
const pollEveryMs = 1_000;
const pollWhileHeardMs = 5_000;

/**
 * Opens the one reader of this process. Commits of this process wake it at once and those of others through a
 * notification. It also polls, in case one is lost: every second while the connection for them is not known to work, else
 * every five.
 * @param onHandedOver called for each event that listeners have got.
 */
export function openEventLog(
  db: Db,
  connection: StandingConnection,
  log: Log,
  onHandedOver: (event: StoredEvent) => void = () => undefined,
): EventLog {
  const tails = new Map<RestaurantId, Tail>();
  let stale = new Set<RestaurantId>();
  let isReading = false;
  let reading = Promise.resolve();
  let isClosed = false;

  const channel = openWakeChannel(connection, { onWake: look, onOpen: lookEverywhere });
  const stopSleeping = onWake((restaurantId) => {
    channel.send(restaurantId);
    look(restaurantId);
  });
  let lookedAt = performance.now();
  const poll = setInterval(() => {
    if (!connection.isLive() || performance.now() - lookedAt >= pollWhileHeardMs) lookEverywhere();
  }, pollEveryMs);
  poll.unref();

  function look(restaurantId: RestaurantId): void {
    if (isClosed || !tails.has(restaurantId)) return;
    stale.add(restaurantId);
    if (isReading) return;
    isReading = true;
    reading = readStale();
  }

  function lookEverywhere(): void {
    lookedAt = performance.now();
    for (const restaurantId of tails.keys()) look(restaurantId);
  }

  async function readStale(): Promise<void> {
    try {
      while (stale.size > 0) {
        const positions = [...stale].flatMap(positionOf);
        stale = new Set();
        if (positions.length > 0) await readFrom(positions);
      }
    } catch (error) {
      log.warn({ err: error }, 'Events could not be read; trying again in a second');
      // Nothing wakes for these restaurants again.
      lookedAt = -Infinity;
    } finally {
      isReading = false;
    }
  }

  async function readFrom(positions: Position[]): Promise<void> {
    const restaurantIds = positions.map(({ restaurantId }) => restaurantId);
    const [present, events] = await platformTransaction(
      db,
      'event-reading',
      (tx) => Promise.all([listLastSeqs(tx, restaurantIds), listEventsAfter(tx, positions, batch)]),
      { readOnly: true },
    );
    const presentSeqs = new Map(present.map(({ restaurantId, seq }) => [restaurantId, seq]));
    for (const position of positions) startAnewIfAhead(position, presentSeqs);
    for (const event of events) handOver(event);
    // A full batch may have left some behind.
    if (events.length >= batch) for (const { restaurantId } of positions) stale.add(restaurantId);
  }

  function positionOf(restaurantId: RestaurantId): Position[] {
    const seq = tails.get(restaurantId)?.seq ?? null;
    return seq === null ? [] : [{ restaurantId, seq }];
  }

  function startAnewIfAhead({ restaurantId, seq: seen }: Position, counters: ReadonlyMap<RestaurantId, number>): void {
    const present = counters.get(restaurantId) ?? seen;
    const tail = tails.get(restaurantId);
    if (present >= seen || tail?.seq !== seen) return;
    log.warn({ restaurantId, seen, present }, 'The database has gone back; screens read everything anew');
    tail.seq = present;
    stale.add(restaurantId);
    for (const { onRewind } of tail.subscribers) onRewind(present);
  }

  function handOver(event: StoredEvent): void {
    const tail = tails.get(event.restaurantId);
    if (tail === undefined || tail.seq === null || event.seq <= tail.seq) return;
    tail.seq = event.seq;
    onHandedOver(event);
    for (const { onEvent } of tail.subscribers) {
      try {
        onEvent(event);
      } catch (error) {
        log.error({ err: error, type: event.type, seq: event.seq }, 'A listener of events failed');
      }
    }
  }

  async function subscribe(
    restaurantId: RestaurantId,
    onEvent: EventListener,
    onRewind: (seq: number) => void,
  ): Promise<Subscription> {
    const subscriber = { onEvent, onRewind };
    const tail = tails.get(restaurantId) ?? begin(restaurantId);
    tail.waiting += 1;
    try {
      await tail.begun;
      tail.subscribers.add(subscriber);
    } finally {
      tail.waiting -= 1;
      forgetUnheard(restaurantId, tail);
    }
    return {
      startsAfter: tail.seq!,
      unsubscribe: () => {
        tail.subscribers.delete(subscriber);
        forgetUnheard(restaurantId, tail);
      },
    };
  }

  function begin(restaurantId: RestaurantId): Tail {
    const tail: Tail = { seq: null, begun: findBeginning(), subscribers: new Set(), waiting: 0 };
    tails.set(restaurantId, tail);
    return tail;

    async function findBeginning(): Promise<void> {
      const seq = await lastSeq(restaurantId);
      tail.seq = seq;
      look(restaurantId);
    }
  }

  function forgetUnheard(restaurantId: RestaurantId, tail: Tail): void {
    if (tail.subscribers.size === 0 && tail.waiting === 0) tails.delete(restaurantId);
  }

  function lastSeq(restaurantId: RestaurantId): Promise<number> {
    return transaction(db, restaurantId, (tx) => findLastSeq(tx, restaurantId), { readOnly: true });
  }

  return {
    subscribe,
    lastSeq,
    readAfter: (restaurantId, seq, limit) =>
      transaction(db, restaurantId, (tx) => listEventsAfter(tx, [{ restaurantId, seq }], limit), { readOnly: true }),
    async close() {
      isClosed = true;
      clearInterval(poll);
      stopSleeping();
      await Promise.all([reading, channel.close()]);
    },
  };
}
