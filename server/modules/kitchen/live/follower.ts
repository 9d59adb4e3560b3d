import type { CustomerId, OrderId, OutletId } from '#contract/base/ids.ts';
import type { EventStream } from '#server/http/streams/event-stream.ts';
import type { Audience } from '#server/modules/ordering/wire.ts';
import { type Frame, streamEventOf } from './frames.ts';

/**
 * The reader of a stream: a person of the restaurant, or a guest, who is told of their own orders only; optionally
 * limited to one order.
 */
export interface StreamReader {
  customerId: CustomerId | null;
  orderId: OrderId | null;
  /** The outlets of a person limited to some; null means all. */
  outletIds: readonly OutletId[] | null;
  audience: Audience;
}

/** One open stream. Frames that arrive while it is catching up wait, so that it gets each of them once and in order. */
export class Follower {
  readonly stream: EventStream;
  readonly #onlooker: StreamReader;
  #waiting: Frame[] | null = [];
  #seq = 0;

  constructor(onlooker: StreamReader, stream: EventStream) {
    this.#onlooker = onlooker;
    this.stream = stream;
  }

  get isCatchingUp(): boolean {
    return this.#waiting !== null;
  }

  /**
   * Tells where the stream begins: `ready` continues after `seq`; so does `reload`, but everything before has to be
   * read anew.
   */
  open(type: 'ready' | 'reload', seq: number): void {
    this.#seq = seq;
    this.stream.send(streamEventOf({ type, seq }));
  }

  /** Sends the first frames, and then the waiting ones. From now on nothing waits. */
  catchUp(frames: readonly Frame[]): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const frame of [...frames, ...waiting]) this.hear(frame);
  }

  hear(frame: Frame): void {
    if (this.#waiting !== null) {
      this.#waiting.push(frame);
      return;
    }
    if (frame.seq <= this.#seq) return;
    this.#seq = frame.seq;
    const { customerId, orderId, outletIds, audience } = this.#onlooker;
    if (customerId !== null && frame.customerId !== customerId) return;
    if (orderId !== null && frame.orderId !== orderId) return;
    if (outletIds !== null && frame.outletId !== null && !outletIds.includes(frame.outletId)) return;
    const text = frame.textFor(audience);
    if (text !== null) this.stream.send(text);
  }
}
