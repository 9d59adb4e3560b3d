/** Pauses after failures, each twice as long as the one before. */
export class BackOff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #failures = 0;
  #until = 0;

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  /** Milliseconds until the next try. */
  get waitMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  fail(): void {
    this.#failures += 1;
    this.#until = performance.now() + Math.min(this.#firstMs * 2 ** (this.#failures - 1), this.#longestMs);
  }

  succeed(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
