import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/base/limits.ts';
import type { Caller } from '../requests/caller.ts';
import { OpenStream } from './open-stream.ts';
import { Refusal } from '../answers/refusal.ts';

/** Finds the ended tokens among these hashes. Implemented by the accounts module. */
export type ListEndedTokens = (tokenHashes: readonly Buffer[], now: Date) => Promise<readonly Buffer[]>;

const mostPerToken = 5;
const mostPerProcess = 2_000;
const beatEveryMs = limits.streamHeartbeatSeconds * 1000;
const checkEveryMs = 4_000;

interface StreamsOptions {
  clock: () => Date;
  listEndedTokens: ListEndedTokens;
  /** Called when the search for ended tokens fails; it is repeated. */
  onFailure: (error: unknown) => void;
  /** Off only for load tests (RATE_LIMITS). */
  limits: boolean;
}

/** The open streams of this process: their number, heartbeat, and end with the token (R59, R60). */
export class Streams {
  readonly #options: StreamsOptions;
  readonly #byToken = new Map<string, Set<OpenStream>>();
  readonly #timers: NodeJS.Timeout[];
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

  /** Refuses the sixth stream of a token, and streams beyond the limit of this process. */
  open(request: FastifyRequest, reply: FastifyReply, caller: Caller): OpenStream {
    const token = 'tokenHash' in caller ? caller.tokenHash.toString('hex') : '';
    const ofToken = this.#byToken.get(token) ?? new Set();
    if (this.#options.limits) {
      if (token !== '' && ofToken.size >= mostPerToken) throw new Refusal('rate.limited', { seconds: 5 });
      if (this.#count >= mostPerProcess) throw new Refusal('server.unavailable', { seconds: 5 });
    }
    const stream = new OpenStream(request, reply);
    this.#byToken.set(token, ofToken.add(stream));
    this.#count++;
    stream.onClose(() => {
      this.#count--;
      ofToken.delete(stream);
      if (ofToken.size === 0) this.#byToken.delete(token);
    });
    return stream;
  }

  /** Closes the streams whose token was revoked or has expired. */
  async closeEnded(): Promise<void> {
    const hashes = [...this.#byToken.keys()].filter((token) => token !== '').map((token) => Buffer.from(token, 'hex'));
    if (hashes.length === 0) return;
    this.closeOf(await this.#options.listEndedTokens(hashes, this.#options.clock()));
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

  #beat(): void {
    const now = performance.now();
    for (const streams of this.#byToken.values()) for (const stream of streams) stream.beat(now);
  }
}
