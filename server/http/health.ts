import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { describeEngine } from '#server/db/engine/engine-age.ts';
import type { OpenRoute } from './open-routes.ts';

/** Whether calls can be answered, and what `/readyz` says of it. */
export type Readiness = () => Promise<{ isReady: boolean; answer: object }>;

interface Watched {
  backups?: () => { verifiedAt: Date | null; isLate: boolean } | null;
  shipping?: { state(): { safeAt: Date | null; isLate: boolean } } | null;
  /** Companies that do not confirm the sessions of their people. */
  companies?: () => { restaurants: number; since: Date } | null;
  stop?: AbortSignal | undefined;
}

/**
 * `/healthz` answers while the process lives, whatever the database does. `/readyz` answers 200 only when calls can be
 * answered: 503 while the database is unreachable, older than `neededVersion`, or its disk too full for writes, and as
 * soon as `stop` asks the server to end, so that no more requests are sent here (R87, R88). Overload does not change it: the load
 * would only be sent to the next server; nor does a backup or a shipped log that is late, or a company that does not
 * confirm its sessions, which the answer tells all the same.
 */
export function openReadiness(
  app: FastifyInstance,
  database: Pick<Database, 'state' | 'schemaVersion'>,
  neededVersion: number,
  clock: () => Date,
  { backups = () => null, shipping, companies = () => null, stop }: Watched = {},
): Readiness {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  return async () => {
    const { status, isDiskLow } = database.state();
    const applied = status === 'ready' ? await database.schemaVersion().catch(() => null) : null;
    const isStopping = isClosing || stop?.aborted === true;
    const isReady = !isStopping && !isDiskLow && applied !== null && applied >= neededVersion;
    return {
      isReady,
      answer: {
        status: isReady ? 'ready' : isStopping ? 'stopping' : 'unavailable',
        database: {
          ...describeEngine(database, clock()),
          status: status === 'ready' && applied === null ? 'unreachable' : status,
          isDiskLow,
        },
        migrations: { applied, needed: neededVersion },
        // Undefined is left out: this server makes no backups.
        backup: backups() ?? undefined,
        log: shipping?.state(),
        companySignIn: companies() ?? undefined,
      },
    };
  };
}

export function healthRoutes(readiness: Readiness): OpenRoute[] {
  return [
    {
      method: 'GET',
      url: '/healthz',
      why: 'For supervisors, which know nothing of the API.',
      precedence: 'always',
      handler: async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    },
    {
      method: 'GET',
      url: '/readyz',
      why: 'For supervisors and load balancers, which know nothing of the API.',
      precedence: 'always',
      handler: async (_, reply) => {
        const { isReady, answer } = await readiness();
        if (!isReady) void reply.code(503).header('retry-after', '2');
        return reply.header('cache-control', 'no-store').send(answer);
      },
    },
  ];
}
