import { expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { tickOutlet } from './tick-outlet.ts';

const [marina, harbour, deleted] = ['marina', 'harbour', 'deleted'] as OutletId[] as [OutletId, OutletId, OutletId];
const outlets = [{ _id: marina }, { _id: harbour }];

test('a deleted outlet stays beside others, and is nowhere to work on its own', () => {
  expect(tickOutlet([marina, deleted], harbour, true, outlets)).toEqual([marina, deleted, harbour]);
  expect(tickOutlet([marina, harbour, deleted], marina, false, outlets)).toEqual([harbour, deleted]);
  expect(tickOutlet([marina, deleted], marina, false, outlets)).toEqual([]);
});
