import type { ModifierListId } from '../../base/ids.ts';
import type { Item, ModifierList } from '../menus.ts';
import type { Outlet } from '../../outlets/outlets.ts';
import { doubtfulDiets } from '../allergens.ts';
import { effectiveBounds, mostPerModifier } from '../option-choice.ts';
import { activeOutlets, type CheckFacts, choiceList, choiceListsAt, choiceListsOf } from './facts.ts';
import { checkNesting } from './nesting.ts';
import { type Finding, finding } from './finding.ts';

/** Oddities of items, and modifier lists that keep their items from being ordered. */
export function checkItems(facts: CheckFacts): Finding[] {
  const lists = new Map(facts.modifierLists.map((list) => [list._id, list]));
  const placed = new Set(facts.categories.flatMap(({ items }) => items.map(({ _id }) => _id)));
  const items = facts.items.filter(({ type }) => type === 'item');
  const used = new Set(items.flatMap(listsAlwaysAsked));
  const everywhere = choiceListsAt(null);
  const nesting = checkNesting(facts, items, lists, everywhere);
  return [
    ...facts.modifierLists.filter(({ _id }) => used.has(_id)).flatMap((list) => checkList(facts, list)),
    ...items.flatMap((item) => [
      ...(placed.has(item._id) ? [] : [finding('item.in_no_category', 'item', item)]),
      ...(item.imageUrl === null ? [finding('item.no_image', 'item', item)] : []),
      ...(isFree(item, lists) ? [finding('item.free', 'item', item)] : []),
      ...checkDiets(item, lists, everywhere),
      ...(nesting.get(item._id) ?? []),
    ]),
  ];
}

/** A nested list keeps nobody from ordering the item: its opener cannot be chosen then. */
function listsAlwaysAsked({ modifierList, nestedLists = [] }: Item): ModifierListId[] {
  return modifierList.filter((id) => !nestedLists.some(({ modifierListId }) => modifierListId === id));
}

function checkDiets(
  item: Item,
  lists: ReadonlyMap<string, ModifierList>,
  everywhere: ReturnType<typeof choiceListsAt>,
): Finding[] {
  const asked = choiceListsOf(item, lists, everywhere).map((list) => ({
    ...list,
    options: lists.get(list.listId)!.modifierList,
  }));
  const diets = doubtfulDiets({ ...item, lists: asked });
  return diets.length === 0 ? [] : [finding('item.diet_doubtful', 'item', item, { diets })];
}

function isFree({ price, modifierList }: Item, lists: ReadonlyMap<string, ModifierList>): boolean {
  const options = modifierList.flatMap((id) => lists.get(id)?.modifierList ?? []);
  return price === 0 && options.every((option) => option.price === 0);
}

/** One finding when it applies to every outlet, otherwise one per outlet. */
function checkList(facts: CheckFacts, list: ModifierList): Finding[] {
  const { min: needed } = effectiveBounds(list);
  const outlets = activeOutlets(facts);
  const everywhere = availableOf(list, null);
  if (everywhere < needed) return [lacking(list, needed, everywhere)];
  const short = outlets.filter((outlet) => availableOf(list, outlet) < needed);
  return short.map((outlet) => lacking(list, needed, availableOf(list, outlet), outlet));
}

/** The choices that can be made: an option that may be chosen twice is two. */
function availableOf(list: ModifierList, outlet: Outlet | null): number {
  const available = choiceList(list, outlet).modifiers.filter(({ isAvailable }) => isAvailable);
  return available.length * mostPerModifier(list);
}

function lacking(list: ModifierList, needed: number, available: number, outlet?: Outlet): Finding {
  const at = outlet === undefined ? {} : { outlet: { _id: outlet._id, name: outlet.name } };
  return finding('list.too_few_options', 'modifierList', list, { needed, available, ...at });
}
