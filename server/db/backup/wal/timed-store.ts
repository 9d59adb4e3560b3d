import type { BackupStore } from './backup-store.ts';

/** The place of the backups gives no answer. What was begun there may hang for ever. */
export class StalledStore extends Error {
  override readonly name = 'StalledStore';
  /** An error without a code would be taken for one of the bytes that were read. */
  readonly code = 'ETIMEDOUT';
}

/**
 * A store whose calls fail where the place does nothing for so long, as a network folder whose machine is gone: it gives no
 * error. The time in which a caller makes the bytes, or handles them, does not count.
 */
export function timedStore(store: BackupStore, withinMs: number): BackupStore {
  const timed = <T>(work: Promise<T>) => before(work, new Deadline(store.place, withinMs));
  return {
    place: store.place,
    list: (prefix) => timed(store.list(prefix)),
    async *read(name) {
      const parts = store.read(name)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { done, value } = await timed(parts.next());
          if (done === true) return;
          yield value;
        }
      } finally {
        // This call may hang, too.
        void parts.return?.()?.catch(() => undefined);
      }
    },
    write(name, bytes) {
      const deadline = new Deadline(store.place, withinMs);
      async function* watched() {
        deadline.pause();
        for await (const part of bytes) {
          deadline.restart();
          yield part;
          deadline.pause();
        }
        deadline.restart();
      }
      return before(store.write(name, watched()), deadline);
    },
    remove: (name) => timed(store.remove(name)),
    removeUnfinished: (prefix, moment) => timed(store.removeUnfinished(prefix, moment)),
  };
}

async function before<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  try {
    return await Promise.race([work, deadline.passed]);
  } finally {
    deadline.pause();
  }
}

class Deadline {
  readonly #withinMs: number;
  readonly #late = Promise.withResolvers<never>();
  readonly #error: StalledStore;
  #timer: NodeJS.Timeout | undefined;

  constructor(place: string, withinMs: number) {
    this.#withinMs = withinMs;
    this.#error = new StalledStore(`${place} has not answered for ${withinMs / 1_000} s`);
    this.#late.promise.catch(() => undefined);
    this.restart();
  }

  get passed(): Promise<never> {
    return this.#late.promise;
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#late.reject(this.#error), this.#withinMs);
  }
}
