import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { OpenRoute } from './open-routes.ts';

/**
 * `/healthz` answers while the process lives, whatever the database does. `/readyz` answers 200 only when calls can be
 * answered: 503 while the database is unreachable, older than `neededVersion`, or its disk too full for writes, and as
 * soon as stopping begins, so that no more requests are sent here (R87, R88). Overload does not change it: the load
 * would only be sent to the next server; nor does a backup that is late, which the answer tells all the same.
 */
export function healthRoutes(
  app: FastifyInstance,
  database: Pick<Database, 'state' | 'schemaVersion'>,
  neededVersion: number,
  backups: () => { verifiedAt: Date | null; isLate: boolean } | null = () => null,
): OpenRoute[] {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  async function readiness() {
    const { engine, status, isDiskLow } = database.state();
    const applied = status === 'ready' ? await database.schemaVersion().catch(() => null) : null;
    const isReady = !isStopping && !isDiskLow && applied !== null && applied >= neededVersion;
    return {
      isReady,
      answer: {
        status: isReady ? 'ready' : isStopping ? 'stopping' : 'unavailable',
        database: { engine, status: status === 'ready' && applied === null ? 'unreachable' : status, isDiskLow },
        migrations: { applied, needed: neededVersion },
        // Undefined is left out: this server makes no backups.
        backup: backups() ?? undefined,
      },
    };
  }

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
