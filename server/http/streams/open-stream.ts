import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventStream, StreamEvent } from './event-stream.ts';

/** Bytes that may be buffered for a slow reader (R60). */
const mostWaiting = 256 * 1024;
/** Milliseconds for which a reader that is behind may read nothing, and milliseconds to read the final event. */
const longestStall = 45_000;
const farewell = 5_000;
const heartbeat = Buffer.from(':\n\n');

/**
 * A stream over one HTTP reply. The headers are sent with the first event, so until then the call can still be refused.
 */
export class OpenStream implements EventStream {
  readonly lastEventId: string | null;
  readonly #reply: FastifyReply;
  readonly #listeners = new Set<() => void>();
  #isClosed = false;
  #lastId = 0;
  #stalledSince: number | null = null;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    const header = request.headers['last-event-id'];
    this.lastEventId = typeof header === 'string' ? header : null;
    this.#reply = reply;
    reply.raw.once('close', () => this.#ended());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Sends the headers and the delay before reconnecting, which is random so that clients do not all return at once
   * (R61).
   */
  open(): void {
    const { raw } = this.#reply;
    if (raw.headersSent || this.#isClosed) return;
    this.#reply.hijack();
    // The connection ends with the stream, which is all the framing that it needs: one write for an event in place of four.
    raw.removeHeader('transfer-encoding');
    raw.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // The connection ends with the stream, so that a stopping server need not wait for it.
      connection: 'close',
      // Tells nginx not to buffer.
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n\n`);
  }

  send({ id, bytes }: StreamEvent): void {
    if (this.#isClosed) return;
    this.open();
    this.#lastId = id;
    this.#write(bytes);
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#listeners.add(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    if (this.#reply.raw.headersSent) this.#reply.raw.end();
    this.#ended();
  }

  /** Keeps proxies from closing a quiet stream, and detects readers that have stopped. */
  beat(now: number): void {
    if (this.#isClosed || !this.#reply.raw.headersSent) return;
    if (this.#reply.raw.socket?.writableNeedDrain !== true) this.#stalledSince = null;
    else if ((this.#stalledSince ??= now) + longestStall <= now) return this.#cut();
    this.#write(heartbeat);
  }

  /** Writes to the socket itself: an event goes to many streams, and a write to the answer takes a third more processor time. */
  #write(frame: Buffer): void {
    const { raw } = this.#reply;
    const { socket } = raw;
    if (socket === null) return;
    socket.write(frame);
    if (socket.writableLength <= mostWaiting) return;
    raw.end(`event: reload\ndata: ${JSON.stringify({ type: 'reload', seq: this.#lastId })}\n\n`);
    this.#cut(farewell);
  }

  #cut(after = 0): void {
    this.#ended();
    const { raw } = this.#reply;
    setTimeout(() => raw.destroy(), after).unref();
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
