/**
 * Waits for answers of one connection, or for room in one file, and breaks all of them off when that fails. A `Promise.race` with the
 * promise of its end would do the same, and leave each answer hanging on that promise for as long as the connection lives.
 */
export class OpenWaits {
  readonly #rejecters = new Set<(reason: unknown) => void>();
  #failure: { reason: unknown } | undefined;

  /** The waits under way, which are all that is held on to. */
  get count(): number {
    return this.#rejecters.size;
  }

  /** @throws the reason of `fail`, also of an earlier one. */
  async waitFor<T>(answer: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#rejecters.add(reject);
    answer.then(resolve, reject);
    if (this.#failure !== undefined) reject(this.#failure.reason);
    try {
      return await promise;
    } finally {
      this.#rejecters.delete(reject);
    }
  }

  fail(reason: unknown): void {
    this.#failure ??= { reason };
    for (const reject of this.#rejecters) reject(reason);
  }
}
