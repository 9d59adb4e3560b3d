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

const heard = new Map<string, (event: Partial<StorageEvent & PageTransitionEvent>) => void>();

beforeEach(() => {
  heard.clear();
  vi.stubGlobal('addEventListener', heard.set.bind(heard));
  vi.stubGlobal('removeEventListener', heard.delete.bind(heard));
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
    heard.get('storage')?.({ key: 'basket.demo' });
    expect(listener).toHaveBeenCalledOnce();
    expect(store.get().specialInstruction).toBe('No cutlery');
    stop();
    expect(heard.size).toBe(0);
  });

  test('is read again by a page that Back shows as it was left', () => {
    const storage = memoryStorage();
    const store = openBasketStore('demo', storage);
    const stop = store.subscribe(() => undefined);
    openBasketStore('demo', storage).change((basket) => ({ ...basket, specialInstruction: 'No cutlery' }));
    heard.get('pageshow')?.({ persisted: false });
    expect(store.get().specialInstruction).toBe('');
    heard.get('pageshow')?.({ persisted: true });
    expect(store.get().specialInstruction).toBe('No cutlery');
    stop();
  });

  test('a change begins with what another tab has stored in that moment', () => {
    const storage = memoryStorage();
    const store = openBasketStore('demo', storage);
    openBasketStore('demo', storage).change((basket) => ({ ...basket, specialInstruction: 'No cutlery' }));
    store.change((basket) => ({ ...basket, offerCode: 'LUNCH' }));
    expect(store.get()).toMatchObject({ specialInstruction: 'No cutlery', offerCode: 'LUNCH' });
    expect(openBasketStore('demo', storage).get()).toEqual(store.get());
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
    const stop = store.subscribe(() => undefined);
    heard.get('pageshow')?.({ persisted: true });
    store.change((basket) => ({ ...basket, offerCode: 'LUNCH' }));
    expect(store.get()).toMatchObject({ specialInstruction: 'No cutlery', offerCode: 'LUNCH' });
    stop();
  });

  test('is the one of the server as long as nothing is stored, and a new one once it was emptied', () => {
    const storage = memoryStorage();
    const store = openBasketStore('demo', storage);
    expect(store.get()).toBe(store.getServerValue());
    const stop = store.subscribe(() => undefined);
    heard.get('storage')?.({ key: null });
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
