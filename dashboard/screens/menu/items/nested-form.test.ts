import { expect, test } from 'vitest';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import {
  nestedAgain,
  nestedAround,
  nestedBefore,
  openableLists,
  openerNames,
  openingsOf,
  withOpenings,
} from './nested-form.ts';

const list = (id: string, ...options: string[]): ModifierList => ({
  _id: id as ModifierListId,
  name: `list ${id}`,
  displayName: id,
  displayNameTranslations: {},
  allowMultipleSelection: false,
  minModifier: 1,
  maxModifier: 1,
  optional: false,
  modifierList: options.map((option) => ({
    _id: option as ItemId,
    name: `option ${option}`,
    nameTranslations: {},
    price: 0,
    type: 'modifier',
    soldOut: false,
    InActiveOutletIds: [],
  })),
  itemList: [],
});
const nested = (id: string, parent: string, ...options: string[]) => ({
  modifierListId: id as ModifierListId,
  parentListId: parent as ModifierListId,
  modifierIds: options as ItemId[],
});
const ids = (...all: string[]) => all as ModifierListId[];
const side = list('side', 'fries', 'salad');

test('openings of an option are read and written back', () => {
  const before = [nested('dressing', 'side', 'salad'), nested('herbs', 'dressing', 'oil')];
  const openings = openingsOf(side, before);
  expect([...openings]).toEqual([
    ['fries', []],
    ['salad', ['dressing']],
  ]);
  expect(withOpenings(before, side, openings)).toEqual([before[1], before[0]]);
  const other = new Map(openings).set('fries' as ItemId, ids('dip', 'dressing'));
  expect(withOpenings(before, side, other)).toEqual([
    before[1],
    nested('dressing', 'side', 'fries', 'salad'),
    nested('dip', 'side', 'fries'),
  ]);
});

test('a deleted option keeps what it opened, unless the last one that is shown is unticked', () => {
  const before = [nested('dressing', 'side', 'salad', 'gone'), nested('dip', 'side', 'gone')];
  const openings = openingsOf(side, before);
  expect(withOpenings(before, side, openings)).toEqual(before);
  const none = new Map([...openings.keys()].map((id) => [id, ids()]));
  expect(withOpenings(before, side, none)).toEqual([before[1]]);
});

test('a list can be opened from one list, in no circle, and three deep', () => {
  const all = ids('side', 'dressing', 'herbs', 'dip');
  const before = [nested('dressing', 'side', 'salad'), nested('herbs', 'dressing', 'oil')];
  expect(openableLists(all, [], ids('side')[0]!)).toEqual(['dressing', 'herbs', 'dip']);
  expect(openableLists(all, before, ids('side')[0]!)).toEqual(['dressing', 'dip']);
  expect(openableLists(all, before, ids('dressing')[0]!)).toEqual(['herbs', 'dip']);
  expect(openableLists(all, before, ids('herbs')[0]!)).toEqual([]);
  // With what is below it, the side would be four deep.
  expect(openableLists(all, before, ids('dip')[0]!)).toEqual([]);
});

test('a link goes with what it opens and with what opens it, and with nothing else', () => {
  const all = [nested('dressing', 'side', 'salad'), nested('herbs', 'dressing', 'oil'), nested('dip', 'side', 'fries')];
  expect(nestedAround(ids('dressing')[0]!, all)).toEqual([all[0], all[1]]);
  expect(nestedAround(ids('side')[0]!, all)).toEqual([all[0], all[2]]);
  expect(nestedAround(ids('extras')[0]!, all)).toEqual([]);
  expect(nestedAround(ids('extras')[0]!)).toEqual([]);
});

const listsById = new Map([side, list('dressing', 'oil'), list('dip', 'mild')].map((one) => [one._id, one]));
const linked = ids('side', 'dressing', 'dip', 'herbs');

test('a link that comes back opens by the options that its opening list still has, beside what is nested now', () => {
  const kept = nested('dressing', 'side', 'salad');
  const again = (lost: ReturnType<typeof nested>[], present?: ReturnType<typeof nested>[], listIds = linked) =>
    nestedAgain(present, lost, listIds, listsById);
  expect(again([kept])).toEqual([kept]);
  expect(again([nested('dressing', 'side', 'gone', 'salad')])).toEqual([kept]);
  expect(again([nested('dressing', 'side', 'gone'), nested('dip', 'deleted', 'salad')])).toBeNull();
  expect(again([])).toBeNull();
  // Another person has nested a list meanwhile, by an option that is deleted since.
  const other = nested('herbs', 'dip', 'hidden');
  expect(again([kept], [other])).toEqual([other, kept]);
  // Another person has the same list opened by something else.
  expect(again([kept], [nested('dressing', 'dip', 'mild')])).toBeNull();
  // A circle, and a list that is not linked any more.
  expect(again([kept], [nested('side', 'dressing', 'oil')])).toBeNull();
  expect(again([kept], [], ids('side', 'dip'))).toBeNull();
  expect(again([kept], [], ids('dressing', 'dip'))).toBeNull();
});

test('a change of nesting is taken back alone, and not where its options are gone', () => {
  const salad = nested('dressing', 'side', 'salad');
  const dip = nested('dip', 'side', 'fries');
  const herbs = nested('herbs', 'dip', 'hidden');
  const before = (from: ReturnType<typeof nested>[], to: ReturnType<typeof nested>[], present = from) =>
    nestedBefore(present, { from, to }, linked, listsById);
  expect(before([], [salad])).toEqual([salad]);
  expect(before([salad], [])).toEqual([]);
  // Another person has nested the dip, and taken the herbs off, meanwhile.
  expect(before([herbs], [salad, herbs], [dip])).toEqual([dip, salad]);
  expect(before([nested('dressing', 'side', 'fries')], [salad])).toEqual([salad]);
  // Other lists keep the deleted options that open them.
  expect(before([herbs], [herbs, salad])).toEqual([herbs, salad]);
  expect(before([], [nested('dressing', 'side', 'gone', 'salad')])).toEqual([salad]);
  expect(before([], [nested('dressing', 'side', 'gone')])).toBeNull();
  expect(before([nested('dressing', 'side', 'fries', 'gone')], [nested('dressing', 'side', 'gone')])).toEqual([
    nested('dressing', 'side', 'gone'),
  ]);
  expect(before([], [salad], [nested('side', 'dressing', 'oil')])).toBeNull();
});

test('the opener of a list is said by name, also where nothing of it is left', () => {
  const lists = new Map([[side._id, side]]);
  expect(openerNames(side, [], lists)).toBeNull();
  const dressing = list('dressing');
  expect(openerNames(dressing, [nested('dressing', 'side', 'salad', 'gone')], lists)).toEqual({
    list: 'list side',
    options: ['option salad'],
  });
  expect(openerNames(dressing, [nested('dressing', 'deleted', 'x')], lists)).toEqual({ list: '', options: [] });
});
