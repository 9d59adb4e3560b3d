import { expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { unlistedOutlets } from './unlisted-outlets.ts';

const [marina, harbour, other] = ['marina', 'harbour', 'other'] as OutletId[] as [OutletId, OutletId, OutletId];
const outlets = [{ _id: marina }, { _id: harbour }];

test('an outlet that is not in the list is deleted to people of all outlets, also once it is left out', () => {
  expect(unlistedOutlets(outlets, { before: [marina, other], chosen: [marina], readsAll: true })).toEqual({
    deleted: [other],
    hidden: [],
  });
});

test('people of some outlets are told of no deleted one, and keep the outlets of others', () => {
  expect(unlistedOutlets(outlets, { before: [marina, other], chosen: [harbour, other], readsAll: false })).toEqual({
    deleted: [],
    hidden: [other],
  });
});
