import { once } from 'node:events';
import type { StandingConnection } from '#server/db/standing-connection.ts';
import type { Log } from '#server/log.ts';
import type { Outbox } from './outbox.ts';
import { onWakeOutbox } from './wake.ts';

interface OutboxRunner {
  /** Whether this server was elected to do the work that one of a database is enough for. */
  isElected: () => boolean;
  stop(): Promise<void>;
}

const channelName = 'order_manager_jobs';
const electionLock = 'order-manager outbox';
/** Milliseconds until a server that was not elected tries again. */
const candidateMs = 1_000;
/** Milliseconds between two looks of the elected server; notifications only make it faster. */
const pollMs = 1_000;

/**
 * Has one server of the database at a time do its jobs: the one whose standing connection holds an advisory lock, which
 * the database gives to another when that connection is gone. The elected server is woken by notifications, and polls.
 */
export function runOutbox(outbox: Outbox, connection: StandingConnection, log: Log): OutboxRunner {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isElected = false;
  let isTelling = false;
  let leading: Promise<void> | undefined;

  const stopSleeping = onWakeOutbox(() => void (isElected ? look() : tell()));
  connection.listen(channelName, { onMessage: () => void (isElected && look()), onOpen: stand });
  const candidacy = setInterval(stand, candidateMs).unref();

  function look(): Promise<void> {
    return outbox.look().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'The jobs could not be looked at; trying again in a second');
    });
  }

  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    await connection.notify(channelName, '');
    isTelling = false;
  }

  function stand(): void {
    leading ??= lead().finally(() => {
      leading = undefined;
    });
  }

  /** Does jobs as long as the connection lives; returns at once when another server is elected. */
  async function lead(): Promise<void> {
    const lock = await connection.takeLock(electionLock);
    if (lock === null || signal.aborted) return;
    isElected = true;
    const poll = setInterval(() => void look(), pollMs);
    void look();
    await Promise.race([lock.lost, once(signal, 'abort')]);
    clearInterval(poll);
    isElected = false;
  }

  return {
    isElected: () => isElected,
    async stop() {
      stopSleeping();
      await outbox.stop({ isElected });
      clearInterval(candidacy);
      stopping.abort();
      await leading;
    },
  };
}
