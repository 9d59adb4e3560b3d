import type { FastifyInstance } from 'fastify';
import type { CallResponse } from '#contract/base/client.ts';

/**
 * Reads for the page of a guest, in process. The calls count as those of `clientAddress`, so that one guest's pages use up that guest's
 * limits. A `Response` in place of this answer would take 16 MB of memory, and a tenth of the time of a page.
 */
export function inProcessReader(
  app: FastifyInstance,
  clientAddress: string,
): (url: string, init: RequestInit) => Promise<CallResponse> {
  return async (address, { headers }) => {
    const { pathname, search } = new URL(address);
    const reply = await app.inject({
      url: pathname + search,
      headers: headers as Record<string, string>,
      remoteAddress: clientAddress,
    });
    const { statusCode: status } = reply;
    return {
      ok: status >= 200 && status < 300,
      status,
      headers: { get: (name) => reply.headers[name]?.toString() ?? null },
      json: async () => reply.json<unknown>(),
    };
  };
}
