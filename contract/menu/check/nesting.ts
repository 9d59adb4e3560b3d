import type { Item, ModifierList } from '../menus.ts';
import type { Outlet } from '../../outlets/outlets.ts';
import { askedOrder } from '../nested-lists.ts';
import { areCompletable, type ChoiceList, isCompletable, withoutDeadEnds } from '../option-choice.ts';
import { activeOutlets, type CheckFacts, choiceListsAt, choiceListsOf } from './facts.ts';
import { type Finding, finding } from './finding.ts';

/**
 * The findings of each item: lists that no choice opens, and choices that open what cannot be completed. A choice that is no dead end
 * everywhere can become one only where options of a nested list are switched off: other outlets are not looked at.
 */
export function checkNesting(
  facts: CheckFacts,
  items: readonly Item[],
  lists: ReadonlyMap<string, ModifierList>,
  everywhere: ReturnType<typeof choiceListsAt>,
): ReadonlyMap<string, Finding[]> {
  const nested = items.filter(({ nestedLists }) => nestedLists !== undefined);
  const found = new Map<string, Finding[]>();
  const differing: Item[] = [];
  for (const item of nested) {
    const asked = choiceListsOf(item, lists, everywhere);
    const dead = findingsOf(item, lists, asked, null);
    found.set(item._id, [...neverAsked(item, lists, asked), ...dead]);
    if (dead.length === 0) differing.push(item);
  }
  const outlets = activeOutlets(facts);
  const nestedIds = new Set<string>(
    differing.flatMap(({ nestedLists }) => nestedLists!.map((one) => one.modifierListId)),
  );
  const changing = [...nestedIds]
    .flatMap((id) => lists.get(id) ?? [])
    .map((list) => ({ list, outlets: outletsWithout(list) }));
  for (const outlet of outlets) {
    const here = changing.filter((one) => one.outlets.has(outlet._id)).map(({ list }) => list);
    if (here.length === 0) continue;
    const at = choiceListsAt(outlet);
    const lacking = new Set<string>(here.filter((list) => !isCompletable(at(list))).map(({ _id }) => _id));
    for (const item of differing) {
      if (!item.nestedLists!.some(({ modifierListId }) => lacking.has(modifierListId))) continue;
      found.get(item._id)!.push(...findingsOf(item, lists, choiceListsOf(item, lists, at), outlet));
    }
  }
  return found;
}

/** The ids of outlets at which an option of the list is switched off. */
function outletsWithout({ modifierList }: ModifierList): ReadonlySet<string> {
  return new Set(modifierList.flatMap(({ InActiveOutletIds }) => InActiveOutletIds.map(({ _id }) => _id)));
}

function neverAsked(item: Item, lists: ReadonlyMap<string, ModifierList>, asked: readonly ChoiceList[]): Finding[] {
  const isReached = new Set(askedOrder(asked).map(({ list }) => list.listId));
  const never = asked.filter(({ listId, openedBy }) => {
    const parent = asked.find((list) => list.listId === openedBy?.listId);
    const opens = parent?.modifiers.some(({ modifierId }) => openedBy!.modifierIds.includes(modifierId)) ?? false;
    return !isReached.has(listId) || (Boolean(openedBy) && !opens);
  });
  return never.map(({ listId }) => finding('item.list_never_asked', 'item', item, { list: lists.get(listId)!.name }));
}

function findingsOf(
  item: Item,
  lists: ReadonlyMap<string, ModifierList>,
  asked: readonly ChoiceList[],
  outlet: Outlet | null,
): Finding[] {
  const at = outlet === null ? {} : { outlet: { _id: outlet._id, name: outlet.name } };
  const { options, isWhole } = deadEnds(lists, asked);
  return [
    ...options.map((option) => finding('item.option_dead_end', 'item', item, { ...option, ...at })),
    ...(isWhole ? [finding('item.dead_end', 'item', item, at)] : []),
  ];
}

/** The options that lead nowhere, each with the list that it opens; `isWhole` where they keep the item from being ordered. */
function deadEnds(
  lists: ReadonlyMap<string, ModifierList>,
  before: readonly ChoiceList[],
): { options: { option: string; list: string }[]; isWhole: boolean } {
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
