import type { FastifyInstance } from 'fastify';
import type { Route } from '#contract/base/api.ts';
import { createClient } from '#contract/base/client.ts';

/** Possibly invalid input; a form is sent as JSON. */
export interface RawInput {
  params?: object;
  query?: object;
  body?: unknown;
  form?: object;
  /** The exact bytes of a body, instead of `body` and `form`. */
  bytes?: Buffer;
  headers?: Record<string, string>;
}

export interface RawReply {
  status: number;
  headers: Record<string, unknown>;
  /** The body as text. */
  text: string;
  bytes: Buffer;
}

const { address } = createClient({
  fetch: () => Promise.reject(new Error('Only addresses are asked of it')),
  token: () => null,
});

/** Calls an endpoint in process with any input and returns the raw reply. Streams never end and need `listen`. */
export async function rawCall(app: FastifyInstance, route: Route, input: RawInput, token?: string): Promise<RawReply> {
  const { method, url } = address(route, input);
  const sent = input.body ?? input.form;
  const payload = input.bytes ?? (sent === undefined ? undefined : JSON.stringify(sent));
  const reply = await app.inject({
    method: method as 'GET' | 'POST' | 'PUT',
    url,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...input.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, bytes: reply.rawPayload };
}
