import { expect, test } from 'vitest';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { openableLists, openerNames, openingsOf, storableAnew, withOpenings } from './nested-form.ts';

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

test('a link that comes back opens by the options that its opening list still has', () => {
  const lists = new Map([[side._id, side]]);
  const kept = nested('dressing', 'side', 'salad');
  expect(storableAnew([kept], lists)).toEqual([kept]);
  expect(storableAnew([nested('dressing', 'side', 'gone', 'salad')], lists)).toEqual([kept]);
  expect(storableAnew([nested('dressing', 'side', 'gone'), nested('dip', 'deleted', 'salad')], lists)).toEqual([]);
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
