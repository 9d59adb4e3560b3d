import { outsideOutlets } from '#server/db/outlet-scope.ts';
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
/** Tokens are made by chance, so one that nobody has will not become anybody's. */
const unknownValidMs = 60_000;
const rememberedMax = 10_000;
/** The statement has the rest of the second. */
const rereadEveryMs = 600;
/** About as long as a guest looks at the checkout before the order is sent. */
const activeMs = 30_000;
const rereadMax = 1_000;

/**
 * The callers that a process remembers, by the hash of their token: each for a second from the moment at which it was asked for.
 * Guests who called in the last half minute are read again before that second is over, all by one statement, so that
 * an order does not wait for its guest's session. Known and unknown tokens have room of their own, so that tokens which nobody has displace none.
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
      this.#use(remembered, nowMs);
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
      makeRoom(this.#known);
      const remembered = { tokenHash, found, readMs, usedMs: readMs };
      this.#known.set(key, remembered);
      this.#use(remembered, readMs);
    }
    return found;
  }

  forget(tokenHashes: readonly Buffer[]): void {
    this.#forgotten += 1;
    for (const tokenHash of tokenHashes) this.#known.delete(keyOf(tokenHash));
  }

  #use(remembered: Remembered, nowMs: number): void {
    remembered.usedMs = nowMs;
    if (isGuest(remembered)) this.#rereadLater();
  }

  #rereadLater(): void {
    if (this.#isRereading) return;
    this.#isRereading = true;
    // The limit to outlets of whoever called first must not hold for the others.
    outsideOutlets(() => setTimeout(() => void this.#reread(), rereadEveryMs).unref());
  }

  async #reread(): Promise<void> {
    const sinceMs = performance.now() - activeMs;
    const active: Remembered[] = [];
    for (const [key, remembered] of this.#known) {
      if (remembered.usedMs < sinceMs) this.#known.delete(key);
      else if (isGuest(remembered) && active.length < rereadMax) active.push(remembered);
    }
    await Promise.allSettled(active.map((remembered) => this.#rereadOne(remembered)));
    this.#isRereading = false;
    if (active.length > 0) this.#rereadLater();
  }

  /** Leaves what is remembered as it is where the database does not answer: its second ends, and the next call says so. */
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

/** Guests are found by one statement for all; others by one of their restaurant besides. */
function isGuest({ found }: Remembered): boolean {
  return found.session?.kind === 'customer';
}

function makeRoom(map: Map<string, unknown>): void {
  if (map.size >= rememberedMax) map.clear();
}
