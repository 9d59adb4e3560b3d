import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, PoolClient } from '#server/db/connect.ts';
import type { Log } from '#server/log.ts';
import type { Outbox } from './outbox.ts';
import { onWakeOutbox } from './wake.ts';

interface OutboxRunner {
  stop(): Promise<void>;
}

const channelName = 'order_manager_jobs';
const electionLock = `hashtext('order-manager outbox')`;
/** Milliseconds until a server that was not elected tries again. */
const candidateMs = 1_000;
/** Milliseconds between two looks of the elected server; notifications only make it faster. */
const pollMs = 1_000;

/** Milliseconds between two questions whether the session that holds the lock is alive. */
const heartbeatMs = 5_000;

/**
 * Has one server of the database at a time do its jobs: the one whose session holds an advisory lock, which the database
 * gives to another when that session is gone. The elected server listens on the same session, and polls.
 */
export function runOutbox(outbox: Outbox, pool: Database['pool'], log: Log): OutboxRunner {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isElected = false;
  let isTelling = false;

  const stopSleeping = onWakeOutbox(() => void (isElected ? look() : tell()));

  function look(): Promise<void> {
    return outbox.look().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'The jobs could not be looked at; trying again in a second');
    });
  }

  /** Wakes the elected server. Outside the transactions of jobs, because commits that notify wait for each other. */
  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    await pool.query(`select pg_notify('${channelName}', '')`).catch(() => undefined);
    isTelling = false;
  }

  async function stand(): Promise<void> {
    while (!signal.aborted) {
      try {
        await lead();
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'The connection of the outbox is lost');
      }
      isElected = false;
      await sleep(candidateMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Does jobs as long as the session lives; returns at once when another server is elected. */
  async function lead(): Promise<void> {
    const client = await pool.connect();
    let isLeader = false;
    try {
      isLeader = await takeLock(client);
      if (!isLeader) return;
      const lost = Promise.race([once(client, 'end', { signal }), failure(client)]);
      // It can be lost before it is awaited.
      lost.catch(() => undefined);
      client.on('notification', () => void look());
      await client.query(`listen ${channelName}`);
      isElected = true;
      const poll = setInterval(() => void look(), pollMs);
      try {
        await look();
        await lost;
      } finally {
        clearInterval(poll);
        isElected = false;
      }
    } finally {
      // Closing the session gives the lock to another server.
      client.release(isLeader);
    }
  }

  /** Rejects when the session answers no more: a firewall can forget a connection without a word to either end. */
  async function failure(client: PoolClient): Promise<never> {
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal });
      await client.query('select');
    }
  }

  const standing = stand();

  return {
    async stop() {
      stopSleeping();
      await outbox.stop({ isElected });
      stopping.abort();
      await standing;
    },
  };
}

async function takeLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    `select pg_try_advisory_lock(${electionLock}) as "isTaken"`,
  );
  return rows[0]!.isTaken;
}
