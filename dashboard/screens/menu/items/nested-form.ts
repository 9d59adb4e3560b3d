/** The nested lists of a dish as the dialog of one of its lists has them: by option, the lists that it opens. Pure functions. */
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { openerOf } from '#contract/menu/nested-lists.ts';
import { nestingProblem } from '#contract/menu/nesting-problem.ts';

export type Nested = NonNullable<Item['nestedLists']>;
/** The lists that each option opens. */
export type Openings = ReadonlyMap<ItemId, readonly ModifierListId[]>;

/** The lists of the dish that options of the parent can open: none that another list opens, and none that would make a circle. */
export function openableLists(
  listIds: readonly ModifierListId[],
  nested: Nested,
  parentListId: ModifierListId,
): ModifierListId[] {
  const isOfOther = (id: ModifierListId) =>
    nested.some((one) => one.modifierListId === id && one.parentListId !== parentListId);
  return listIds.filter((id) => {
    if (id === parentListId || isOfOther(id)) return false;
    const others = nested.filter(({ modifierListId }) => modifierListId !== id);
    const wanted = [...others, { modifierListId: id, parentListId, modifierIds: [] }];
    // A list that is not there any more opens nothing, and closes nothing off either.
    const ids = [...new Set([...listIds, ...wanted.map((one) => one.parentListId)])];
    const lists = ids.map((listId) => ({ listId, ...openerOf({ nestedLists: wanted }, listId) }));
    return nestingProblem(lists, () => true) === null;
  });
}

export function openingsOf(parent: ModifierList, nested: Nested): Openings {
  const opened = nested.filter(({ parentListId }) => parentListId === parent._id);
  return new Map(
    parent.modifierList.map(({ _id }) => [
      _id,
      opened.filter(({ modifierIds }) => modifierIds.includes(_id)).map(({ modifierListId }) => modifierListId),
    ]),
  );
}

/** The nested lists with those that options of the parent open. Options that are deleted keep what they opened: they may be restored. */
export function withOpenings(nested: Nested, parent: ModifierList, openings: Openings): Nested {
  const isShown = new Set(parent.modifierList.map(({ _id }) => _id));
  const before = nested.filter(({ parentListId }) => parentListId === parent._id);
  const opened = new Set([...before.map(({ modifierListId }) => modifierListId), ...[...openings.values()].flat()]);
  const after = [...opened].flatMap((modifierListId) => {
    const known = before.find((one) => one.modifierListId === modifierListId);
    const shown = [...openings].filter(([, lists]) => lists.includes(modifierListId)).map(([id]) => id);
    const deleted = known?.modifierIds.filter((id) => !isShown.has(id)) ?? [];
    const isUnticked = known?.modifierIds.some((id) => isShown.has(id)) === true && shown.length === 0;
    const modifierIds = [...shown, ...(isUnticked ? [] : deleted)];
    return modifierIds.length === 0 ? [] : [{ modifierListId, parentListId: parent._id, modifierIds }];
  });
  return [...nested.filter(({ parentListId }) => parentListId !== parent._id), ...after];
}

/** The nested lists that go with a link: those that the list opens, and the list where another opens it. */
export function nestedAround(id: ModifierListId, nested: Nested = []): Nested {
  return nested.filter((one) => one.modifierListId === id || one.parentListId === id);
}

/**
 * The present nested lists with those that went with a link, as far as they fit in; null where none does. A list that another option opens
 * by now stays with that.
 */
export function nestedAgain(
  present: Nested = [],
  lost: Nested,
  listIds: readonly ModifierListId[],
  listsById: ReadonlyMap<ModifierListId, ModifierList>,
): Nested | null {
  const nested = [...present];
  for (const one of storableAnew(lost, listsById, present)) if (fitsIn(one, nested, listIds)) nested.push(one);
  return nested.length === present.length ? null : nested;
}

/**
 * The present nested lists with a change of them taken back, `from` one state `to` the one before; null where the server would refuse it.
 * Lists that the change has left alone are as they are at present.
 */
export function nestedBefore(
  present: Nested = [],
  { from, to }: { from: Nested; to: Nested },
  listIds: readonly ModifierListId[],
  listsById: ReadonlyMap<ModifierListId, ModifierList>,
): Nested | null {
  const isIn = (nested: Nested) => (one: Nested[number]) => nested.some((other) => isSame(one, other));
  const wanted = to.filter((one) => !isIn(from)(one));
  const changed = new Set([...wanted, ...from.filter((one) => !isIn(to)(one))].map((one) => one.modifierListId));
  const nested = present.filter((one) => !changed.has(one.modifierListId));
  const storable = storableAnew(wanted, listsById, present);
  if (storable.length < wanted.length) return null;
  for (const one of storable) {
    if (!fitsIn(one, nested, listIds)) return null;
    nested.push(one);
  }
  return nested;
}

function isSame(one: Nested[number], other: Nested[number]): boolean {
  return (
    one.modifierListId === other.modifierListId &&
    one.parentListId === other.parentListId &&
    one.modifierIds.toSorted().join() === other.modifierIds.toSorted().join()
  );
}

function fitsIn(one: Nested[number], nested: Nested, listIds: readonly ModifierListId[]): boolean {
  return (
    listIds.includes(one.parentListId) &&
    !nested.some(({ modifierListId }) => modifierListId === one.modifierListId) &&
    openableLists(listIds, nested, one.parentListId).includes(one.modifierListId)
  );
}

/**
 * The nested lists that can be stored anew: an option that the opening list does not have any more opens nothing there, unless it is among
 * the stored ones of that list, where it may be restored.
 */
function storableAnew(nested: Nested, listsById: ReadonlyMap<ModifierListId, ModifierList>, stored: Nested): Nested {
  return nested.flatMap((one) => {
    const ofParent = stored.filter(({ parentListId }) => parentListId === one.parentListId);
    const options = new Set([
      ...(listsById.get(one.parentListId)?.modifierList.map(({ _id }) => _id) ?? []),
      ...ofParent.flatMap(({ modifierIds }) => modifierIds),
    ]);
    const modifierIds = one.modifierIds.filter((id) => options.has(id));
    return modifierIds.length === 0 ? [] : [{ ...one, modifierIds }];
  });
}

/** The list that opens this one, with the names of the options that do; null where the list is always asked. */
export function openerNames(
  list: ModifierList,
  nested: Nested,
  listsById: ReadonlyMap<ModifierListId, ModifierList>,
): { list: string; options: string[] } | null {
  const opener = nested.find(({ modifierListId }) => modifierListId === list._id);
  if (opener === undefined) return null;
  const parent = listsById.get(opener.parentListId);
  const options = parent?.modifierList.filter(({ _id }) => opener.modifierIds.includes(_id)) ?? [];
  return { list: parent?.name ?? '', options: options.map(({ name }) => name) };
}
