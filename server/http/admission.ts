/** What is served when not everything can be (R88): `always` is health, `urgent` placing and moving orders. */
export type Precedence = 'always' | 'urgent' | 'ordinary';

interface Ceiling {
  /** Requests being worked on. */
  inFlight: number;
  /** Requests waiting for a connection of the database. */
  waiting: number;
  /** How late the event loop comes round, in milliseconds, over the last few looks. */
  delay: number;
}

/** With fewer requests than this in flight a slow loop is somebody else's doing, and refusing would not make it faster. */
const fewInFlight = 32;

const ceilings: Record<Exclude<Precedence, 'always'>, Ceiling> = {
  ordinary: { inFlight: 256, waiting: 128, delay: 150 },
  urgent: { inFlight: 768, waiting: 512, delay: 600 },
};

const lookEveryMs = 100;

/** Decides whether a request is taken on now, so that what is taken on is answered in time and the rest is refused at once. */
export class Admission {
  readonly #waiting: () => number;
  readonly #timer: NodeJS.Timeout;
  #inFlight = 0;
  #delay = 0;
  #lookedAt = performance.now();

  /** `waiting` counts the requests that wait for a database connection. */
  constructor(waiting: () => number) {
    this.#waiting = waiting;
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** Takes the request on, or returns false. Whoever was taken on calls `release` once. */
  admit(precedence: Precedence): boolean {
    if (precedence !== 'always' && this.#isAbove(ceilings[precedence])) return false;
    this.#inFlight++;
    return true;
  }

  release(): void {
    this.#inFlight--;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #isAbove({ inFlight, waiting, delay }: Ceiling): boolean {
    if (this.#inFlight < fewInFlight) return false;
    return this.#inFlight >= inFlight || this.#delay > delay || this.#waiting() > waiting;
  }

  #look(): void {
    const now = performance.now();
    const late = now - this.#lookedAt - lookEveryMs;
    // Half of it is what was before, so that one pause alone refuses nobody.
    this.#delay = (this.#delay + late) / 2;
    this.#lookedAt = now;
  }
}
