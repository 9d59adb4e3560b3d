import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minorUnits } from '#contract/base/money.ts';

const basket = { idempotencyKey: 'a', total: minorUnits(4700), chosen: 'two teas' };
const tab = new Map<string, string>();

/** A page begins anew: only what the tab stores is left. */
function load() {
  vi.resetModules();
  return import('./pending-placement.ts');
}

let page: Awaited<ReturnType<typeof load>>;

beforeEach(async () => {
  tab.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, text: string) => tab.set(key, text),
    removeItem: (key: string) => tab.delete(key),
  });
  page = await load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an order that led to a sign-in is placed after it, once, and the total that was tapped is known', () => {
  page.rememberPlacement(basket);
  page.confirmPlacement();
  expect(page.takePlacement(basket)).toEqual({ total: 4700, isStale: false });
  expect(page.takePlacement(basket)).toBeNull();
});

test('a page that is loaded anew on the way knows the order still, and one that has taken it does not', async () => {
  page.rememberPlacement(basket);
  page = await load();
  page.confirmPlacement();
  page = await load();
  expect(page.takePlacement(basket)).toEqual({ total: 4700, isStale: false });
  page = await load();
  expect(page.takePlacement(basket)).toBeNull();
});

test('an order of half an hour ago is late', () => {
  vi.useFakeTimers();
  page.rememberPlacement(basket);
  page.confirmPlacement();
  vi.advanceTimersByTime(30 * 60_000 + 1);
  expect(page.takePlacement(basket)).toEqual({ total: 4700, isStale: true });
});

test('nothing is placed for a guest who comes back without signing in, or with another basket', () => {
  page.confirmPlacement();
  expect(page.takePlacement(basket)).toBeNull();
  page.rememberPlacement(basket);
  expect(page.takePlacement(basket)).toBeNull();
  page.confirmPlacement();
  expect(page.takePlacement(basket)).toBeNull();
  page.rememberPlacement(basket);
  page.confirmPlacement();
  expect(page.takePlacement({ ...basket, idempotencyKey: 'b' })).toBeNull();
});

test('another choice since the tap is for the guest to order', () => {
  page.rememberPlacement(basket);
  page.confirmPlacement();
  expect(page.takePlacement({ ...basket, chosen: 'one tea' })).toEqual({ total: 4700, isStale: true });
});

test('where nothing may be stored, or something else is, it lives as long as the page', async () => {
  tab.set('placement', '{"idempotencyKey":"a"}');
  page.confirmPlacement();
  expect(page.takePlacement(basket)).toBeNull();
  vi.stubGlobal('sessionStorage', undefined);
  page.rememberPlacement(basket);
  page.confirmPlacement();
  expect(page.takePlacement(basket)).toEqual({ total: 4700, isStale: false });
});
