import type { FastifyInstance } from 'fastify';

/** Sends a form exactly as a client with FormData does. `path` is below the API root. */
export async function sendForm(
  app: FastifyInstance,
  method: 'POST' | 'PUT',
  path: string,
  fields: Record<string, string | Blob>,
  token: string,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const encoded = new Response(data);
  const reply = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, answer: reply.json<Record<string, unknown>>() };
}
