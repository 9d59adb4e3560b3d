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
  let stored = read(storage, key);
  // The same value where nothing is stored, so that a guest's first page is not rendered twice.
  let value = stored === null ? forEverybody : parse(stored);

  function replace(next: Value): void {
    value = next;
    for (const listener of listeners) listener();
  }

  /** The value of another tab, or of a later page, where one has stored another than this page knows. */
  function present(): Value {
    const text = read(storage, key);
    if (text === stored) return value;
    stored = text;
    return parse(text);
  }

  function onStorage(event: StorageEvent): void {
    if (event.key !== key && event.key !== null) return;
    stored = read(storage, key);
    replace(parse(stored));
  }

  /** A page that Back shows as it was left has heard of nothing meanwhile. */
  function onPageShow({ persisted }: PageTransitionEvent): void {
    if (persisted) replace(present());
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        addEventListener('storage', onStorage);
        addEventListener('pageshow', onPageShow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        removeEventListener('storage', onStorage);
        removeEventListener('pageshow', onPageShow);
      };
    },
    get: () => value,
    getServerValue: () => forEverybody,
    change(next) {
      replace(next(present()));
      try {
        const text = JSON.stringify(value);
        storage?.setItem(key, text);
        stored = text;
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
