/** Keeps what was used last, up to a total weight; what was not used for longest goes first. */
export class RecentlyUsed<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; weight: number }>();
  readonly #mostWeight: number;
  readonly #onLeave: (value: Value) => void;
  #weight = 0;

  /** `onLeave` is told of every value that goes, for whatever reason. */
  constructor(mostWeight: number, onLeave: (value: Value) => void = () => undefined) {
    this.#mostWeight = mostWeight;
    this.#onLeave = onLeave;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map remembers the order of insertion, so the one used now moves to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Puts a value in, or gives the one that is there another weight. */
  set(key: Key, value: Value, weight: number): void {
    const before = this.#entries.get(key);
    if (before !== undefined) {
      this.#entries.delete(key);
      this.#weight -= before.weight;
      if (before.value !== value) this.#onLeave(before.value);
    }
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#mostWeight) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
    this.#onLeave(entry.value);
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.delete(key);
  }
}
