import type { RestaurantId } from '#contract/base/ids.ts';

/** Priority under overload (R88): `always` is for health checks, `urgent` for placing and moving orders. */
export type Precedence = 'always' | 'urgent' | 'ordinary';

interface Ceiling {
  /** Requests in progress. */
  inFlight: number;
  /** Requests waiting for a database connection. */
  waiting: number;
  /** Delay of the event loop in milliseconds, averaged over the last checks. */
  delay: number;
}

/** With fewer requests than this in flight, a slow loop has another cause, and refusing would not make it faster. */
const fewInFlight = 32;

const ceilings: Record<Exclude<Precedence, 'always'>, Ceiling> = {
  ordinary: { inFlight: 256, waiting: 128, delay: 150 },
  urgent: { inFlight: 768, waiting: 512, delay: 600 },
};

/**
 * Requests in progress that a restaurant keeps above the ceilings, so that overload is refused where it comes from; and
 * all callers whose restaurant is not known, for sign-ins. No request is admitted above the last number.
 */
const keptForRestaurant = 16;
const keptForUnknown = 64;
const mostInFlight = 1_024;

const lookEveryMs = 100;

/**
 * Restaurants that are counted before those without requests are forgotten: a map that loses its only entry is copied, which each
 * request would pay for.
 */
const mostCounted = 1_000;

/**
 * Decides whether to admit a request, so that admitted ones are answered in time and the others are refused at once.
 */
export class Admission {
  readonly #waiting: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #byRestaurant = new Map<RestaurantId | null, number>();
  #inFlight = 0;
  #delay = 0;
  #lookedAt = performance.now();

  /** `waiting` counts the requests that wait for a database connection. */
  constructor(waiting: () => number) {
    this.#waiting = waiting;
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /**
   * Admits the request, or returns false. The caller calls `release` once for each admitted request. The restaurant is
   * null where it is not known.
   */
  admit(precedence: Precedence, restaurantId: RestaurantId | null): boolean {
    const own = this.#byRestaurant.get(restaurantId) ?? 0;
    if (precedence !== 'always' && this.#isAbove(ceilings[precedence])) {
      const isKept = own < (restaurantId === null ? keptForUnknown : keptForRestaurant);
      if (!isKept || this.#inFlight >= mostInFlight) return false;
    }
    this.#inFlight++;
    this.#byRestaurant.set(restaurantId, own + 1);
    return true;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  release(restaurantId: RestaurantId | null): void {
    this.#inFlight--;
    this.#byRestaurant.set(restaurantId, this.#byRestaurant.get(restaurantId)! - 1);
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
    // A moving average, so that a single pause refuses nobody.
    this.#delay = (this.#delay + late) / 2;
    this.#lookedAt = now;
    if (this.#byRestaurant.size > mostCounted) this.#forgetIdle();
  }

  #forgetIdle(): void {
    for (const [restaurantId, inFlight] of this.#byRestaurant) {
      if (inFlight === 0) this.#byRestaurant.delete(restaurantId);
    }
  }
}
