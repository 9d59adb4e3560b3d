import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseStoredBasket } from '../basket/stored-basket.ts';
import { openBrowserStore } from './browser-store.ts';

/** Enough of a browser's storage. */
function memoryStorage(): Storage {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    clear: () => texts.clear(),
    getItem: (key) => texts.get(key) ?? null,
    key: (index) => [...texts.keys()][index] ?? null,
    removeItem: (key) => void texts.delete(key),
    setItem: (key, text) => void texts.set(key, text),
  };
}

const openBasketStore = (slug: string, storage: Storage | null) =>
  openBrowserStore(`basket.${slug}`, parseStoredBasket, storage);

let onStorage: ((event: Partial<StorageEvent>) => void) | null = null;

beforeEach(() => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => (onStorage = listener));
  vi.stubGlobal('removeEventListener', () => (onStorage = null));
});

describe('the basket in the browser', () => {
  test('survives a reload and belongs to one restaurant', () => {
    const storage = memoryStorage();
    const store = openBasketStore('demo', storage);
    store.change((basket) => ({ ...basket, specialInstruction: 'No cutlery' }));
    expect(openBasketStore('demo', storage).get()).toEqual(store.get());
    expect(openBasketStore('other', storage).get().specialInstruction).toBe('');
  });

  test('another tab sees the change', () => {
    const storage = memoryStorage();
    const store = openBasketStore('demo', storage);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    openBasketStore('demo', storage).change((basket) => ({ ...basket, specialInstruction: 'No cutlery' }));
    onStorage?.({ key: 'basket.demo' });
    expect(listener).toHaveBeenCalledOnce();
    expect(store.get().specialInstruction).toBe('No cutlery');
    stop();
    expect(onStorage).toBeNull();
  });

  test('lives on in memory where nothing can be stored', () => {
    const broken = {
      getItem: () => {
        throw new Error('forbidden');
      },
      setItem: () => {
        throw new Error('full');
      },
    } as unknown as Storage;
    const store = openBasketStore('demo', broken);
    store.change((basket) => ({ ...basket, specialInstruction: 'No cutlery' }));
    expect(store.get().specialInstruction).toBe('No cutlery');
  });

  test('is the one of the server as long as nothing is stored, and a new one once it was emptied', () => {
    const storage = memoryStorage();
    const store = openBasketStore('demo', storage);
    expect(store.get()).toBe(store.getServerValue());
    const stop = store.subscribe(() => undefined);
    onStorage?.({ key: null });
    expect(store.get().idempotencyKey).not.toBe(store.getServerValue().idempotencyKey);
    stop();
  });

  test('the server knows nobody', () => {
    const store = openBasketStore('demo', null);
    store.change((basket) => ({ ...basket, orderingMode: 'Pickup' }));
    expect(store.getServerValue().orderingMode).toBe('Delivery');
    expect(store.getServerValue()).toBe(store.getServerValue());
  });
});
