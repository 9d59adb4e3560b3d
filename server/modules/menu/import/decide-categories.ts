import type { CategoryId, ItemId, MenuId } from '#contract/base/ids.ts';
import type { DecidedRow, ImportTarget, LinkChange } from './decide-import.ts';
import { findCategories } from './find-existing.ts';
import type { ImportPlan, PlannedCategory } from './plan.ts';
import type { CategoryState, ItemState, Link, CurrentMenu } from './current-menu.ts';

interface DecidedCategories {
  categories: Map<string, DecidedRow<CategoryState>>;
  moved: DecidedRow<CategoryState>[];
  categoryItems: LinkChange<CategoryId, ItemId>[];
  leavingItems: ItemState[];
  emptied: CategoryState[];
  /** The number of categories in the menu after the import. */
  count: number;
}

/** The categories of the menu after the import, their order, and their dishes. */
export function decideCategories(
  present: CurrentMenu,
  plan: ImportPlan,
  dishes: ReadonlyMap<string, DecidedRow<ItemState>>,
  { menuId, newId, missing }: Pick<ImportTarget, 'newId' | 'missing'> & { menuId: MenuId },
): DecidedCategories {
  const imported = new Set(present.items.flatMap(({ id, external_id }) => (external_id === null ? [] : id)));
  const inFile = new Set([...dishes.values()].map(({ after }) => after.id));
  const isMissing = ({ to, isGone }: Link<ItemId>) =>
    missing === 'leave' && !isGone && imported.has(to) && !inFile.has(to);
  // A dish of the file stays in the file's categories and in those chosen by hand.
  const leaves = (link: Link<ItemId>) => isMissing(link) || (!link.isGone && inFile.has(link.to));
  // Guests would not see a category without dishes, so it is not created.
  const filled = plan.categories.filter(({ dishKeys }) => dishKeys.length > 0);
  const known = findCategories(present, filled);
  const found = filled.map((planned) => ({ planned, known: known.get(planned.key) ?? null }));
  const arranged = arrange(present.categories, found);

  const categories = new Map<string, DecidedRow<CategoryState>>();
  const moved: DecidedRow<CategoryState>[] = [];
  const categoryItems: LinkChange<CategoryId, ItemId>[] = [];
  for (const [position, place] of arranged.entries()) {
    const { planned, known: state } = place;
    const before = state === null ? [] : (present.categoryItems.get(state.id) ?? []);
    if (planned === null) {
      const after = { ...state, position };
      if (state.position !== position) moved.push({ before: state, after });
      const goes = state.external_id === null ? isMissing : leaves;
      categoryItems.push({ of: after.id, before, after: before.filter((link) => !goes(link)) });
      continue;
    }
    const after = { ...categoryAfter(planned, state, menuId, newId), position };
    categories.set(planned.key, { before: state, after });
    const given = planned.dishKeys.map((key) => dishes.get(key)!.after.id);
    const isGiven = new Set(given);
    const others = before.filter((link) => !isGiven.has(link.to) && !leaves(link));
    const wanted = [...given, ...others.filter((link) => !link.isGone).map((link) => link.to)];
    const gone = others.filter((link) => link.isGone);
    categoryItems.push({
      of: after.id,
      before,
      after: [...wanted.map((to, index) => ({ to, position: index, isGone: false })), ...gone],
    });
  }
  const kept = new Set(categoryItems.flatMap(({ after }) => after.map(({ to }) => to)));
  const lost = new Set(categoryItems.flatMap(({ before }) => before.map(({ to }) => to)).filter((id) => !kept.has(id)));
  const isEmpty = (links: readonly Link[]) => links.every(({ isGone }) => isGone);
  const became = new Set(
    categoryItems.filter(({ before, after }) => !isEmpty(before) && isEmpty(after)).map(({ of }) => of),
  );
  return {
    categories,
    moved,
    categoryItems,
    leavingItems: present.items.filter(({ id }) => lost.has(id)),
    emptied: present.categories.filter(({ id, external_id }) => external_id !== null && became.has(id)),
    count: arranged.length,
  };
}

type Place =
  | { planned: PlannedCategory; known: CategoryState | null }
  /** A category that is not in the file. */
  | { planned: null; known: CategoryState };

/**
 * Orders the categories of the file as in the file, in the positions they had; a new category follows its predecessor
 * in the file, or comes last. So a file of one category moves nothing, and a whole menu is ordered as in the file.
 */
function arrange(
  present: readonly CategoryState[],
  found: readonly { planned: PlannedCategory; known: CategoryState | null }[],
): Place[] {
  const known = found.filter((one) => one.known !== null);
  const ids = new Set(known.map((one) => one.known!.id));
  let next = 0;
  const places = present.map((category): Place =>
    ids.has(category.id) ? known[next++]! : { planned: null, known: category },
  );
  const first = places.findIndex(({ planned }) => planned !== null);
  // New categories by the place that they follow, which is -1 at the beginning.
  const added = new Map<number, Place[]>();
  const placeOf = new Map(places.map((place, index) => [place, index]));
  let after = (first === -1 ? places.length : first) - 1;
  for (const one of found) {
    const at = placeOf.get(one);
    const followers = added.get(after);
    if (at !== undefined) after = at;
    else if (followers === undefined) added.set(after, [one]);
    else followers.push(one);
  }
  return [...(added.get(-1) ?? []), ...places.flatMap((place, index) => [place, ...(added.get(index) ?? [])])];
}

/** A name changed by the merchant since the last import stays. */
function categoryAfter(
  planned: PlannedCategory,
  known: CategoryState | null,
  menuId: MenuId,
  newId: ImportTarget['newId'],
): Omit<CategoryState, 'position'> {
  const translations = { ...known?.name_translations, ...planned.nameTranslations };
  return {
    id: known?.id ?? newId<CategoryId>(),
    menu_id: menuId,
    name: known?.name ?? planned.name,
    name_translations: Object.fromEntries(Object.entries(translations).filter(([, text]) => text !== '')),
    external_id: known === null ? planned.key : known.external_id,
  };
}
