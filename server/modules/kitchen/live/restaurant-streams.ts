import type { RestaurantId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import type { StoredEvent, Subscription } from '#server/events/event-log.ts';
import type { EventStream } from '#server/http/streams/event-stream.ts';
import { Follower, type StreamReader } from './follower.ts';
import { type Frame, makeFrames } from './frames.ts';

/** Above this a screen is told to read everything anew, which is less work for both. */
const mostToCatchUp = 200;

/** The open streams of one restaurant in this process: one subscription, each order read once, each text made once. */
export class RestaurantStreams {
  readonly #restaurantId: RestaurantId;
  readonly #deps: Pick<Deps, 'db' | 'events' | 'log'>;
  readonly #onEmpty: () => void;
  readonly #followers = new Set<Follower>();
  readonly #subscription: Promise<Subscription>;
  #untold: StoredEvent[] = [];
  #isTelling = false;
  /** The last event that all followers have been told of; null before the first. */
  #toldSeq: number | null = null;
  /**
   * The last reading of missed events. Screens that come back together after a restart missed nearly the same, and share
   * it for as long as it reaches up to what was told.
   */
  #read: { after: number; frames: Promise<Frame[] | null> } | null = null;
  /** How often the numbers began anew; frames of the time before are not sent. */
  #rewinds = 0;

  constructor(restaurantId: RestaurantId, deps: Pick<Deps, 'db' | 'events' | 'log'>, onEmpty: () => void) {
    this.#restaurantId = restaurantId;
    this.#deps = deps;
    this.#onEmpty = onEmpty;
    this.#subscription = deps.events.subscribe(
      restaurantId,
      (event) => {
        this.#untold.push(event);
        if (!this.#isTelling) void this.#tell();
      },
      (seq) => this.#startAnew(seq),
    );
  }

  /**
   * Feeds the stream until it closes. It opens with `ready`, or with `reload` when the events after its Last-Event-ID
   * are no longer known, or too many (R58).
   */
  async follow(onlooker: StreamReader, stream: EventStream): Promise<void> {
    const follower = new Follower(onlooker, stream);
    // Registers first, so that every later frame is kept while the missed ones are read.
    this.#followers.add(follower);
    stream.onClose(() => this.#leave(follower));
    try {
      const { startsAfter } = await this.#subscription;
      await this.#catchUp(follower, this.#toldSeq ?? startsAfter);
    } catch (error) {
      this.#leave(follower);
      throw error;
    }
  }

  async #catchUp(follower: Follower, presentSeq: number): Promise<void> {
    const { lastEventId } = follower.stream;
    const seenSeq = lastEventId === null ? presentSeq : seqOf(lastEventId);
    const missed = seenSeq === null ? null : await this.#findMissed(seenSeq, presentSeq);
    if (seenSeq === null || missed === null) follower.open('reload', presentSeq);
    else follower.open('ready', seenSeq);
    follower.catchUp(missed ?? []);
  }

  /** The frames after `seenSeq` until now; null when they are unknown. */
  async #findMissed(seenSeq: number, presentSeq: number): Promise<Frame[] | null> {
    if (seenSeq === presentSeq) return [];
    // Another process may have been faster, or the number comes from a database that was replaced.
    if (seenSeq > presentSeq) return seenSeq <= (await this.#deps.events.lastSeq(this.#restaurantId)) ? [] : null;
    if (this.#read !== null && this.#read.after <= seenSeq) {
      const frames = await this.#read.frames;
      const lastSeq = frames?.at(-1)?.seq ?? 0;
      if (frames !== null && lastSeq >= presentSeq) return frames.filter(({ seq }) => seq > seenSeq);
    }
    const frames = this.#readMissed(seenSeq);
    const read = { after: seenSeq, frames };
    this.#read = read;
    frames.catch(() => {
      if (this.#read === read) this.#read = null;
    });
    return frames;
  }

  async #readMissed(seenSeq: number): Promise<Frame[] | null> {
    const { db, events } = this.#deps;
    const missed = await events.readAfter(this.#restaurantId, seenSeq, mostToCatchUp + 1);
    if (missed.length > mostToCatchUp || missed[0]?.seq !== seenSeq + 1) return null;
    return makeFrames(db, this.#restaurantId, missed);
  }

  async #tell(): Promise<void> {
    this.#isTelling = true;
    try {
      while (this.#untold.length > 0) {
        const events = this.#untold;
        const rewinds = this.#rewinds;
        this.#untold = [];
        const frames = await makeFrames(this.#deps.db, this.#restaurantId, events);
        if (rewinds !== this.#rewinds) continue;
        for (const frame of frames) {
          this.#toldSeq = frame.seq;
          for (const follower of this.#followers) follower.hear(frame);
        }
      }
    } catch (error) {
      // The streams connect again and ask for the events they missed.
      this.#deps.log.warn({ err: error }, 'Orders could not be read for the open streams; closing them');
      for (const follower of this.#followers) follower.stream.close();
    } finally {
      this.#isTelling = false;
    }
  }

  /** The database has gone back to `seq`: screens read everything anew, and those that catch up begin again. */
  #startAnew(seq: number): void {
    this.#rewinds++;
    this.#read = null;
    this.#untold = [];
    this.#toldSeq = seq;
    for (const follower of this.#followers) {
      if (follower.isCatchingUp) follower.stream.close();
      else follower.open('reload', seq);
    }
  }

  #leave(follower: Follower): void {
    if (!this.#followers.delete(follower) || this.#followers.size > 0) return;
    this.#onEmpty();
    this.#subscription.then(
      ({ unsubscribe }) => unsubscribe(),
      () => undefined,
    );
  }
}

function seqOf(lastEventId: string): number | null {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
}
