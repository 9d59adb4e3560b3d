/** Sends one HTTP request on a kept-alive connection, without a browser's timeouts and retries. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const agent = new Agent({ keepAlive: true });
/** Longer than any answer of the server may take. */
const patienceMs = 20_000;

/** @throws the connection's error; `NoAnswer` when the time is over. */
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
