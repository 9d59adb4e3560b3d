import type { FastifyInstance, InjectOptions } from 'fastify';

/** A `fetch` that calls this server in process, without the network; for tests. */
export function inProcessFetch(app: FastifyInstance): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    // Request serialises bodies of every kind, including forms.
    const request = new Request(new URL(url, 'http://localhost'), init);
    const { pathname, search } = new URL(request.url);
    const reply = await app.inject({
      method: request.method as InjectOptions['method'],
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      payload: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
    });
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const isEmpty = reply.statusCode === 204 || reply.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers });
  };
}
