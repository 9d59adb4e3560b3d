import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskWatch } from './disk-watch.ts';

const said: string[] = [];
const note = (_: object, message: string) => void said.push(message);
const log = { debug: note, info: note, warn: note, error: note };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  ['a large disk with 2 GiB left', 2 ** 31, 1e12, false],
  ['a large disk with less than 1 GiB left', 2 ** 30 - 1, 1e12, true],
  ['a small disk with 6 % left', 60e6, 1e9, false],
  ['a small disk with 4 % left', 40e6, 1e9, true],
])('%s', async (_, free, size, isLow) => {
  const disk = new DiskWatch('/', log, async () => ({ free, size }));
  await vi.advanceTimersByTimeAsync(0);
  expect(disk.isLow).toBe(isLow);
  disk.stop();
});

test('a full disk and new room are each logged once', async () => {
  let free = 5e6;
  said.length = 0;
  const disk = new DiskWatch('/', log, async () => ({ free, size: 1e9 }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(disk.isLow).toBe(true);
  free = 500e6;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(disk.isLow).toBe(false);
  expect(said).toEqual([
    'The disk is nearly full: nothing is written until there is room',
    'There is room on the disk again',
  ]);
  disk.stop();
});
