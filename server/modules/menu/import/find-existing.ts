import type { CategoryId, ItemId } from '#contract/base/ids.ts';
import { namesInFile } from './list-names.ts';
import type { PlannedDish, PlannedItem, PlannedList, PlannedModifier } from './plan.ts';
import type { CategoryState, ItemState, ListState, CurrentMenu } from './current-menu.ts';

/** The existing entity that matches one in the file. */
export interface ExistingMatch<State> {
  state: State;
  /** Whether only the name in its place matched, so that the file's SKU is new. */
  isByName: boolean;
}
type ExistingItems = ReadonlyMap<string, ExistingMatch<ItemState>>;

/**
 * Matches existing dishes to keys of the plan: by the key of an earlier import, else by SKU, else by name in their
 * category.
 */
export function findDishes(present: CurrentMenu, dishes: readonly PlannedDish[]): ExistingItems {
  const byId = new Map(present.items.map((item) => [item.id, item]));
  const categoryByName = new Map(present.categories.toReversed().map(({ name, id }) => [name, id]));
  return findItems(present, 'item', dishes, ({ id, name, categoryName }) => {
    if (id !== undefined) return [];
    return itemsIn(present, categoryByName.get(categoryName), byId).filter((item) => item.name === name);
  });
}

/** Matches existing options: by the key of an earlier import, else by SKU, else by name and price. */
export function findModifiers(present: CurrentMenu, modifiers: readonly PlannedModifier[]): ExistingItems {
  const byNameAndPrice = Map.groupBy(present.items, ({ name, price_minor }) => `${name}@${price_minor}`);
  return findItems(present, 'modifier', modifiers, ({ name, price }) => byNameAndPrice.get(`${name}@${price}`) ?? []);
}

/** Matches each item once; items matched by SKU are not matched by name. */
function findItems<Plan extends PlannedItem>(
  { items }: CurrentMenu,
  type: ItemState['type'],
  planned: readonly Plan[],
  byName: (plan: Plan) => readonly ItemState[],
): ExistingItems {
  const byKey = byExternalId(items);
  const bySku = Map.groupBy(items, ({ sku }) => sku.toLowerCase());
  const found = new Map<string, ExistingMatch<ItemState>>();
  const taken = new Set<ItemId>();
  const take = (plan: Plan, candidates: readonly ItemState[], isByName: boolean) => {
    const free = candidates.filter((item) => item.type === type && !taken.has(item.id));
    const [state] = free;
    if (found.has(plan.key) || state === undefined || free.length > 1) return;
    taken.add(state.id);
    found.set(plan.key, { state, isByName });
  };
  for (const plan of planned) take(plan, [byKey.get(plan.key) ?? []].flat(), false);
  for (const plan of planned) {
    const ofSku = plan.sku === undefined ? [] : (bySku.get(plan.sku.toLowerCase()) ?? []);
    // Several items with the SKU are told apart by name.
    const sameName = ofSku.filter(({ name }) => name === plan.name);
    take(plan, ofSku.length > 1 ? sameName : ofSku, false);
  }
  for (const plan of planned) take(plan, byName(plan), true);
  return found;
}

function itemsIn(
  { categoryItems }: CurrentMenu,
  categoryId: CategoryId | undefined,
  byId: ReadonlyMap<ItemId, ItemState>,
) {
  const links = categoryId === undefined ? [] : (categoryItems.get(categoryId) ?? []);
  return links.flatMap(({ to }) => byId.get(to) ?? []);
}

/** Matches existing lists: by the key of an earlier import, else by the name that the file gives. */
export function findLists({ lists }: CurrentMenu, planned: readonly PlannedList[]): ReadonlyMap<string, ListState> {
  const names = namesInFile(lists);
  return findNamed(
    lists,
    planned,
    ({ isNamed }) => isNamed,
    ({ id }) => names.get(id)!,
  );
}

/** Matches categories of the menu: by the key of an earlier import, else by name. */
export function findCategories(
  { categories }: CurrentMenu,
  planned: readonly { key: string; name: string }[],
): ReadonlyMap<string, CategoryState> {
  return findNamed(
    categories,
    planned,
    () => true,
    ({ name }) => name,
  );
}

function findNamed<State extends { external_id: string | null }, Plan extends { key: string; name: string }>(
  states: readonly State[],
  planned: readonly Plan[],
  isNamed: (plan: Plan) => boolean,
  nameOf: (state: State) => string,
): ReadonlyMap<string, State> {
  const byKey = byExternalId(states);
  const byName = Map.groupBy(states, nameOf);
  const found = new Map<string, State>();
  const taken = new Set<State>();
  const take = (key: string, state: State | undefined) => {
    if (state === undefined || found.has(key) || taken.has(state)) return;
    taken.add(state);
    found.set(key, state);
  };
  for (const { key } of planned) take(key, byKey.get(key));
  for (const plan of planned) if (isNamed(plan)) take(plan.key, byName.get(plan.name)?.[0]);
  return found;
}

function byExternalId<Row extends { external_id: string | null }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row] as const])));
}
