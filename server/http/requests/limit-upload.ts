import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../answers/refusal.ts';

/** Milliseconds in which a client that was refused may read the answer and finish sending, before its connection is cut. */
const lingerMs = 2_000;
/** Milliseconds between two looks at how much has come, for bodies that do not say their length. */
const lookEveryMs = 250;

/**
 * Refuses an upload that says it is too long before it is received, and cuts a connection that goes on sending: one in
 * chunks beyond the limit, or any after its answer.
 * @throws request.too_large
 */
export function limitUpload(request: IncomingMessage, response: ServerResponse, mostBytes: number): void {
  const { socket } = request;
  const from = socket.bytesRead;
  const looking = setInterval(() => {
    if (!request.complete && socket.bytesRead - from > mostBytes) request.destroy();
  }, lookEveryMs).unref();
  response.once('close', () => clearInterval(looking));
  response.once('finish', () => {
    if (request.complete || request.readableEnded) return;
    const cut = setTimeout(() => request.destroy(), lingerMs).unref();
    request.once('end', () => clearTimeout(cut));
    // Dropped as it comes.
    request.resume();
  });
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw new Refusal('request.too_large');
}
