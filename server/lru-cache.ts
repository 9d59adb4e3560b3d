interface Entry<Value> {
  value: Value;
  weight: number;
}

/** Least-recently-used cache with a maximum total weight. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>();
  /** The last one in the map, unless it has left since. */
  #newest: Entry<Value> | null = null;
  readonly #mostWeight: number;
  readonly #onLeave: (value: Value) => void;
  #weight = 0;

  /** `onLeave` is called with every value that leaves, for whatever reason. */
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
    // A map iterates in insertion order, so a used entry moves to the end.
    if (entry !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = entry;
    }
    return entry.value;
  }

  /** Stores a value, or updates the weight of the stored one. */
  set(key: Key, value: Value, weight: number): void {
    const before = this.#entries.get(key);
    if (before !== undefined) {
      this.#entries.delete(key);
      this.#weight -= before.weight;
      if (before.value !== value) this.#onLeave(before.value);
    }
    this.#newest = { value, weight };
    this.#entries.set(key, this.#newest);
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
    if (entry === this.#newest) this.#newest = null;
    this.#weight -= entry.weight;
    this.#onLeave(entry.value);
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.delete(key);
  }
}
