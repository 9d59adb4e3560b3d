interface QueueLimits {
  /** Pieces of work that run at once, of all keys together and of one key. */
  running?: number;
  runningPerKey?: number;
  /** Pieces of work that wait, of all keys together and of one key; one more is refused. */
  waiting?: number;
  waitingPerKey?: number;
  /** Milliseconds after which waiting work is refused. */
  longestWaitMs?: number;
}

interface Waiting {
  key: string;
  start: () => void;
}

/** Seconds after which refused work may be offered again. */
const retryAfterSeconds = 2;

/** The queue has no room for this work, which was not begun. Answered with Retry-After. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly seconds = retryAfterSeconds;
  /** Whether only the work of this key is too much. */
  readonly isOwn: boolean;

  constructor(isOwn: boolean) {
    super(isOwn ? 'Too much work of one key waits' : 'Too much work waits');
    this.isOwn = isOwn;
  }
}

/**
 * Runs work in the order in which it is offered, within limits; a key, such as a restaurant's id, cannot use up the room
 * of the others. Limits that are not given are infinite.
 */
export class WorkQueue {
  readonly #limits: Required<QueueLimits>;
  readonly #waiting: Waiting[] = [];
  readonly #runningByKey = new Map<string, number>();
  #running = 0;

  constructor(limits: QueueLimits) {
    const unlimited = { running: Infinity, runningPerKey: Infinity, waiting: Infinity, waitingPerKey: Infinity };
    this.#limits = { ...unlimited, longestWaitMs: Infinity, ...limits };
  }

  /** @throws QueueFull before the work begins; errors of the work itself. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayRun(key)) this.#begin(key);
    else await this.#wait(key);
    try {
      return await work();
    } finally {
      this.#end(key);
    }
  }

  #mayRun(key: string): boolean {
    const { running, runningPerKey } = this.#limits;
    return this.#running < running && (this.#runningByKey.get(key) ?? 0) < runningPerKey;
  }

  #begin(key: string): void {
    this.#running += 1;
    this.#runningByKey.set(key, (this.#runningByKey.get(key) ?? 0) + 1);
  }

  #wait(key: string): Promise<void> {
    const { waiting, waitingPerKey, longestWaitMs } = this.#limits;
    if (this.#waiting.filter((other) => other.key === key).length >= waitingPerKey) throw new QueueFull(true);
    if (this.#waiting.length >= waiting) throw new QueueFull(false);
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const one: Waiting = {
        key,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      if (longestWaitMs < Infinity) {
        timer = setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(one), 1);
          reject(new QueueFull(false));
        }, longestWaitMs);
      }
      this.#waiting.push(one);
    });
  }

  /** Counts the next one as running at once, so that no newcomer takes its place. */
  #end(key: string): void {
    this.#running -= 1;
    const left = this.#runningByKey.get(key)! - 1;
    if (left === 0) this.#runningByKey.delete(key);
    else this.#runningByKey.set(key, left);
    const next = this.#waiting.findIndex((one) => this.#mayRun(one.key));
    if (next === -1) return;
    const [one] = this.#waiting.splice(next, 1);
    this.#begin(one!.key);
    one!.start();
  }
}
