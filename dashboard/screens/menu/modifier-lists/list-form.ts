/** A modifier list as the form has it, and what is sent of it (decision 30). Numbers are texts here. Pure functions. */
import type { Path } from 'react-hook-form';
import type { CallInput } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { checkBounds } from '#contract/menu/list-bounds.ts';
import type { StoredBounds } from '#contract/menu/option-choice.ts';
import { isWholeNumber } from '../../../components/form/whole-number.ts';
import { changedFields } from '../../../components/form/changed-fields.ts';
import { readCount } from '../../../components/form/read-number.ts';
import { sayProblem } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.modifierLists;

export interface ListForm {
  name: string;
  displayName: string;
  /** Arabic is entered; what there is in other languages stays. */
  displayNameTranslations: { ar: string; [language: string]: string };
  allowMultipleSelection: boolean;
  min: string;
  isOptional: boolean;
  max: string;
  hasNoLimit: boolean;
  /** How many of the chosen modifiers are free. */
  free: string;
  /** How often one modifier may be chosen. */
  perModifier: string;
  /** One is chosen for the whole, or two for a half each. */
  isHalved: boolean;
}

/** Both bounds begin at 0 (order-operations 9), which counts as missing. */
export const emptyList: ListForm = {
  name: '',
  displayName: '',
  displayNameTranslations: { ar: '' },
  allowMultipleSelection: true,
  min: '0',
  isOptional: false,
  max: '0',
  hasNoLimit: false,
  free: '0',
  perModifier: '1',
  isHalved: false,
};

export function listForm(list: ModifierList): ListForm {
  return {
    name: list.name,
    displayName: list.displayName,
    displayNameTranslations: { ar: '', ...list.displayNameTranslations },
    allowMultipleSelection: list.allowMultipleSelection,
    min: String(list.minModifier),
    isOptional: list.optional,
    max: String(list.maxModifier),
    hasNoLimit: list.maxModifier === 0,
    free: String(list.freeModifiers ?? 0),
    perModifier: String(list.maxPerModifier ?? 1),
    isHalved: list.halves ?? false,
  };
}

/**
 * Fields that Save waits for, by their labels: 0 counts as missing, unless the switch beside it says that it is
 * meant.
 */
export function missingOfList({ name, displayName, min, isOptional, max, hasNoLimit }: ListForm): string[] {
  return [
    ...(name.trim() === '' ? [text.name] : []),
    ...(displayName.trim() === '' ? [text.displayName] : []),
    ...(!isOptional && isNothing(min) ? [text.min] : []),
    ...(!hasNoLimit && isNothing(max) ? [text.max] : []),
  ];
}

export function boundsOf(form: ListForm): Required<StoredBounds> {
  return {
    allowMultipleSelection: form.allowMultipleSelection,
    minModifier: form.isOptional ? 0 : readCount(form.min),
    maxModifier: form.hasNoLimit ? 0 : readCount(form.max),
    optional: form.isOptional,
    maxPerModifier: form.allowMultipleSelection ? readCount(form.perModifier.trim() || '1') : 1,
    halves: form.isHalved,
  };
}

/** Sentences by the rule that no schema knows, because a change may send one bound alone: the bounds fit each other. */
export function listProblems(form: ListForm): Partial<Record<'min' | 'max', string>> {
  const problems = checkBounds(boundsOf(form)).map(({ field, code }) => [
    field === 'minModifier' ? 'min' : 'max',
    sayProblem({ code: `list.${code}` }),
  ]);
  return Object.fromEntries(problems) as Partial<Record<'min' | 'max', string>>;
}

/** Whether the bounds can be told in a sentence. */
export function hasBounds(form: ListForm): boolean {
  const { isOptional, min, hasNoLimit, max } = form;
  const isTold = (bound: string) => !isNothing(bound) && isWholeNumber(bound, limits.modifiersPerListMax);
  return (isOptional || isTold(min)) && (hasNoLimit || isTold(max)) && checkBounds(boundsOf(form)).length === 0;
}

/** The bounds after Single or Multiple was chosen: a single choice ends at 1. */
export function withSelection(form: ListForm, allowMultipleSelection: boolean): ListForm {
  if (allowMultipleSelection) return { ...form, allowMultipleSelection, isHalved: false };
  const min = form.isOptional ? '0' : '1';
  return { ...form, allowMultipleSelection, min, max: '1', hasNoLimit: false, isHalved: false };
}

/** The bounds after halves were chosen: one for the whole, or two. */
export function withHalves(form: ListForm): ListForm {
  const min = form.isOptional ? '0' : '1';
  return { ...form, allowMultipleSelection: true, min, max: '2', hasNoLimit: false, perModifier: '1', isHalved: true };
}

/** Whether guests must choose; null while nobody has said. */
export function requirementOf({
  isOptional,
  min,
}: Pick<ListForm, 'isOptional' | 'min'>): 'optional' | 'required' | null {
  if (isOptional) return 'optional';
  return isNothing(min) ? null : 'required';
}

/** The bounds after it was said whether guests must choose: the numbers follow, where nobody has entered any. */
export function withRequirement(form: ListForm, requirement: 'optional' | 'required'): ListForm {
  const isOptional = requirement === 'optional';
  const isOpen = isNothing(form.max) && !form.hasNoLimit;
  return {
    ...form,
    isOptional,
    min: isOptional ? '0' : isNothing(form.min) ? '1' : form.min,
    max: isOpen && !form.allowMultipleSelection ? '1' : form.max,
    hasNoLimit: form.hasNoLimit || (isOpen && form.allowMultipleSelection),
  };
}

/** Both numbers are there, so that they can be compared. */
export function hasNumbers({ min, max }: Pick<ListForm, 'min' | 'max'>): boolean {
  return !isNothing(min) && !isNothing(max);
}

type NewList = NonNullable<CallInput<'POST /menu/add-modifier-list'>['body']>;
type SentList = Omit<NewList, 'modifierList' | 'itemList'>;

/** The form as the API takes it. */
export function listRequest(form: ListForm): SentList {
  const { ar, ...others } = form.displayNameTranslations;
  return {
    name: form.name.trim(),
    displayName: form.displayName.trim(),
    displayNameTranslations: { ...others, ar: ar.trim() },
    ...boundsOf(form),
    freeModifiers: readCount(form.free.trim() === '' ? '0' : form.free),
  };
}

/** Fields that were changed in the form. */
export function listChanges(before: ListForm, after: ListForm): Partial<SentList> {
  return changedFields(listRequest(before), listRequest(after));
}

const formFields = new Map<string, Path<ListForm>>([
  ['name', 'name'],
  ['displayName', 'displayName'],
  ['displayNameTranslations.ar', 'displayNameTranslations.ar'],
  ['minModifier', 'min'],
  ['maxModifier', 'max'],
  ['freeModifiers', 'free'],
  ['maxPerModifier', 'perModifier'],
]);

/** The field of the form for one that the API refused. */
export function listField(apiField: string): Path<ListForm> | null {
  return formFields.get(apiField) ?? null;
}

function isNothing(entered: string): boolean {
  return entered.trim() === '' || readCount(entered) === 0;
}
