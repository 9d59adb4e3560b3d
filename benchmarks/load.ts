/** A closed loop: each client sends its next request once the last one is answered. */
import { Agent, request } from 'node:http';

export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  count: number;
  failures: Record<string, number>;
}

interface Answer {
  status: number;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 2000 });

/** Sends one request over a kept-alive connection. */
export function send(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(url, {
      method,
      agent,
      headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
      response.on('error', fail);
    });
    sent.end(body);
  });
}

/** Runs `once` with `clients` in parallel for `seconds`. Every status other than 200 counts as a failure. */
export async function closedLoop(
  clients: number,
  seconds: number,
  once: (client: number) => Promise<number>,
): Promise<Measured> {
  const times: number[] = [];
  const failures: Record<string, number> = {};
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        const before = performance.now();
        const status = await once(client);
        if (status === 200) times.push(performance.now() - before);
        else failures[status] = (failures[status] ?? 0) + 1;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  return {
    perSecond: times.length / elapsed,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    count: times.length,
    failures,
  };
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
