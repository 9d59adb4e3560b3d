import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '#server/http/requests/caller.ts';
import type { SessionTimes } from './sessions.ts';

export interface FoundCaller {
  caller: Caller;
  /** Null for a site, whose token does not end. */
  session: SessionTimes | null;
}

interface Remembered {
  tokenHash: Buffer;
  found: FoundCaller;
  /** When the statement that found it began. Monotonic milliseconds, which never jump; so are the others. */
  readMs: number;
  usedMs: number;
}

const validMs = 1_000;
/** Tokens are random, so one that nobody has will not become anybody's. */
const unknownValidMs = 60_000;
const rememberedMax = 10_000;
/** The statement has the rest of the second. */
const rereadEveryMs = 600;
/** About as long as a guest looks at the checkout before the order is sent. */
const activeMs = 30_000;
/** A statement reads them in a few milliseconds. */
const rereadMax = 500;
/** Readings ahead belong to no request: neither its limit to outlets nor its trace may go on in them. */
const outsideRequests = AsyncLocalStorage.snapshot();

/**
 * The callers that a process remembers, by the hash of their token: each for a second from the moment at which it was asked for.
 * The 500 guests who called last, and in the last half minute, are read again before that second is over, all by one
 * statement, so that an order does not wait for its guest's session. Where the database takes longer, the next call waits as
 * it would have without. Known and unknown tokens have room of their own, so that tokens which nobody has displace none.
 */
export class CallerCache {
  readonly #known = new Map<string, Remembered>();
  readonly #unknownUntilMs = new Map<string, number>();
  readonly #readAgain: (tokenHash: Buffer) => Promise<FoundCaller | null>;
  #forgotten = 0;
  #isRereading = false;

  /** @param readAgain the caller of a session that was found before; null when it is over. */
  constructor(readAgain: (tokenHash: Buffer) => Promise<FoundCaller | null>) {
    this.#readAgain = readAgain;
  }

  /** `unknown` is a token that no row has; null one that has to be looked up. */
  recall(tokenHash: Buffer): FoundCaller | 'unknown' | null {
    const key = keyOf(tokenHash);
    const nowMs = performance.now();
    const remembered = this.#known.get(key);
    if (remembered !== undefined && nowMs < remembered.readMs + validMs) {
      this.#use(key, remembered, nowMs);
      return remembered.found;
    }
    const untilMs = this.#unknownUntilMs.get(key);
    return untilMs !== undefined && nowMs < untilMs ? 'unknown' : null;
  }

  /** Remembers what `lookUp` finds, unless a session was ended meanwhile: it may have been this one. */
  async remember(
    tokenHash: Buffer,
    lookUp: () => Promise<FoundCaller | 'unknown' | null>,
  ): Promise<FoundCaller | 'unknown' | null> {
    const readMs = performance.now();
    const forgotten = this.#forgotten;
    const found = await lookUp();
    if (found === null || forgotten !== this.#forgotten) return found;
    const key = keyOf(tokenHash);
    if (found === 'unknown') {
      this.#known.delete(key);
      makeRoom(this.#unknownUntilMs);
      this.#unknownUntilMs.set(key, readMs + unknownValidMs);
    } else {
      if (!this.#known.has(key)) makeRoom(this.#known);
      this.#use(key, { tokenHash, found, readMs, usedMs: readMs }, readMs);
    }
    return found;
  }

  forget(tokenHashes: readonly Buffer[]): void {
    this.#forgotten += 1;
    for (const tokenHash of tokenHashes) this.#known.delete(keyOf(tokenHash));
  }

  /** The last one of the map is who called last. */
  #use(key: string, remembered: Remembered, nowMs: number): void {
    remembered.usedMs = nowMs;
    this.#known.delete(key);
    this.#known.set(key, remembered);
    if (isGuest(remembered)) this.#rereadLater();
  }

  #rereadLater(): void {
    if (this.#isRereading) return;
    this.#isRereading = true;
    outsideRequests(() => setTimeout(() => void this.#reread(), rereadEveryMs).unref());
  }

  async #reread(): Promise<void> {
    const sinceMs = performance.now() - activeMs;
    for (const [key, { usedMs }] of this.#known) if (usedMs < sinceMs) this.#known.delete(key);
    const guests = [...this.#known.values()].filter(isGuest).slice(-rereadMax);
    await Promise.allSettled(guests.map((remembered) => this.#rereadOne(remembered)));
    this.#isRereading = false;
    if (guests.length > 0) this.#rereadLater();
  }

  /** Where the database does not answer, the second of what is remembered ends, and the next call says so. */
  async #rereadOne(remembered: Remembered): Promise<void> {
    const key = keyOf(remembered.tokenHash);
    const readMs = performance.now();
    const found = await this.#readAgain(remembered.tokenHash);
    // Forgotten or looked up meanwhile, which is newer.
    if (this.#known.get(key) !== remembered) return;
    if (found === null) {
      this.#known.delete(key);
      return;
    }
    remembered.found = { caller: found.caller, session: withLaterUse(remembered.found.session, found.session) };
    remembered.readMs = readMs;
  }
}

function keyOf(tokenHash: Buffer): string {
  return tokenHash.toString('base64');
}

/** The times that were read, in the object that a call may be about to mark as used; its own use counts where it is later. */
function withLaterUse(known: SessionTimes | null, read: SessionTimes | null): SessionTimes | null {
  if (known === null || read === null) return read;
  const lastSeenAt = known.lastSeenAt > read.lastSeenAt ? known.lastSeenAt : read.lastSeenAt;
  return Object.assign(known, read, { lastSeenAt });
}

/** Guests are many, and one statement finds them all. */
function isGuest({ found }: Remembered): boolean {
  return found.session?.kind === 'customer';
}

function makeRoom(map: Map<string, unknown>): void {
  if (map.size >= rememberedMax) map.clear();
}
