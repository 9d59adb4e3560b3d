import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseStoredBasket } from '../basket/stored-basket.ts';
import { openStored } from './stored.ts';

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

const openBasket = (slug: string, storage: Storage | null) => openStored(`basket.${slug}`, parseStoredBasket, storage);

let onStorage: ((event: Partial<StorageEvent>) => void) | null = null;

beforeEach(() => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => (onStorage = listener));
  vi.stubGlobal('removeEventListener', () => (onStorage = null));
});

describe('the basket in the browser', () => {
  test('survives a reload and belongs to one restaurant', () => {
    const storage = memoryStorage();
    const basket = openBasket('demo', storage);
    basket.change((record) => ({ ...record, specialInstruction: 'No cutlery' }));
    expect(openBasket('demo', storage).get()).toEqual(basket.get());
    expect(openBasket('other', storage).get().specialInstruction).toBe('');
  });

  test('another tab sees the change', () => {
    const storage = memoryStorage();
    const basket = openBasket('demo', storage);
    const listener = vi.fn();
    const stop = basket.subscribe(listener);
    openBasket('demo', storage).change((record) => ({ ...record, specialInstruction: 'No cutlery' }));
    onStorage?.({ key: 'basket.demo' });
    expect(listener).toHaveBeenCalledOnce();
    expect(basket.get().specialInstruction).toBe('No cutlery');
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
    const basket = openBasket('demo', broken);
    basket.change((record) => ({ ...record, specialInstruction: 'No cutlery' }));
    expect(basket.get().specialInstruction).toBe('No cutlery');
  });

  test('the server knows nobody', () => {
    const basket = openBasket('demo', null);
    basket.change((record) => ({ ...record, orderingMode: 'Pickup' }));
    expect(basket.getForEverybody().orderingMode).toBe('Delivery');
    expect(basket.getForEverybody()).toBe(basket.getForEverybody());
  });
});
