/** The basket of one restaurant in this browser: kept in local storage, shared by its tabs (D-79). */
import { type BasketRecord, emptyRecord, parseRecord } from './record.ts';

export interface BasketStore {
  subscribe: (listener: () => void) => () => void;
  get: () => BasketRecord;
  /** What the server renders for everybody: nothing chosen yet. */
  getForEverybody: () => BasketRecord;
  change: (next: (record: BasketRecord) => BasketRecord) => void;
}

/** `storage` null, full or forbidden: the basket lives as long as the page. */
export function openBasket(slug: string, storage: Storage | null): BasketStore {
  const key = `basket.${slug}`;
  const forEverybody = emptyRecord();
  const listeners = new Set<() => void>();
  let record = parseRecord(read(storage, key));

  function replace(next: BasketRecord): void {
    record = next;
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === key || event.key === null) replace(parseRecord(read(storage, key)));
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
    get: () => record,
    getForEverybody: () => forEverybody,
    change(next) {
      replace(next(record));
      try {
        storage?.setItem(key, JSON.stringify(record));
      } catch {
        // Full or forbidden: the basket stays in memory.
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
