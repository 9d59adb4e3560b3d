import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of finished answers that may wait for their readers, in all. */
const mostUnread = 64 * 2 ** 20;
/** Requests of one connection that may wait for their turn: browsers and proxies send none ahead. */
const mostWaiting = 32;

/**
 * Readers that do not take their answers. A finished answer counts as no work, so the number of these is limited by nothing else: a reader
 * is cut when it takes nothing for too long, and the one that is behind the longest when what waits would fill the memory.
 */
export class SlowReaders {
  readonly #longestStall: number;
  /** The bytes that waited when the answer was finished, the oldest answer first. */
  readonly #unread = new Map<ServerResponse, number>();
  #bytes = 0;
  /** The number of requests that wait for their turn. */
  readonly #waiting = new WeakMap<Socket, number>();

  /**
   * @param longestStall in milliseconds; up to twice that, because Node looks only once in this time whether anything was taken. What a
   * reader takes shows in steps of what it has room for, on one machine a megabyte or two.
   */
  constructor(longestStall: number) {
    this.#longestStall = longestStall;
  }

  /**
   * Serves a request when its turn comes: one that is sent ahead waits until the answers before it are taken, so that a connection has
   * one answer at a time. Node takes requests from a connection until answers pile up, so that one on which too many wait is cut.
   */
  serve(response: ServerResponse, serve: () => void): void {
    if (response.socket !== null) return serve();
    const { socket } = response.req;
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    if (waiting > mostWaiting) return void socket.destroy();
    this.#waiting.set(socket, waiting);
    response.once('socket', () => {
      this.#waiting.set(socket, this.#waiting.get(socket)! - 1);
      process.nextTick(() => response.destroyed || serve());
    });
  }

  /** Watches the reader of an answer that is given to the socket whole: mostly the network has taken all of it. */
  look(response: ServerResponse): void {
    if (response.socket !== null && response.socket.writableLength > 0) this.#watch(response);
  }

  #watch(response: ServerResponse): void {
    const socket = response.socket!;
    this.#unread.set(response, socket.writableLength);
    this.#bytes += socket.writableLength;
    response.once('close', () => this.#forget(response));
    // A socket whose time is over is destroyed by the server.
    socket.setTimeout(this.#longestStall);
    // Before Node sets the time for the next request.
    response.prependOnceListener('finish', () => socket.setTimeout(0));
    for (const [oldest] of this.#unread) {
      if (this.#bytes <= mostUnread || this.#unread.size === 1) break;
      this.#forget(oldest);
      oldest.destroy();
    }
  }

  #forget(response: ServerResponse): void {
    this.#bytes -= this.#unread.get(response) ?? 0;
    this.#unread.delete(response);
  }
}
