/** Servers that escalate orders, to be raced and stopped. */
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import { type EscalationLoop, startEscalation } from '#server/modules/kitchen/escalation/escalation.ts';
import { openOutbox } from '#server/modules/outbound/jobs/outbox.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { openPush } from '#server/modules/outbound/push/push.ts';
import { openVoiceCalls } from '#server/modules/outbound/voice-calls.ts';
import { type TestApp, testConfig } from './app.ts';
import { testLog } from './log.ts';
import { openMemoryList } from '#server/test/data/erasure-list.ts';

interface Ways {
  clock?: () => Date;
  mail?: (message: MailMessage) => Promise<void>;
  config?: Config;
}

/** Other servers on the same database; that of the app escalates and sends as well. */
export function openEscalationServers(
  app: TestApp,
  count: number,
  { clock = app.clock.now, mail, config = testConfig }: Ways = {},
) {
  const { db } = app;
  const sms = { send: async ({ to, text }: { to: string; text: string }) => void app.sms.push({ to, text }) };
  const drivers = {
    mail: { send: mail ?? (async (message: MailMessage) => void app.mails.push(message)) },
    sms,
    streams: { closeOf: () => undefined },
    erasures: openMemoryList().list,
    calls: openVoiceCalls({ calls: undefined }, sms, testLog),
    push: openPush({ db, config, clock }),
  };
  const outboxes = Array.from({ length: count }, () =>
    openOutbox({
      db,
      clock,
      log: testLog,
      handlers: jobHandlers({ database: { db, target: {} }, config, clock, log: testLog, ...drivers }),
    }),
  );
  const servers: EscalationLoop[] = outboxes.map(() =>
    startEscalation({ db, clock, log: testLog, config }, () => true),
  );

  /** Also the jobs that the app's own server has begun with. */
  async function settle(): Promise<void> {
    await Promise.all(outboxes.map((outbox) => outbox.settle()));
    for (let busy = 1; busy > 0;) {
      busy = await platformTransaction(db, 'outbox', async (tx) => {
        const { rows } = await sql<{
          busy: number;
        }>`select count(*) as busy from jobs where leased_by is not null`.execute(tx);
        return rows[0]!.busy;
      });
    }
  }

  return {
    async look() {
      await Promise.all(servers.map((server) => server.look()));
      await settle();
    },
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
}
