/** The changes of an import, given the present menu. Pure: preview, writing and undoing all use it. */
import type { CategoryId, ItemId, MenuId, ModifierListId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { effectiveBounds } from '#contract/menu/option-choice.ts';
import type { newId } from '#server/db/new-id.ts';
import { decideCategories } from './decide-categories.ts';
import { findDishes, findLists, findModifiers, type ExistingMatch } from './find-existing.ts';
import type { FileTranslations, ImportPlan, ItemInput, PlannedDish, PlannedList, PlannedModifier } from './plan.ts';
import { modePriceColumns, storedModePrices } from '#server/modules/menu/modifier-lists/mode-prices.ts';
import type { CategoryState, ItemState, Link, ListState, CurrentMenu } from './current-menu.ts';
import { openerKey, openersOf, withOpeners } from './decide-nesting.ts';
import { skuMaker } from './sku.ts';
import type { Translations } from '#contract/base/fields.ts';

/** A row before and after; `before` is null for a new row. */
export interface DecidedRow<State> {
  before: State | null;
  after: State;
}
/** The whole list of links of one owner, before and after. */
export interface LinkChange<Of extends string = string, To extends string = string> {
  of: Of;
  before: readonly Link<To>[];
  after: readonly Link<To>[];
}

export interface ImportChanges {
  /** `file` is what the file says of a menu that is new. */
  menu: { id: MenuId; name: string; isNew: boolean; isLive: boolean; file?: ImportPlan['menu'] };
  /** The things in the file by key of the plan, unchanged ones included. */
  dishes: ReadonlyMap<string, DecidedRow<ItemState>>;
  modifiers: ReadonlyMap<string, DecidedRow<ItemState>>;
  lists: ReadonlyMap<string, DecidedRow<ListState>>;
  categories: ReadonlyMap<string, DecidedRow<CategoryState>>;
  /** The number of categories in the menu, and of items and modifiers in all menus, afterwards. */
  categoryCount: number;
  itemCount: number;
  modifierCount: number;
  /** Other categories of the menu, which get another position. */
  movedCategories: DecidedRow<CategoryState>[];
  /** Changed links only. */
  categoryItems: LinkChange<CategoryId, ItemId>[];
  itemLists: LinkChange<ItemId, ModifierListId>[];
  listItems: LinkChange<ModifierListId, ItemId>[];
  goesWith: LinkChange<ItemId, ItemId>[];
  /** Dishes of earlier imports that are in no category of the menu any more. */
  leavingItems: ItemState[];
  /** Things created by earlier imports that nothing uses any more. */
  removed: { categories: CategoryState[]; lists: ListState[]; modifiers: ItemState[] };
}

export interface ImportTarget {
  /** Null for a new menu. */
  menuId: MenuId | null;
  /** The name of a new menu. */
  name: string;
  newId: typeof newId;
  /** Whether dishes of earlier imports that are missing in the file stay in the menu or leave it. */
  missing: 'stay' | 'leave';
}

export function decideImport(present: CurrentMenu, plan: ImportPlan, target: ImportTarget): ImportChanges {
  const { newId } = target;
  const makeSku = skuMaker(present.items.map(({ sku }) => sku).concat(fileSkus(plan)));
  const known = {
    dishes: findDishes(present, plan.dishes),
    modifiers: findModifiers(present, plan.modifiers),
    lists: findLists(present, plan.lists),
  };

  const modifiers = decideAll(plan.modifiers, (modifier) => {
    const found = known.modifiers.get(modifier.key);
    const makeOwnSku = () => makeSku(`OPT ${modifier.name}`);
    return { before: found?.state ?? null, after: itemAfter(found, modifier, 'modifier', newId, makeOwnSku) };
  });
  const dishes = decideAll(plan.dishes, (dish) => {
    const found = known.dishes.get(dish.key);
    return { before: found?.state ?? null, after: itemAfter(found, dish, 'item', newId, () => makeSku(dish.name)) };
  });
  const lists = decideAll(plan.lists, (list) => {
    const before = known.lists.get(list.key) ?? null;
    return { before, after: listAfter(before, list, newId) };
  });

  const listItems = plan.lists.map((list): LinkChange<ModifierListId, ItemId> => {
    const of = lists.get(list.key)!.after.id;
    return linkChange(
      of,
      present.listItems,
      list.modifierKeys.map((key) => modifiers.get(key)!.after.id),
    );
  });
  const listsMadeByHand = findListsMadeByHand(present);
  const itemLists = plan.dishes.flatMap((dish): LinkChange<ItemId, ModifierListId>[] => {
    if (dish.lists === undefined) return [];
    const of = dishes.get(dish.key)!.after.id;
    const named = dish.lists.keys.map((key) => lists.get(key)!.after.id);
    const others = dish.lists.isWhole ? [] : listsMadeByHand(of).filter((id) => !named.includes(id));
    const change = linkChange(of, present.itemLists, [...named, ...others]);
    const given = dish.lists.nested && openersOf(dish.lists.nested, plan, { lists, modifiers });
    return [withOpeners(change, named, given, present.listItems)];
  });
  const goesWith = goesWithAfter(present, plan, dishes);
  const menu = { ...menuAfter(present, target), file: plan.menu };
  const unused = listUnused(present, itemLists, listItems);
  const { categories, moved, categoryItems, leavingItems, emptied, count } = decideCategories(present, plan, dishes, {
    menuId: menu.id,
    newId,
    missing: target.missing,
  });
  return {
    menu,
    dishes,
    modifiers,
    lists,
    categories,
    categoryCount: count,
    itemCount: countAfter(present, 'item', dishes),
    modifierCount: countAfter(present, 'modifier', modifiers) - unused.modifiers.length,
    movedCategories: moved,
    categoryItems: categoryItems.filter(isDifferent),
    itemLists: itemLists.filter(isDifferent),
    listItems: listItems.filter(isDifferent),
    goesWith: goesWith.filter(isDifferent),
    leavingItems,
    removed: { categories: emptied, ...unused },
  };
}

function decideAll<Plan extends { key: string }, State>(
  planned: readonly Plan[],
  decide: (one: Plan) => DecidedRow<State>,
): Map<string, DecidedRow<State>> {
  return new Map(planned.map((one) => [one.key, decide(one)]));
}

function countAfter(
  { items }: CurrentMenu,
  type: ItemState['type'],
  decided: ReadonlyMap<string, DecidedRow<ItemState>>,
): number {
  const present = items.filter((item) => item.type === type).length;
  return present + [...decided.values()].filter(({ before }) => before === null).length;
}

function fileSkus(plan: ImportPlan): string[] {
  return [...plan.dishes, ...plan.modifiers].flatMap(({ sku }) => sku ?? []);
}

/** A new menu goes live at once only when no menu is live. */
function menuAfter({ menus }: CurrentMenu, { menuId, name, newId }: ImportTarget): ImportChanges['menu'] {
  const known = menus.find((menu) => menu.id === menuId);
  if (known !== undefined) return { id: known.id, name: known.name, isNew: false, isLive: known.is_live };
  return { id: newId<MenuId>(), name, isNew: true, isLive: !menus.some((menu) => menu.is_live) };
}

function itemAfter(
  found: ExistingMatch<ItemState> | undefined,
  input: PlannedDish | PlannedModifier,
  type: ItemState['type'],
  newId: ImportTarget['newId'],
  makeSku: () => string,
): ItemState {
  const before = found?.state ?? null;
  const { name, price, modePrices, nameTranslations, calories, makeMinutes, allergens, diets }: ItemInput = input;
  const givenSku = before === null || found?.isByName === true ? input.sku : undefined;
  const described: Partial<PlannedDish> = input;
  const { description, descriptionTranslations = {} } = described;
  return {
    id: before?.id ?? newId<ItemId>(),
    type,
    name,
    name_translations: translated(before?.name_translations, nameTranslations),
    description: description ?? before?.description ?? '',
    description_translations: translated(before?.description_translations, descriptionTranslations),
    price_minor: price,
    ...modePriceColumns(modePrices ?? (before === null ? {} : storedModePrices(before))),
    sku: givenSku ?? before?.sku ?? makeSku(),
    external_id: before === null ? input.key : before.external_id,
    quantity: before === null ? (input.quantity ?? null) : before.quantity,
    calories: calories === undefined ? (before?.calories ?? null) : calories,
    make_minutes: makeMinutes === undefined ? (before?.make_minutes ?? 0) : (makeMinutes ?? 0),
    allergens: [...(allergens ?? before?.allergens ?? [])],
    diets: [...(diets ?? before?.diets ?? [])],
  };
}

function listAfter(before: ListState | null, list: PlannedList, newId: ImportTarget['newId']): ListState {
  const { name, title, titleTranslations, bounds } = list;
  const { allowsMultiple = true, min = 0, max = 0 } = bounds ?? {};
  const given = { allows_multiple: allowsMultiple, min_choices: min, max_choices: max, is_optional: min === 0 };
  // Bounds that mean the same to guests stay as they are stored: there is more than one way to write them.
  const isSame = before !== null && (bounds === null || textOfBounds(before) === textOfBounds(given));
  const stored = isSame ? before : given;
  return {
    id: before?.id ?? newId<ModifierListId>(),
    name: before?.name ?? name,
    display_name: title ?? before?.display_name ?? name,
    display_name_translations: translated(before?.display_name_translations, titleTranslations),
    allows_multiple: stored.allows_multiple,
    min_choices: stored.min_choices,
    max_choices: stored.max_choices,
    is_optional: stored.is_optional,
    free_choices: list.free ?? before?.free_choices ?? 0,
    max_per_option: list.maxEach ?? before?.max_per_option ?? 1,
    is_halved: list.halves ?? before?.is_halved ?? false,
    external_id: before === null ? list.key : before.external_id,
  };
}

function textOfBounds(
  list: Pick<ListState, 'allows_multiple' | 'min_choices' | 'max_choices' | 'is_optional'>,
): string {
  return JSON.stringify(
    effectiveBounds({
      minModifier: list.min_choices,
      maxModifier: list.max_choices,
      allowMultipleSelection: list.allows_multiple,
      optional: list.is_optional,
    }),
  );
}

function translated(before: Translations = {}, given: FileTranslations): Translations {
  const after = { ...before, ...given };
  return Object.fromEntries(Object.entries(after).filter(([, text]) => text !== ''));
}

/** Suggestions of dishes that the file has not, which it cannot name, stay behind those that it names. */
function goesWithAfter(
  present: CurrentMenu,
  plan: ImportPlan,
  dishes: ReadonlyMap<string, DecidedRow<ItemState>>,
): LinkChange<ItemId, ItemId>[] {
  const inFile = new Set([...dishes.values()].map(({ after }) => after.id));
  return plan.dishes.flatMap(({ key, goesWithKeys }) => {
    if (goesWithKeys === undefined) return [];
    const of = dishes.get(key)!.after.id;
    const named = goesWithKeys.map((other) => dishes.get(other)!.after.id);
    const others = (present.goesWith.get(of) ?? []).flatMap(({ to, isGone }) => (isGone || inFile.has(to) ? [] : to));
    return [linkChange(of, present.goesWith, [...named, ...others].slice(0, limits.goesWithMax))];
  });
}

function linkChange<Of extends string, To extends string>(
  of: Of,
  present: ReadonlyMap<Of, readonly Link<To>[]>,
  to: readonly To[],
): LinkChange<Of, To> {
  const before = present.get(of) ?? [];
  const wanted = to.map((id, position) => ({ to: id, position, isGone: false }));
  return { of, before, after: [...wanted, ...before.filter((link) => link.isGone && !to.includes(link.to))] };
}

/** Compares the linked things, their order and their openers; gaps in the numbers do not count. */
function isDifferent({ before, after }: LinkChange): boolean {
  const ids = (links: readonly Link[]) =>
    links.flatMap(({ to, isGone, opener }) => (isGone ? [] : `${to}${openerKey(opener)}`)).join();
  return ids(before) !== ids(after);
}

/** A dish's lists made by hand: a file that does not know them leaves them. */
function findListsMadeByHand({ itemLists, lists }: CurrentMenu): (dishId: ItemId) => ModifierListId[] {
  const imported = new Set(lists.filter((list) => list.external_id !== null).map((list) => list.id));
  return (dishId) => (itemLists.get(dishId) ?? []).flatMap(({ to, isGone }) => (isGone || imported.has(to) ? [] : to));
}

/** Lists of former imports that this import takes from their last dish, and options that it takes from their last list: they are removed. */
function listUnused(
  present: CurrentMenu,
  itemLists: readonly LinkChange<ItemId, ModifierListId>[],
  listItems: readonly LinkChange<ModifierListId, ItemId>[],
): { lists: ListState[]; modifiers: ItemState[] } {
  const items = new Set(present.items.map(({ id }) => id));
  const lists = unlinkedEverywhere(present.itemLists, itemLists, (dish) => items.has(dish));
  const removedLists = present.lists.filter(({ id, external_id }) => external_id !== null && lists.has(id));
  const gone = removedLists.map(({ id }) => ({ of: id, before: present.listItems.get(id) ?? [], after: [] }));
  const known = new Set(present.lists.map(({ id }) => id));
  const modifiers = unlinkedEverywhere(present.listItems, [...listItems, ...gone], (list) => known.has(list));
  const removedModifiers = present.items.filter(
    ({ id, type, external_id }) => type === 'modifier' && external_id !== null && modifiers.has(id),
  );
  return { lists: removedLists, modifiers: removedModifiers };
}

/** Things that were linked before and are linked nowhere after. */
function unlinkedEverywhere<Of extends string, To extends string>(
  present: ReadonlyMap<Of, readonly Link<To>[]>,
  changes: readonly LinkChange<Of, To>[],
  isThere: (of: Of) => boolean,
): ReadonlySet<To> {
  const changed = new Map(changes.map((change) => [change.of, change.after]));
  const after = [...present].flatMap(([of, links]) => (isThere(of) ? (changed.get(of) ?? links) : []));
  const kept = new Set([...after, ...changes.flatMap((change) => change.after)].map(({ to }) => to));
  return new Set(changes.flatMap(({ before }) => before.map(({ to }) => to)).filter((to) => !kept.has(to)));
}
