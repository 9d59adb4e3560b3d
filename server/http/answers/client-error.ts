import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/base/errors.ts';
import { Refusal } from './refusal.ts';
import { errorAnswer } from './refusing.ts';

/** Answers, on the bare socket, input that never becomes a request: broken, too slow, or with headers too large. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code] = meaning(error.code);
  const requestId = randomUUID();
  const body = JSON.stringify(errorAnswer(new Refusal(code), requestId));
  const all = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function meaning(code: string | undefined): [status: number, code: ErrorCode] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'request.timed_out'];
  return code === 'HPE_HEADER_OVERFLOW' ? [431, 'request.too_large'] : [400, 'request.invalid'];
}
