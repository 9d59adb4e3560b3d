import { expect, test } from 'vitest';
import type { ModifierListId } from '#contract/base/ids.ts';
import { loadAnswerWords } from '../../../words/say-answer.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import {
  emptyList,
  hasBounds,
  hasNumbers,
  listChanges,
  listField,
  listForm,
  listProblems,
  listRequest,
  missingOfList,
  requirementOf,
  withHalves,
  withRequirement,
  withSelection,
} from './list-form.ts';

const stored: ModifierList = {
  _id: '0198c0de-0000-7000-8000-000000000001' as ModifierListId,
  name: 'Extras',
  displayName: 'Add extras',
  displayNameTranslations: {},
  allowMultipleSelection: true,
  minModifier: 0,
  maxModifier: 0,
  optional: true,
  modifierList: [],
  itemList: [],
};
const named = { ...emptyList, name: 'Extras', displayName: 'Add extras' };

test('Save waits for four things, and 0 is none of them', () => {
  expect(missingOfList(emptyList)).toEqual(['Name', 'Display Name', 'Min Selection', 'Max Selection']);
  expect(missingOfList({ ...named, min: ' ', max: '' })).toEqual(['Min Selection', 'Max Selection']);
  expect(missingOfList({ ...named, min: '1' })).toEqual(['Max Selection']);
  expect(missingOfList({ ...named, min: '1', max: '3' })).toEqual([]);
  expect(missingOfList({ ...named, min: '٠', max: '٣' })).toEqual(['Min Selection']);
});

test('the two switches satisfy it without a number (decision 30)', () => {
  const free = { ...named, isOptional: true, hasNoLimit: true };
  expect(missingOfList(free)).toEqual([]);
  expect(listRequest(free)).toEqual({
    name: 'Extras',
    displayName: 'Add extras',
    displayNameTranslations: { ar: '' },
    allowMultipleSelection: true,
    minModifier: 0,
    maxModifier: 0,
    optional: true,
    freeModifiers: 0,
    maxPerModifier: 1,
    halves: false,
  });
  expect(listForm(stored)).toEqual(free);
});

test('a list from before the switches asks how many must be chosen', () => {
  expect(missingOfList(listForm({ ...stored, optional: false }))).toEqual(['Min Selection']);
});

test('halves are one for the whole or two, and another type ends them', () => {
  const halves = withHalves({ ...named, isOptional: false, hasNoLimit: true, perModifier: '3' });
  expect(halves).toMatchObject({ min: '1', max: '2', hasNoLimit: false, perModifier: '1', isHalved: true });
  expect(listProblems(halves)).toEqual({});
  expect(listRequest(halves)).toMatchObject({
    allowMultipleSelection: true,
    halves: true,
    minModifier: 1,
    maxModifier: 2,
  });
  expect(listForm({ ...stored, halves: true }).isHalved).toBe(true);
  expect(withSelection(halves, true)).toMatchObject({ isHalved: false, allowMultipleSelection: true });
  expect(withSelection(halves, false)).toMatchObject({ isHalved: false, max: '1' });
});

test('one choice means one at most', () => {
  expect(withSelection({ ...named, min: '2', max: '4' }, false)).toMatchObject({ min: '1', max: '1' });
  expect(withSelection({ ...named, isOptional: true, hasNoLimit: true }, false)).toMatchObject({
    min: '0',
    max: '1',
    isOptional: true,
    hasNoLimit: false,
  });
  expect(withSelection({ ...named, allowMultipleSelection: false, min: '1', max: '1' }, true)).toMatchObject({
    allowMultipleSelection: true,
    min: '1',
    max: '1',
  });
});

test('the numbers follow what was said of the question', () => {
  expect(requirementOf(named)).toBeNull();
  const optional = withRequirement(named, 'optional');
  expect(optional).toMatchObject({ isOptional: true, min: '0', max: '0', hasNoLimit: true });
  expect([requirementOf(optional), missingOfList(optional)]).toEqual(['optional', []]);
  const required = withRequirement(optional, 'required');
  expect(required).toMatchObject({ isOptional: false, min: '1', hasNoLimit: true });
  expect(requirementOf(required)).toBe('required');
  expect(withRequirement({ ...named, allowMultipleSelection: false }, 'required')).toMatchObject({
    min: '1',
    max: '1',
    hasNoLimit: false,
  });
  // Entered numbers stay.
  expect(withRequirement({ ...named, min: '2', max: '4' }, 'required')).toMatchObject({ min: '2', max: '4' });
});

test('bounds are compared once both are there', () => {
  expect([named, { min: '3', max: '' }, { min: '3', max: '2' }].map(hasNumbers)).toEqual([false, false, true]);
});

test.each([
  ['fits', { min: '1', max: '3' }, {}, true],
  ['the most below the least', { min: '3', max: '1' }, { max: 'Maximum must be at least the minimum' }, false],
  // The schema refuses these.
  ['no number', { min: 'two', max: '3' }, {}, false],
  ['half a one', { min: '1.5', max: '3' }, {}, false],
  ['more than a list holds', { min: '1', max: '201' }, {}, false],
  [
    'single, of many',
    { allowMultipleSelection: false, min: '2', max: '3' },
    { min: 'A single choice has a minimum of 1 at most', max: 'A single choice has a maximum of 1 at most' },
    false,
  ],
])('bounds: %s', async (_, bounds, problems, isTold) => {
  await loadAnswerWords();
  const form = { ...named, ...bounds };
  expect(listProblems(form)).toEqual(problems);
  expect(hasBounds(form)).toBe(isTold);
});

test('only what was changed is sent', () => {
  const form = listForm(stored);
  expect(listChanges(form, { ...form, name: 'Extras ' })).toEqual({});
  expect(listChanges(form, { ...form, isOptional: false, min: '2' })).toEqual({ minModifier: 2, optional: false });
  expect(['minModifier', 'displayNameTranslations.ar', 'itemList'].map(listField)).toEqual([
    'min',
    'displayNameTranslations.ar',
    null,
  ]);
});
