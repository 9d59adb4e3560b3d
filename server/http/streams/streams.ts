import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/base/limits.ts';
import type { Config } from '#server/config.ts';
import type { Caller } from '../requests/caller.ts';
import { OpenStream } from './open-stream.ts';
import { Refusal } from '../answers/refusal.ts';

/** Finds the ended tokens among these hashes. Implemented by the accounts module. */
export type ListEndedTokens = (tokenHashes: readonly Buffer[], now: Date) => Promise<readonly Buffer[]>;

const mostPerToken = 5;
const mostPerPerson = 20;
/** Guests have at most half of a restaurant's streams, and of all: without one their pages poll. */
const shareOfGuests = 0.5;
/** Ten thousand heartbeats at once take a tenth of a second and more, in which no order is answered: each stream has its own moment. */
const beatsPerRound = 50;
const beatEveryMs = (limits.streamHeartbeatSeconds * 1000) / beatsPerRound;
const checkEveryMs = 4_000;
/** Tokens that are read together: the rows of ten thousand hold the event loop for tens of milliseconds. */
const tokensAtOnce = 500;

interface StreamsOptions {
  clock: () => Date;
  listEndedTokens: ListEndedTokens;
  /** Called when the search for ended tokens fails; it is repeated. */
  onFailure: (error: unknown) => void;
  /** The most streams of this process and of one restaurant (STREAMS_MAX); null, for load tests alone, sets no limit. */
  limits: Config['streams'] | null;
}

/** The open streams of this process: their number, heartbeat, and end with the token (R59, R60). */
export class Streams {
  readonly #options: StreamsOptions;
  readonly #byToken = new Map<string, Set<OpenStream>>();
  /** The streams of each person, restaurant and restaurant's guests, the oldest first. */
  readonly #groups = new Map<string, Set<OpenStream>>();
  /** The streams that have their heartbeat together. */
  readonly #beating = Array.from({ length: beatsPerRound }, () => new Set<OpenStream>());
  readonly #timers: NodeJS.Timeout[];
  readonly #startedAt = performance.now();
  #beats = 0;
  #opened = 0;
  #count = 0;

  constructor(options: StreamsOptions) {
    this.#options = options;
    this.#timers = [
      setInterval(() => this.#beat(), beatEveryMs).unref(),
      setInterval(() => void this.closeEnded().catch(options.onFailure), checkEveryMs).unref(),
    ];
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Refuses the sixth stream of a token, the 21st of a person, and those that would leave too few to others: one account
   * must not hold the streams of all kitchens. Where there is no room left, a kitchen takes the place of a guest.
   */
  open(request: FastifyRequest, reply: FastifyReply, caller: Caller): OpenStream {
    const token = 'tokenHash' in caller ? caller.tokenHash.toString('hex') : '';
    const ofToken = this.#byToken.get(token) ?? new Set();
    const { limits: most } = this.#options;
    if (most !== null) {
      const ofPerson = this.#group(personOf(caller)).size;
      if (token !== '' && (ofToken.size >= mostPerToken || ofPerson >= mostPerPerson))
        throw new Refusal('rate.limited', { seconds: 5 });
      this.#requireRoom(caller, most);
    }
    const groups = groupsOf(caller);
    const stream = new OpenStream(request, reply);
    this.#byToken.set(token, ofToken.add(stream));
    for (const name of groups) this.#groups.set(name, this.#group(name).add(stream));
    const beating = this.#beating[this.#opened++ % beatsPerRound]!.add(stream);
    this.#count++;
    stream.onClose(() => {
      beating.delete(stream);
      for (const name of groups) this.#leave(name, stream);
      this.#count--;
      ofToken.delete(stream);
      if (ofToken.size === 0) this.#byToken.delete(token);
    });
    return stream;
  }

  #requireRoom(caller: Caller, { most: mostPerProcess, mostPerRestaurant }: Config['streams']): void {
    const isGuest = caller.kind === 'customer';
    const ofRestaurant = 'restaurantId' in caller ? caller.restaurantId : '';
    const bounds = [
      { all: this.#group(ofRestaurant).size, guests: this.#group(guestsOf(ofRestaurant)), most: mostPerRestaurant },
      { all: this.#count, guests: this.#group(allGuests), most: mostPerProcess },
    ];
    for (const { all, guests, most } of bounds) {
      const [oldestGuest] = guests;
      const isFull = all >= most || (isGuest && guests.size >= most * shareOfGuests);
      if (isFull && (isGuest || oldestGuest === undefined)) throw new Refusal('server.unavailable', { seconds: 5 });
      if (isFull) oldestGuest?.close();
    }
  }

  #group(name: string): Set<OpenStream> {
    return this.#groups.get(name) ?? new Set();
  }

  #leave(name: string, stream: OpenStream): void {
    const group = this.#group(name);
    group.delete(stream);
    if (group.size === 0) this.#groups.delete(name);
  }

  /** Closes the streams whose token was revoked or has expired. */
  async closeEnded(): Promise<void> {
    const { listEndedTokens, clock } = this.#options;
    const tokens = [...this.#byToken.keys()].filter((token) => token !== '');
    for (let first = 0; first < tokens.length; first += tokensAtOnce) {
      const asked = tokens.slice(first, first + tokensAtOnce);
      const hashes = asked.map((token) => Buffer.from(token, 'hex'));
      this.closeOf(await listEndedTokens(hashes, clock()));
    }
  }

  /** Closes the streams of tokens that this process has just ended, given by their hashes. */
  closeOf(tokenHashes: readonly Buffer[]): void {
    for (const hash of tokenHashes) {
      for (const stream of this.#byToken.get(hash.toString('hex')) ?? []) stream.close();
    }
  }

  /** Tells every reader to reconnect elsewhere, because this process stops. */
  closeAll(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const streams of this.#byToken.values()) for (const stream of streams) stream.close();
  }

  /** Goes by the clock: the delays of its timer would add up, and browsers give up a stream that is silent too long. */
  #beat(): void {
    const now = performance.now();
    const due = Math.floor((now - this.#startedAt) / beatEveryMs);
    for (this.#beats = Math.max(this.#beats, due - beatsPerRound); this.#beats < due; this.#beats++) {
      for (const stream of this.#beating[this.#beats % beatsPerRound]!) stream.beat(now);
    }
  }
}

const allGuests = 'guests';
const guestsOf = (restaurantId: string) => `guests of ${restaurantId}`;

function personOf(caller: Caller): string {
  if ('userId' in caller) return caller.userId;
  return 'customerId' in caller ? caller.customerId : '';
}

function groupsOf(caller: Caller): string[] {
  if (!('restaurantId' in caller)) return [personOf(caller)];
  const { kind, restaurantId } = caller;
  return [personOf(caller), restaurantId, ...(kind === 'customer' ? [guestsOf(restaurantId), allGuests] : [])];
}
