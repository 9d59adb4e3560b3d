import type {
  PreviewedCategory,
  PreviewedDish,
  PreviewedList,
  importFields,
  ImportPreview,
} from '#contract/menu/menu-import.ts';
import { type Currency, toDecimalText, toMajor } from '#contract/base/money.ts';
import { effectiveBounds } from '#contract/menu/option-choice.ts';
import type { DecidedRow } from './decide-import.ts';
import type { ImportOutcome } from './import-menu.ts';
import type { ImportPlan, PlannedCategory, PlannedList } from './plan.ts';
import type { CategoryState, ItemState, ListState } from './current-menu.ts';
import { changedColumns } from './write-import.ts';

type Field = (typeof importFields)[number];
type Change = PreviewedDish['changes'][number];

/** The preview of an import for people: by category and list, in the order of the file. */
export function previewOf(plan: ImportPlan, outcome: ImportOutcome, currency: Currency): ImportPreview {
  const { changes, changesAnything, dishes, modifiers, lists, categories } = outcome;
  const { menu, leavingItems, removed } = changes;
  const writer = new PreviewWriter(plan, outcome, currency);
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  return {
    menu: { name: menu.name, isNew: menu.isNew, isLive: menu.isLive },
    changesAnything,
    counts: { categories, dishes, lists, modifiers },
    categories: plan.categories.flatMap((category) => writer.category(category)),
    lists: plan.lists.map((list) => writer.list(list)),
    leavingItems: names(leavingItems),
    removed: {
      categories: names(removed.categories),
      lists: names(removed.lists),
      modifiers: names(removed.modifiers),
    },
  };
}

class PreviewWriter {
  readonly #changes: ImportOutcome['changes'];
  readonly #currency: Currency;
  readonly #listNamesOf: ReadonlyMap<string, string[]>;
  /** Owners whose links, or their order, change. */
  readonly #relinked: ReadonlySet<string>;
  /** Dishes beside which others are suggested than before, or in another order. */
  readonly #suggesting: ReadonlySet<string>;

  constructor(plan: ImportPlan, { changes }: ImportOutcome, currency: Currency) {
    const { categoryItems, itemLists, listItems, goesWith, lists } = changes;
    this.#changes = changes;
    this.#currency = currency;
    this.#suggesting = new Set(goesWith.map(({ of }) => of));
    this.#relinked = new Set([...categoryItems, ...itemLists, ...listItems].map(({ of }) => of));
    this.#listNamesOf = new Map(
      plan.dishes.map((dish) => [dish.key, (dish.lists?.keys ?? []).map((key) => lists.get(key)!.after.name)]),
    );
  }

  /** Empty for a category without dishes, which is not created. */
  category({ key, dishKeys }: PlannedCategory): PreviewedCategory[] {
    const decided = this.#changes.categories.get(key);
    if (decided === undefined) return [];
    const dishes = dishKeys.map((dishKey) => this.#dish(dishKey));
    return [{ ...this.#foreseen(decided, categoryChanges(decided), 'items'), dishes }];
  }

  #dish(key: string): PreviewedDish {
    const dish = this.#changes.dishes.get(key)!;
    const suggestions = this.#suggesting.has(dish.after.id) ? [unvaluedChange('goesWith')] : [];
    const changes = [...itemChanges(dish, this.#currency), ...suggestions];
    return {
      ...this.#foreseen(dish, changes, 'lists'),
      price: toMajor(dish.after.price_minor, this.#currency),
      lists: this.#listNamesOf.get(key)!,
    };
  }

  list({ key, modifierKeys }: PlannedList): PreviewedList {
    const decided = this.#changes.lists.get(key)!;
    const { display_name: title, min_choices, max_choices, allows_multiple, is_optional } = decided.after;
    const { min, max } = effectiveBounds({
      minModifier: min_choices,
      maxModifier: max_choices,
      allowMultipleSelection: allows_multiple,
      optional: is_optional,
    });
    const options = modifierKeys.map((modifierKey) => {
      const option = this.#changes.modifiers.get(modifierKey)!;
      const price = toMajor(option.after.price_minor, this.#currency);
      return { ...this.#foreseen(option, itemChanges(option, this.#currency)), price };
    });
    return { ...this.#foreseen(decided, listChanges(decided), 'options'), title, min, max, options };
  }

  /** Changes are listed for existing entities only: in a new one everything is new. */
  #foreseen({ before, after }: DecidedRow<{ id: string; name: string }>, changes: Change[], links?: Field) {
    if (before === null) return { name: after.name, state: 'new' as const, changes: [] };
    const all = links !== undefined && this.#relinked.has(after.id) ? [...changes, unvaluedChange(links)] : changes;
    return { name: after.name, state: all.length > 0 ? ('changed' as const) : ('same' as const), changes: all };
  }
}

const itemFields: Partial<Record<keyof ItemState, Field>> = {
  name: 'name',
  name_translations: 'translations',
  description: 'description',
  description_translations: 'translations',
  price_minor: 'price',
  delivery_price_minor: 'modePrices',
  pickup_price_minor: 'modePrices',
  dine_in_price_minor: 'modePrices',
  sku: 'sku',
  calories: 'calories',
  make_minutes: 'makeMinutes',
  allergens: 'allergens',
  diets: 'diets',
};

function itemChanges({ before, after }: DecidedRow<ItemState>, currency: Currency): Change[] {
  if (before === null) return [];
  const fields = new Set(changedColumns(before, after).flatMap((column) => itemFields[column] ?? []));
  return [...fields].map((field): Change => {
    if (field === 'name') return { field, from: before.name, to: after.name };
    if (field === 'sku') return { field, from: before.sku, to: after.sku };
    if (field !== 'price') return unvaluedChange(field);
    return { field, from: toDecimalText(before.price_minor, currency), to: toDecimalText(after.price_minor, currency) };
  });
}

const listFields: Partial<Record<keyof ListState, Field>> = {
  display_name: 'title',
  display_name_translations: 'translations',
  allows_multiple: 'choices',
  min_choices: 'choices',
  max_choices: 'choices',
  is_optional: 'choices',
  free_choices: 'choices',
  max_per_option: 'choices',
  is_halved: 'choices',
};

function listChanges({ before, after }: DecidedRow<ListState>): Change[] {
  if (before === null) return [];
  const fields = new Set(changedColumns(before, after).flatMap((column) => listFields[column] ?? []));
  return [...fields].map((field) =>
    field === 'title' ? { field, from: before.display_name, to: after.display_name } : unvaluedChange(field),
  );
}

function categoryChanges({ before, after }: DecidedRow<CategoryState>): Change[] {
  const columns = before === null ? [] : changedColumns(before, after);
  return columns.includes('name_translations') ? [unvaluedChange('translations')] : [];
}

function unvaluedChange(field: Field): Change {
  return { field, from: null, to: null };
}
