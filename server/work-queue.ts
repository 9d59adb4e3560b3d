interface QueueLimits {
  /** Pieces of work that run at once, of all keys together and of one key. */
  running?: number;
  runningPerKey?: number;
  /** Pieces of work that wait, of all keys together and of one key; one more is refused. */
  waiting?: number;
  waitingPerKey?: number;
  /** Milliseconds that work may have to wait, judged by how long the work before it took; what would wait longer is refused. */
  longestExpectedMs?: number;
  /** Milliseconds after which waiting work is refused. Nobody joins a line that has stood still for as long. */
  longestWaitMs?: number;
}

/** The work of one key. */
interface Line {
  running: number;
  /** Begin the work that waits, the oldest first. */
  waiting: Set<() => void>;
  /** When work of the key last began or ended. */
  movedAt: number;
}

/** Seconds after which refused work may be offered again, where it is not known better. */
const retryAfterSeconds = 2;
/** Milliseconds that work takes, before any was measured; later a moving average. */
const firstAverageMs = 20;
const weightOfNewest = 1 / 8;

/** The queue has no room for this work, which was not begun. Answered with Retry-After. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly seconds: number;
  /** Whether only the work of this key is too much. */
  readonly isOwn: boolean;

  constructor(isOwn: boolean, seconds = retryAfterSeconds) {
    super(isOwn ? 'Too much work of one key waits' : 'Too much work waits');
    this.isOwn = isOwn;
    this.seconds = seconds;
  }
}

/**
 * Runs work within limits. Keys, such as restaurants' ids, take turns, so that none uses up the room of the others; the work of
 * one key begins in the order in which it is offered. Limits that are not given are infinite.
 */
export class WorkQueue {
  readonly #limits: Required<QueueLimits>;
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;
  #averageMs = firstAverageMs;

  constructor(limits: QueueLimits) {
    this.#limits = {
      running: Infinity,
      runningPerKey: Infinity,
      waiting: Infinity,
      waitingPerKey: Infinity,
      longestExpectedMs: Infinity,
      longestWaitMs: Infinity,
      ...limits,
    };
  }

  /** @throws QueueFull when work of this key would be refused now. */
  requireRoom(key: string): void {
    const line = this.#lines.get(key) ?? emptyLine();
    if (!this.#isFree(line) || line.waiting.size > 0) this.#requireRoom(line);
  }

  /** @throws QueueFull before the work begins; errors of the work itself. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? emptyLine();
    if (this.#isFree(line) && line.waiting.size === 0) {
      this.#lines.set(key, line);
      this.#begin(line);
    } else await this.#wait(key, line);
    const beganAt = performance.now();
    try {
      return await work();
    } finally {
      this.#averageMs += (performance.now() - beganAt - this.#averageMs) * weightOfNewest;
      this.#end(key, line);
    }
  }

  #isFree({ running }: Line): boolean {
    return this.#running < this.#limits.running && running < this.#limits.runningPerKey;
  }

  #begin(line: Line): void {
    this.#running += 1;
    line.running += 1;
    line.movedAt = performance.now();
  }

  #wait(key: string, line: Line): Promise<void> {
    this.#requireRoom(line);
    this.#lines.set(key, line);
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      let impatience: NodeJS.Timeout | undefined;
      const leave = () => {
        clearTimeout(impatience);
        line.waiting.delete(begin);
        this.#waiting -= 1;
      };
      const begin = () => {
        leave();
        // Counted as running at once, so that no newcomer takes its place.
        this.#begin(line);
        resolve();
      };
      const { longestWaitMs } = this.#limits;
      if (longestWaitMs < Infinity) {
        impatience = setTimeout(() => {
          leave();
          if (line.running === 0 && line.waiting.size === 0) this.#lines.delete(key);
          reject(new QueueFull(false));
        }, longestWaitMs);
      }
      line.waiting.add(begin);
    });
  }

  #requireRoom(line: Line): void {
    const { waiting, waitingPerKey, longestExpectedMs, longestWaitMs } = this.#limits;
    if (line.waiting.size >= waitingPerKey) throw new QueueFull(true);
    if (this.#waiting >= waiting) throw new QueueFull(false);
    const expectedMs = (line.waiting.size * this.#averageMs) / Math.max(1, line.running);
    if (expectedMs > longestExpectedMs) throw new QueueFull(false, Math.ceil(expectedMs / 1_000));
    if (performance.now() - line.movedAt > longestWaitMs) throw new QueueFull(false);
  }

  #end(key: string, line: Line): void {
    this.#running -= 1;
    line.running -= 1;
    line.movedAt = performance.now();
    // The key goes to the end of the map, so that the next free place is another's.
    this.#lines.delete(key);
    if (line.running > 0 || line.waiting.size > 0) this.#lines.set(key, line);
    for (const next of this.#lines.values()) {
      const [begin] = next.waiting;
      if (begin !== undefined && this.#isFree(next)) return begin();
    }
  }
}

function emptyLine(): Line {
  return { running: 0, waiting: new Set(), movedAt: performance.now() };
}
