/**
 * Keeps a screen true while it is open (decision 36, R61): follows the stream of events, resumes it after the last number it
 * saw, asks for the whole list while the stream does not come through, and says how it stands.
 */
import type { LiveEvent } from '#contract/kitchen/live.ts';
import { limits } from '#contract/base/limits.ts';
import { readEvents, retryDelay } from '#contract/base/event-stream.ts';

export type Connection =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** The stream does not come through; the list is asked for every few seconds. */
  | { kind: 'polling' }
  | { kind: 'lost'; lastUpdateAt: Date | null };

interface LiveUpdatesOptions {
  /** The number of the last event that the list contains; null while it has to be read. Asked at each connection. */
  lastEvent: () => number | null;
  openStream: (lastEvent: number, signal: AbortSignal) => Promise<Response>;
  /** Brings the whole list up to date; rejects when no answer comes. */
  poll: () => Promise<unknown>;
  /** The list has moved past events that nobody heard: whatever else they changed has to be read again. */
  onMissed: () => void;
  /**
   * The database has gone back (a restore, a failover to a copy that was behind), and gives numbers a second time: the list and
   * all else has to be read anew. `lastEvent` is null until the list was.
   */
  onRewind: () => void;
  onEvent: (event: Exclude<LiveEvent, { type: 'ready' | 'reload' }>) => void;
  onConnection: (connection: Connection) => void;
  /** Where 'online' and 'offline' are heard. */
  network: EventTarget;
}

const SECOND = 1000;
/** A stream that says nothing for longer than its heartbeat allows is dead. */
const SILENCE = (limits.streamHeartbeatSeconds + 2.5) * SECOND;
const CONNECT_TIMEOUT = 5 * SECOND;
/** R61: within 10 s of the loss the screen says so. */
const LOST_AFTER = 9.5 * SECOND;
/** The longest between two polls, with a margin: without a stream, silence in between is normal. */
const POLL_ALLOWANCE = 20 * SECOND;

interface LiveUpdates {
  close: () => void;
  /** Leaves the present stream for one that follows the list as it is now; a list without a last event is read first. */
  restart: () => void;
}

/** Starts following. */
export function openLiveUpdates(options: LiveUpdatesOptions): LiveUpdates {
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;
  let attempt = new AbortController();
  let wake: () => void = () => undefined;
  let lastUpdateAt: Date | null = null;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  /** The last event that was heard, or made up for. */
  let heard: number | null = null;

  function noteSignOfLife(allowance: number): void {
    lastUpdateAt = new Date();
    clearTimeout(lostTimer);
    lostTimer = setTimeout(loseConnection, allowance);
  }

  function loseConnection(): void {
    clearTimeout(lostTimer);
    options.onConnection({ kind: 'lost', lastUpdateAt });
  }

  /** The list may have been read elsewhere, too. */
  function noteMissed(): void {
    const last = options.lastEvent();
    if (heard !== null && last !== null && last !== heard) options.onMissed();
    heard = last;
  }

  async function poll(kind: 'connecting' | 'polling'): Promise<void> {
    try {
      await options.poll();
      if (isClosed()) return;
      noteMissed();
      noteSignOfLife(POLL_ALLOWANCE);
      options.onConnection({ kind });
    } catch {
      if (!isClosed()) loseConnection();
    }
  }

  /** Follows one stream to its end. Answers whether it ever spoke. */
  async function follow(from: number): Promise<boolean> {
    attempt = new AbortController();
    const { signal } = attempt;
    const abort = () => attempt.abort();
    let silence = setTimeout(abort, CONNECT_TIMEOUT);
    let hasSpoken = false;
    try {
      const response = await options.openStream(from, signal);
      if (!response.ok || response.body === null) return false;
      for await (const batch of readEvents(response.body)) {
        if (isClosed()) return true;
        clearTimeout(silence);
        silence = setTimeout(abort, SILENCE);
        noteSignOfLife(LOST_AFTER);
        if (!hasSpoken) options.onConnection({ kind: 'live' });
        hasSpoken = true;
        for (const data of batch) await handleEvent(JSON.parse(data) as LiveEvent);
      }
    } catch {
      // The line broke, or was cut for its silence: the next try tells which.
    } finally {
      clearTimeout(silence);
      abort();
    }
    return hasSpoken;
  }

  async function handleEvent(event: LiveEvent): Promise<void> {
    if (event.type === 'ready') return;
    if (event.type === 'reload') {
      if (event.seq < (options.lastEvent() ?? 0)) {
        options.onRewind();
        heard = null;
      }
      await options.poll();
      noteMissed();
    } else {
      options.onEvent(event);
      heard = event.seq;
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    options.onConnection({ kind: 'connecting' });
    let failures = 0;
    while (!isClosed()) {
      noteMissed();
      const from = options.lastEvent();
      if (from === null) await poll('connecting');
      else if (await follow(from)) failures = 0;
      else {
        failures += 1;
        if (!isClosed()) await poll('polling');
      }
      // A list that was just read is followed at once, and one that no longer holds is read at once.
      const isListNext = (from === null) !== (options.lastEvent() === null);
      if (!isClosed() && !isListNext) await pause(retryDelay(failures, Math.random()));
    }
  }

  const restart = () => {
    attempt.abort();
    wake();
  };
  const goOffline = () => {
    loseConnection();
    attempt.abort();
  };
  const goOnline = () => wake();
  options.network.addEventListener('offline', goOffline);
  options.network.addEventListener('online', goOnline);
  void run();

  const close = () => {
    closing.abort();
    clearTimeout(lostTimer);
    restart();
    options.network.removeEventListener('offline', goOffline);
    options.network.removeEventListener('online', goOnline);
  };
  return { close, restart };
}
