/** Closed loops: each client sends its next request once the last one is answered. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Measured {
  perSecond: number;
  /** Milliseconds that each answer took. */
  times: number[];
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

/**
 * A kept-alive connection that sends one request at a time and reads no more of an answer than its status and length: a
 * tenth of the CPU of `send`, which would take it from the server on the same machine.
 */
class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { done: (answer: Answer) => void; fail: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (data) => this.#read(data as Buffer));
    this.#socket.on('error', (error) => this.#waiting?.fail(error));
    this.#socket.on('close', () => this.#waiting?.fail(new Error('The server closed a connection')));
  }

  send(text: string): Promise<Answer> {
    return new Promise((done, fail) => {
      this.#waiting = { done, fail };
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const text = this.#received.toString('latin1', 0, head);
    const status = Number(text.slice(9, 12));
    const length = status === 304 ? '0' : /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined) {
      this.#waiting?.fail(new Error(`An answer does not say its length: ${text}`));
      return;
    }
    const end = head + 4 + Number(length);
    if (this.#received.length < end) return;
    const body = status === 200 ? '' : this.#received.toString('utf8', head + 4, end);
    this.#received = this.#received.subarray(end);
    this.#waiting?.done({ status, body });
  }
}

/** The text of a POST of JSON, as `rawLoop` sends it. */
export function postText(path: string, headers: Record<string, string>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${lines.join('')}` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** The text of a GET, as `rawLoop` sends it. */
export function getText(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`;
}

/** Sends what `next` makes, over as many raw connections as there are clients. @throws at the first other status. */
export async function rawLoop(
  url: string,
  clients: number,
  seconds: number,
  next: (client: number) => string,
  expected = 200,
): Promise<Measured> {
  const connections = Array.from({ length: clients }, () => new RawConnection(Number(new URL(url).port)));
  try {
    return await closedLoop(clients, seconds, (client) => connections[client]!.send(next(client)), expected);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Runs `once` with `clients` in parallel for `seconds`. @throws at the first other status: its rate is of no work. */
export async function closedLoop(
  clients: number,
  seconds: number,
  once: (client: number) => Promise<Answer>,
  expected = 200,
): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        const before = performance.now();
        const { status, body } = await once(client);
        if (status !== expected) throw new Error(`A request was answered with ${status}: ${body.slice(0, 300)}`);
        times.push(performance.now() - before);
      }
    }),
  );
  return { perSecond: times.length / ((performance.now() - started) / 1000), times };
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);
