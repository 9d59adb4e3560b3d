/** Servers that escalate orders, to be raced and stopped. */
import { openBackground } from '#server/background.ts';
import { type EscalationLoop, startEscalation } from '#server/modules/kitchen/escalation/escalation.ts';
import type { EscalationDeps } from '#server/modules/kitchen/escalation/run-step.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { type TestApp, testConfig } from './app.ts';
import { testLog } from './log.ts';

interface Ways {
  clock?: () => Date;
  mail?: (message: MailMessage) => Promise<void>;
}

/** Other servers on the same database; that of the app escalates as well. */
export function openEscalationServers(app: TestApp, count: number, { clock = app.clock.now, mail }: Ways = {}) {
  const background = openBackground(testLog);
  const deps = {
    db: app.db,
    clock,
    log: testLog,
    background,
    config: testConfig,
    mail: { send: mail ?? (async (message) => void app.mails.push(message)) },
    calls: {
      kind: 'message',
      call: async ({ to, text }) => void app.sms.push({ to, text }),
    },
  } satisfies EscalationDeps;
  const servers: EscalationLoop[] = Array.from({ length: count }, () => startEscalation(deps));
  return {
    async look() {
      await Promise.all(servers.map((server) => server.look()));
      await background.idle();
    },
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
}
