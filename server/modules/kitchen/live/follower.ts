import type { CustomerId, OrderId, OutletId } from '#contract/base/ids.ts';
import type { EventStream } from '#server/http/streams/event-stream.ts';
import type { Audience } from '#server/modules/ordering/wire.ts';
import { type Frame, streamEventOf } from './frames.ts';

/** Who looks on: somebody of the restaurant, or a guest, who is told of the own orders only; maybe of one order only. */
export interface Onlooker {
  customerId: CustomerId | null;
  orderId: OrderId | null;
  /** Of somebody who works at some of the outlets alone. */
  outletIds: readonly OutletId[] | null;
  audience: Audience;
}

/** One open stream. Frames that come while it is still being caught up wait, so that it gets all of them once and in order. */
export class Follower {
  readonly stream: EventStream;
  readonly #onlooker: Onlooker;
  #waiting: Frame[] | null = [];
  #seq = 0;

  constructor(onlooker: Onlooker, stream: EventStream) {
    this.#onlooker = onlooker;
    this.stream = stream;
  }

  /** Says where the stream begins: `ready` continues after `seq`, `reload` as well, but what came before is to be read anew. */
  open(type: 'ready' | 'reload', seq: number): void {
    this.#seq = seq;
    this.stream.send(streamEventOf({ type, seq }));
  }

  /** The first frames, and then those that have been waiting. From now on nothing waits. */
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
