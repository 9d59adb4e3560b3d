/** One value of a restaurant's site that is kept in this browser and shared by its tabs: the basket, the sign-in. */
export interface BrowserStore<Value> {
  subscribe: (listener: () => void) => () => void;
  get: () => Value;
  /** The value that the server renders, the same for everybody. */
  getServerValue: () => Value;
  change: (next: (value: Value) => Value) => void;
}

/**
 * `parse` makes a value of whatever text is stored, and of null an empty one. `storage` null, full or forbidden: the value
 * lives as long as the page. The keys of different restaurants differ, for they share an origin (D-79).
 */
export function openBrowserStore<Value>(
  key: string,
  parse: (text: string | null) => Value,
  storage: Storage | null,
): BrowserStore<Value> {
  const forEverybody = parse(null);
  const listeners = new Set<() => void>();
  const stored = read(storage, key);
  // The same value where nothing is stored, so that a guest's first page is not rendered twice.
  let value = stored === null ? forEverybody : parse(stored);

  function replace(next: Value): void {
    value = next;
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === key || event.key === null) replace(parse(read(storage, key)));
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
    get: () => value,
    getServerValue: () => forEverybody,
    change(next) {
      replace(next(value));
      try {
        storage?.setItem(key, JSON.stringify(value));
      } catch {
        // Full or forbidden: the value stays in memory.
      }
    },
  };
}

function read(storage: Storage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}
