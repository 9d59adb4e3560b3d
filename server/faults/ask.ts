/** One question over HTTP on a kept connection, without the patience and the retries of a browser. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const agent = new Agent({ keepAlive: true });
/** Longer than the server may take for anything. */
const patienceMs = 20_000;

/** @throws whatever happened to the connection; `NoAnswer` when nothing did. */
export function ask(
  url: string,
  headers: Record<string, string> = {},
  body?: string,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const asked = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      agent,
      signal,
      headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    });
    asked.setTimeout(patienceMs, () => asked.destroy(new NoAnswer(`No answer within ${patienceMs} ms`)));
    asked.on('error', fail);
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () =>
        done({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    asked.end(body);
  });
}

export class NoAnswer extends Error {}
