/**
 * Modifier lists of a dish that are asked only where a modifier of another of its lists is chosen: a salad beside the meal asks for its
 * dressing. Server and screens share the rules.
 */
import type { ItemId, ModifierListId } from '../base/ids.ts';
import type { NestedListOnWire } from './menus.ts';

/** The modifiers of another list of the same dish, of which any one opens the list. */
export interface Opener<ListId extends string = string, ModifierId extends string = string> {
  listId: ListId;
  modifierIds: readonly ModifierId[];
}

/** Without an opener the list is always asked. */
export interface NestedList<ListId extends string = string, ModifierId extends string = string> {
  listId: ListId;
  openedBy?: Opener<ListId, ModifierId> | null | undefined;
}

/** The opener of a list of the dish, as a field of it; without one there is no field. */
export function openerOf(
  { nestedLists }: { nestedLists?: readonly NestedListOnWire[] | undefined },
  listId: ModifierListId,
): { openedBy?: Opener<ModifierListId, ItemId> } {
  const nested = nestedLists?.find(({ modifierListId }) => modifierListId === listId);
  return nested ? { openedBy: { listId: nested.parentListId, modifierIds: nested.modifierIds } } : {};
}

interface Chosen {
  listId: string;
  modifierIds: readonly string[];
}

/** Whether a list of the dish is asked only where something is chosen. */
export function hasNestedLists(lists: readonly Pick<NestedList, 'openedBy'>[]): boolean {
  return lists.some(({ openedBy }) => openedBy);
}

/**
 * The lists in the order in which they are asked, each behind the one that opens it, with how deep it is nested. Lists whose opener is not
 * one of the dish's are never asked, and are left out.
 */
export function askedOrder<List extends NestedList>(lists: readonly List[]): { list: List; depth: number }[] {
  if (!hasNestedLists(lists)) return lists.map((list) => ({ list, depth: 0 }));
  return walk(lists, () => true);
}

/** The lists that are asked with these choices, in that order. A list is opened once, however often its opener is chosen. */
export function openLists<List extends NestedList>(lists: readonly List[], selections: readonly Chosen[]): List[] {
  if (!hasNestedLists(lists)) return [...lists];
  const isChosen = ({ listId, modifierIds }: Opener) =>
    selections.some((chosen) => chosen.listId === listId && chosen.modifierIds.some((id) => modifierIds.includes(id)));
  return walk(lists, isChosen).map(({ list }) => list);
}

/** The choices without those of lists that are not asked with them: taking the opener away drops what it opened. */
export function dropClosed<Choice extends Chosen>(
  lists: readonly NestedList[],
  selections: readonly Choice[],
): Choice[] {
  const open = new Set(openLists(lists, selections).map(({ listId }) => listId));
  return selections.filter(({ listId }) => open.has(listId));
}

/** The lists below their openers. Circles are never reached. */
function walk<List extends NestedList>(
  lists: readonly List[],
  isOpen: (opener: Opener) => boolean,
): { list: List; depth: number }[] {
  const below = (parent: string | undefined, depth: number): { list: List; depth: number }[] =>
    lists
      .filter(({ openedBy }) => openedBy?.listId === parent && (!openedBy || isOpen(openedBy)))
      .flatMap((list) => [{ list, depth }, ...below(list.listId, depth + 1)]);
  return below(undefined, 0);
}

/**
 * The chosen modifiers in the order in which they were asked: behind a modifier, those of the lists that it opens. Where several
 * modifiers open a list, its own stand behind the first of them; one that was chosen twice stands together. Without nested lists the order
 * stays.
 */
export function arrangeChosen<One extends { listId: string; modifierId: string }>(
  lists: readonly NestedList[],
  chosen: readonly One[],
): { one: One; depth: number }[] {
  if (!hasNestedLists(lists)) return chosen.map((one) => ({ one, depth: 0 }));
  const byList = Map.groupBy(chosen, ({ listId }) => listId);
  const arranged: { one: One; depth: number }[] = [];
  const add = ({ listId }: NestedList, depth: number): void => {
    const below = new Set(lists.filter(({ openedBy }) => openedBy?.listId === listId));
    for (const [modifierId, times] of Map.groupBy(byList.get(listId) ?? [], (one) => one.modifierId)) {
      arranged.push(...times.map((one) => ({ one, depth })));
      for (const list of below) {
        if (!list.openedBy!.modifierIds.includes(modifierId)) continue;
        below.delete(list);
        add(list, depth + 1);
      }
    }
  };
  for (const list of lists) if (!list.openedBy) add(list, 0);
  const isArranged = new Set(arranged.map(({ one }) => one));
  return [...arranged, ...chosen.filter((one) => !isArranged.has(one)).map((one) => ({ one, depth: 0 }))];
}
