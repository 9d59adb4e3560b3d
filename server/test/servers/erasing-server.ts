/** A server that does nothing but erase, with a clock of the test. */
import type { Db } from '#server/db/connect.ts';
import type { Config } from '#server/config.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import type { Log } from '#server/log.ts';
import type { Erasure } from '#server/modules/customers/privacy/erasure-list.ts';
import { openOutbox, type Outbox } from '#server/modules/outbound/jobs/outbox.ts';
import { testConfig } from './app.ts';
import { openMemoryList } from '#server/test/data/erasure-list.ts';

/** @returns its outbox, and the erasures that it notes. */
export function openErasingServer(
  db: Db,
  clock: () => Date,
  log: Log,
  config: Config = testConfig,
): { outbox: Outbox; noted: Erasure[] } {
  const { list, erased } = openMemoryList();
  const handlers = jobHandlers({
    database: { db, target: {} },
    config,
    clock,
    log,
    streams: { closeOf: () => undefined },
    erasures: list,
    mail: { send: async () => undefined },
    sms: { send: async () => undefined },
    calls: { kind: 'message', call: async () => undefined },
    push: { send: async () => 'sent' as const },
  });
  return { outbox: openOutbox({ db, clock, log, handlers, chance: () => 0 }), noted: erased };
}
