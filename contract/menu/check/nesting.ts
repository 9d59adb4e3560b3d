import type { Item, ModifierList } from '../menus.ts';
import type { Outlet } from '../../outlets/outlets.ts';
import { askedOrder } from '../nested-lists.ts';
import { areCompletable, isCompletable, withoutDeadEnds } from '../option-choice.ts';
import { activeOutlets, type CheckFacts, choiceListsOf } from './facts.ts';
import { type Finding, finding } from './finding.ts';

/** Lists that no choice opens, and choices that open what cannot be completed. */
export function checkNesting(facts: CheckFacts, item: Item, lists: ReadonlyMap<string, ModifierList>): Finding[] {
  if (item.nestedLists === undefined) return [];
  const asked = choiceListsOf(item, lists, null);
  const isReached = new Set(askedOrder(asked).map(({ list }) => list.listId));
  const never = asked.filter(({ listId, openedBy }) => {
    const parent = asked.find((list) => list.listId === openedBy?.listId);
    const opens = parent?.modifiers.some(({ modifierId }) => openedBy!.modifierIds.includes(modifierId)) ?? false;
    return !isReached.has(listId) || (Boolean(openedBy) && !opens);
  });
  const nameOf = (listId: string) => lists.get(listId)!.name;
  const everywhere = deadEnds(item, lists, null);
  const outlets = everywhere.options.length > 0 ? [null] : activeOutlets(facts);
  return [
    ...never.map(({ listId }) => finding('item.list_never_asked', 'item', item, { list: nameOf(listId) })),
    ...outlets.flatMap((outlet) => {
      const at = outlet === null ? {} : { outlet: { _id: outlet._id, name: outlet.name } };
      const { options, isWhole } = deadEnds(item, lists, outlet);
      return [
        ...options.map((option) => finding('item.option_dead_end', 'item', item, { ...option, ...at })),
        ...(isWhole ? [finding('item.dead_end', 'item', item, at)] : []),
      ];
    }),
  ];
}

/** The options that lead nowhere, each with the list that it opens; `isWhole` where they keep the item from being ordered. */
function deadEnds(
  item: Item,
  lists: ReadonlyMap<string, ModifierList>,
  outlet: Outlet | null,
): { options: { option: string; list: string }[]; isWhole: boolean } {
  const before = choiceListsOf(item, lists, outlet);
  const after = withoutDeadEnds(before);
  const options = before.flatMap(({ listId, modifiers }, index) =>
    modifiers.flatMap(({ modifierId, isAvailable }, place) => {
      if (!isAvailable || after[index]!.modifiers[place]!.isAvailable) return [];
      const opened = after.find(
        (list) =>
          list.openedBy?.listId === listId && list.openedBy.modifierIds.includes(modifierId) && !isCompletable(list),
      )!;
      const option = lists.get(listId)!.modifierList[place]!.name;
      return [{ option, list: lists.get(opened.listId)!.name }];
    }),
  );
  const wouldDo = before.every((list) => Boolean(list.openedBy) || isCompletable(list));
  return { options, isWhole: wouldDo && !areCompletable(before) };
}
