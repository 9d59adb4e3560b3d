import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log.ts';
import type { Database, PoolClient } from './connect.ts';
import { OpenWaits } from './open-waits.ts';

interface Listener {
  onMessage(message: string): void;
  /** The connection is open, possibly again; messages in between are lost. */
  onOpen?(): void;
}

interface Lock {
  /** Resolves when the connection is lost, and the lock with it. */
  lost: Promise<void>;
}

/** The one connection of a process that stays open: it hears what other processes say, and holds locks for as long as it lives. */
export interface StandingConnection {
  /** Hears a channel from now on. Nothing may depend on a message arriving. */
  listen(channel: string, listener: Listener): void;
  /** Says something outside any transaction, because commits of transactions that notify wait for each other. */
  notify(channel: string, message: string): Promise<void>;
  /** Whether messages arrive, as far as is known: the last pulse has come back, or was sent less than a second ago. */
  isLive(): boolean;
  /** Takes an advisory lock, or returns null: another process has it, or the connection is lost. */
  takeLock(name: string): Promise<Lock | null>;
  /** Also gives the locks back. Must be called before the database is closed. */
  close(): Promise<void>;
}

/** The connection at present. */
interface Line {
  client: PoolClient;
  drop: (reason: unknown) => void;
  /** Rejected by `drop`. It lives as long as the connection, so it is waited for once, and never for an answer. */
  dropped: Promise<never>;
  /** Broken off by `drop`. */
  answers: OpenWaits;
  /** When the pulse was sent that has not come back; monotonic milliseconds. */
  pulseSentAt: number | null;
}

const longestBackOffMs = 5_000;
/** Milliseconds within which a pulse usually comes back. */
const pulseBackWithinMs = 1_000;
/** Milliseconds after which a pulse that has not come back means that the connection is dead. */
const echoWithinMs = 10_000;
/**
 * Milliseconds after which the database ends a silent connection and gives its locks to another process: this one is
 * frozen, or its machine is gone. Pulses come three times as often.
 */
const silentForMs = 15_000;

/**
 * Opens the connection, and opens it again when it is lost. A firewall can forget a connection without a word to either
 * end, so the process sends itself messages, and both ends notice when they stop.
 */
export function openStandingConnection(
  pool: Database['pool'],
  log: Log,
  { echoWithin = echoWithinMs, silentFor = silentForMs } = {},
): StandingConnection {
  const pulseChannel = `order_manager_pulse_${randomBytes(8).toString('hex')}`;
  const listeners: { channel: string; listener: Listener }[] = [];
  const closing = new AbortController();
  let line: Line | undefined;
  const staying = stayOpen();
  const pulse = setInterval(checkPulse, echoWithin / 2).unref();

  async function stayOpen(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      let client: PoolClient | undefined;
      try {
        client = await pool.connect();
        const opened = await open(client);
        failures = 0;
        for (const { listener } of listeners) listener.onOpen?.();
        await Promise.race([once(client, 'end', { signal: closing.signal }), opened.dropped]);
        throw new Error('The database ended the connection');
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'The standing connection is lost; polling meanwhile');
        line?.drop(error);
      }
      line = undefined;
      // Closed, so that the database gives its locks to another process.
      client?.release(true);
      const backOffMs = Math.min(100 * 2 ** failures, longestBackOffMs);
      await sleep(backOffMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function open(client: PoolClient): Promise<Line> {
    const { promise: dropped, reject } = Promise.withResolvers<never>();
    // It can be dropped while nobody waits for it.
    dropped.catch(() => undefined);
    const answers = new OpenWaits();
    const drop = (reason: unknown) => {
      answers.fail(reason);
      reject(reason);
    };
    const opened: Line = { client, drop, dropped, answers, pulseSentAt: null };
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === pulseChannel) opened.pulseSentAt = null;
      for (const heard of listeners) if (heard.channel === channel) heard.listener.onMessage(payload);
    });
    await client.query(`set idle_session_timeout = ${silentFor}`);
    await client.query(`listen ${pulseChannel}`);
    // Listeners that are added meanwhile are in the list as well.
    for (const { channel } of listeners) await client.query(`listen ${channel}`);
    line = opened;
    return opened;
  }

  /** A query that fails takes the connection with it. @returns null when it is lost. */
  async function ask<T extends object>(text: string, values: readonly string[] = []): Promise<T[] | null> {
    const used = line;
    if (used === undefined) return null;
    try {
      const { rows } = await used.answers.waitFor(used.client.query<T>(text, [...values]));
      return rows;
    } catch (error) {
      used.drop(error);
      return null;
    }
  }

  async function notify(channel: string, message: string): Promise<void> {
    await ask('select pg_notify($1, $2)', [channel, message]);
  }

  function checkPulse(): void {
    if (line === undefined) return;
    if (line.pulseSentAt === null) {
      line.pulseSentAt = performance.now();
      void notify(pulseChannel, '');
    } else if (performance.now() - line.pulseSentAt >= echoWithin) line.drop(new Error('The connection is silent'));
  }

  return {
    listen(channel, listener) {
      listeners.push({ channel, listener });
      if (line !== undefined) void ask(`listen ${channel}`).then((heard) => heard !== null && listener.onOpen?.());
    },
    notify,
    isLive: () => line !== undefined && performance.now() - (line.pulseSentAt ?? Infinity) < pulseBackWithinMs,
    async takeLock(name) {
      const used = line;
      const rows = await ask<{ isTaken: boolean }>('select pg_try_advisory_lock(hashtext($1)) as "isTaken"', [name]);
      if (used === undefined || rows?.[0]?.isTaken !== true) return null;
      return { lost: used.dropped.catch(() => undefined) };
    },
    async close() {
      clearInterval(pulse);
      closing.abort();
      await staying;
    },
  };
}
