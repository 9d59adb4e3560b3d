import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('the least recently used value is evicted first, when the weight is too much', () => {
  const gone: string[] = [];
  const kept = new LruCache<string, string>(10, (value) => gone.push(value));
  kept.set('a', 'A', 4);
  kept.set('b', 'B', 4);
  expect(kept.get('a')).toBe('A');
  kept.set('c', 'C', 4);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C']);
  expect([gone, kept.size]).toEqual([['B'], 2]);
});

test('a value can change its weight or be replaced', () => {
  const gone: string[] = [];
  const kept = new LruCache<string, string>(10, (value) => gone.push(value));
  kept.set('a', 'A', 0);
  kept.set('b', 'B', 5);
  kept.set('a', 'A', 6);
  expect(gone).toEqual(['B']);
  kept.set('a', 'A2', 6);
  expect([kept.get('a'), gone]).toEqual(['A2', ['B', 'A']]);
});

test('a value heavier than the maximum is not stored, and each eviction is reported once', () => {
  const gone: string[] = [];
  const kept = new LruCache<string, string>(10, (value) => gone.push(value));
  kept.set('a', 'A', 3);
  kept.set('b', 'B', 11);
  expect([kept.size, gone]).toEqual([0, ['A', 'B']]);
  kept.set('c', 'C', 1);
  kept.set('d', 'D', 1);
  kept.delete('c');
  kept.delete('c');
  kept.clear();
  expect([kept.size, gone]).toEqual([0, ['A', 'B', 'C', 'D']]);
});

test('values leave in the order of their last use, also when some are deleted between', () => {
  const kept = new LruCache<number, number>(4);
  let expected: number[] = [];
  for (let n = 0; n < 2_000; n++) {
    const key = (n * 7 + (n >> 3)) % 6;
    const isThere = expected.includes(key);
    const step = n % 5;
    if (step === 0) {
      kept.delete(key);
      expected = expected.filter((one) => one !== key);
    } else if (step < 3) {
      expect(kept.get(key)).toBe(isThere ? key : undefined);
      if (isThere) expected = [...expected.filter((one) => one !== key), key];
    } else {
      kept.set(key, key, 1);
      expected = [...expected.filter((one) => one !== key), key].slice(-4);
    }
    expect(kept.size).toBe(expected.length);
  }
});
