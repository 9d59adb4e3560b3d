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
  const byPlace = Map.groupBy(
    [...categoryByName].flatMap(([categoryName, categoryId]) =>
      itemsIn(present, categoryId, byId).map((item) => ({ item, place: placeOf(categoryName, item.name) })),
    ),
    ({ place }) => place,
  );
  const candidates = new Map([...byPlace].map(([place, found]) => [place, found.map(({ item }) => item)]));
  return findItems(present, 'item', dishes, ({ id, name, categoryName }) =>
    id === undefined ? (candidates.get(placeOf(categoryName, name)) ?? []) : [],
  );
}

function placeOf(group: string, name: string): string {
  return JSON.stringify([group, name]);
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
  byName: (plan: Plan) => ItemState[],
): ExistingItems {
  const byKey = byExternalId(items);
  const bySku = Map.groupBy(items, ({ sku }) => sku.toLowerCase());
  const bySkuAndName = Map.groupBy(items, ({ sku, name }) => placeOf(sku.toLowerCase(), name));
  const found = new Map<string, ExistingMatch<ItemState>>();
  const taken = new Set<ItemId>();
  const isFree = (item: ItemState) => item.type === type && !taken.has(item.id);
  const take = (plan: Plan, candidates: ItemState[], isByName: boolean) => {
    if (found.has(plan.key)) return;
    const state = onlyFree(candidates, isFree);
    if (state === null) return;
    taken.add(state.id);
    found.set(plan.key, { state, isByName });
  };
  for (const plan of planned) take(plan, [byKey.get(plan.key) ?? []].flat(), false);
  for (const plan of planned) {
    if (plan.sku === undefined) continue;
    const sku = plan.sku.toLowerCase();
    const isShared = (bySku.get(sku)?.length ?? 0) > 1;
    // Several items with the SKU are told apart by name.
    const candidates = isShared ? bySkuAndName.get(placeOf(sku, plan.name)) : bySku.get(sku);
    take(plan, candidates ?? [], false);
  }
  for (const plan of planned) take(plan, byName(plan), true);
  return found;
}

/**
 * The one free candidate; null when there are several. Candidates that are taken leave the list, so that many plans
 * which share it do not each pass over all of them.
 */
function onlyFree(candidates: ItemState[], isFree: (item: ItemState) => boolean): ItemState | null {
  const free: ItemState[] = [];
  while (free.length < 2 && candidates.length > 0) {
    const candidate = candidates.pop()!;
    if (isFree(candidate)) free.push(candidate);
  }
  candidates.push(...free);
  return free.length === 1 ? free[0]! : null;
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
