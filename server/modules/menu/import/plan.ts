/**
 * The plan of an import, whatever file it comes from: each entity with the key that identifies it at the next import.
 * Pure.
 */
import { cutText } from '#contract/base/cut-text.ts';
import type { Mode } from '#contract/base/enumerations.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import { createHash } from 'node:crypto';
import type { Language } from '#contract/base/enumerations.ts';
import { type FieldProblem, fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { ModePrices } from '#contract/menu/mode-price.ts';
import { nestingProblem } from '#contract/menu/nesting-problem.ts';
import { linkDishes } from './dish-references.ts';
import { type NamedNesting, optionPlaces, type PlannedNesting } from './named-options.ts';

/** By language; an empty text removes the translation, a missing one leaves it. */
export type FileTranslations = Partial<Record<Language, string>>;

/** The fields of a dish or an option in a file. A missing field stays as it is, and is empty for a new entity. */
export interface ItemInput {
  name: string;
  nameTranslations: FileTranslations;
  price: MinorUnits;
  modePrices?: ModePrices<MinorUnits> | undefined;
  sku?: string | undefined;
  /** For a new item only; an existing item keeps its stock. */
  quantity?: number | undefined;
  calories?: number | null | undefined;
  makeMinutes?: number | null | undefined;
  allergens?: readonly string[] | undefined;
  diets?: readonly string[] | undefined;
}

interface DishInput extends ItemInput {
  id?: string | undefined;
  description?: string | undefined;
  descriptionTranslations?: FileTranslations | undefined;
  /** The keys of the dish's lists, in their order; with `isWhole` it has no others. Without `nested`, it stays as it is. */
  lists?: { keys: readonly string[]; isWhole: boolean; nested?: readonly PlannedNesting[] | undefined } | undefined;
  /** Other dishes of the file that are suggested beside it, by SKU or name. */
  goesWith?: readonly string[] | undefined;
}

export interface ListInput {
  /**
   * The restaurant's own name of the list, which identifies it. Null: the content identifies it, and it gets a name.
   */
  name: string | null;
  /** The name that guests read. */
  title?: string | undefined;
  titleTranslations: FileTranslations;
  /** The number of choices. Null when the file does not give it. */
  bounds: Bounds | null;
  /** How many chosen options are free; without it, as it is. */
  free?: number | undefined;
  /** How often one option may be chosen; without it, as it is. */
  maxEach?: number | undefined;
  /** Whether two options are a half each; without it, as it is. */
  halves?: boolean | undefined;
}

interface Bounds {
  allowsMultiple: boolean;
  min: number;
  /** 0: no upper limit. */
  max: number;
}

interface PlannedEntity {
  /** Identifies the entity when the file is imported again (`external_id`). */
  key: string;
}
export type PlannedItem = PlannedEntity & ItemInput;
export type PlannedModifier = PlannedItem;
export type PlannedDish = PlannedEntity & DishInput & { categoryName: string; goesWithKeys?: readonly string[] };
export interface PlannedList extends PlannedEntity, Omit<ListInput, 'name'> {
  name: string;
  isNamed: boolean;
  modifierKeys: readonly string[];
}
export interface PlannedCategory extends PlannedEntity {
  name: string;
  nameTranslations: FileTranslations;
  dishKeys: string[];
}

export interface ImportPlan {
  /** The terms of a menu that the import makes; a table says nothing of them. Outlets are named. */
  menu?: {
    nameTranslations: FileTranslations;
    sale: { hours?: OpeningHours | undefined; modes?: Mode[] | undefined; outlets?: string[] | undefined };
  };
  categories: PlannedCategory[];
  dishes: PlannedDish[];
  lists: PlannedList[];
  modifiers: PlannedModifier[];
}

/** Reports a problem with a field of the current entry; a warning does not prevent the import. */
export type Report = (field: string, problem: FieldProblem, severity?: 'problem' | 'warning') => void;

interface Entry<Input> {
  input: Input;
  report: Report;
}
interface ListEntry {
  input: ListInput;
  options: readonly Entry<ItemInput>[];
  firstDish: string;
}

/** Collects the entries of a file and merges repetitions. Problems go to the `report` of their entry. */
export class PlanBuilder {
  readonly #categories = new Map<string, PlannedCategory>();
  readonly #dishes: (Entry<DishInput> & { category: PlannedCategory })[] = [];
  readonly #lists = new Map<string, ListEntry>();
  readonly #modifiers: Entry<ItemInput>[] = [];

  /** The rows that a table of the same menu has: a dish in each of its categories, and the options of each list once. */
  get rowCount(): number {
    return this.#dishes.length + this.#modifiers.length;
  }

  /** The category of that name, shared by all dishes that name it. */
  category(name: string): PlannedCategory {
    const key = `category:${name}`;
    const known = this.#categories.get(key);
    if (known !== undefined) return known;
    const category = { key, name, nameTranslations: {}, dishKeys: [] };
    this.#categories.set(key, category);
    return category;
  }

  hasCategory(name: string): boolean {
    return this.#categories.has(`category:${name}`);
  }

  addDish(category: PlannedCategory, input: DishInput, report: Report): void {
    this.#dishes.push({ input, report, category });
  }

  /**
   * Adds a list with its options, each with its position. Another dish may give the same list again.
   * @returns its key.
   */
  addList(input: ListInput, options: readonly Entry<ItemInput>[], firstDish: string, report: Report): string {
    const inputs = options.map((option) => option.input);
    const key = input.name === null ? `list:${hashOf(listContent(input, inputs))}` : `list=${input.name}`;
    const known = this.#lists.get(key);
    if (known === undefined) {
      this.#lists.set(key, { input, options, firstDish });
      this.#modifiers.push(...options);
      const min = input.bounds?.min ?? 0;
      if (min > options.length) {
        report('min', fieldProblem('file.too_few_options', { least: min, count: options.length }), 'warning');
      }
    } else if (
      input.name !== null &&
      textOf([input, inputs]) !== textOf([known.input, known.options.map((option) => option.input)])
    ) {
      report('list', fieldProblem('file.list_differs', { list: input.name }));
    }
    return key;
  }

  /** Finds the options of nested lists, and reports those that cannot be asked so; `field` is the one that says them. */
  planNesting(
    keys: readonly string[],
    named: readonly NamedNesting[],
    report: Report,
    field: string,
  ): PlannedNesting[] {
    const placesOf = (key: string, option: string) => optionPlaces(this.#lists.get(key)?.options ?? [], option);
    const problem = nestingProblem(
      keys.map((key) => {
        const one = named.find((other) => other.key === key);
        return { listId: key, openedBy: one && { listId: one.parentKey, modifierIds: one.options } };
      }),
      (key, option) => placesOf(key, option).length > 0,
    );
    if (problem === 'too_deep') report(field, fieldProblem('item.nested_too_deep'));
    else if (problem !== null) report(field, fieldProblem(`item.nested_${problem}`));
    return named.map(({ key, parentKey, options }) => {
      const places = options.flatMap((option) => {
        const found = placesOf(parentKey, option);
        if (found.length > 1) report(field, fieldProblem('file.option_unclear', { option }));
        return found;
      });
      return { key, parentKey, places: [...new Set(places)] };
    });
  }

  build(): ImportPlan {
    const modifiers = this.#planModifiers();
    const lists = [...this.#lists].map(([key, { input, options, firstDish }]) => ({
      ...input,
      key,
      firstDish,
      isNamed: input.name !== null,
      name: input.name ?? input.title ?? '',
      modifierKeys: options.map((option) => modifiers.keyOf.get(option)!),
    }));
    return {
      categories: [...this.#categories.values()],
      dishes: this.#planDishes(),
      lists: withDistinctNames(lists),
      modifiers: [...modifiers.planned.values()],
    };
  }

  /** Merges options with the same SKU or, without one, the same name and price. */
  #planModifiers() {
    const keyOf = new Map<Entry<ItemInput>, string>();
    const planned = new Map<string, PlannedModifier>();
    const namesOf = namesBySku(this.#modifiers);
    for (const entry of this.#modifiers) {
      const { input, report } = entry;
      const key = input.sku === undefined ? optionKey(input) : `option=${skuKey(entry, input.sku, namesOf)}`;
      keyOf.set(entry, key);
      const known = planned.get(key);
      if (known === undefined) planned.set(key, { ...input, key });
      else if (input.sku !== undefined) reportDifference(known, input, report);
      else planned.set(key, { ...known, nameTranslations: { ...known.nameTranslations, ...input.nameTranslations } });
    }
    return { keyOf, planned };
  }

  /** Merges a dish given in several categories, which must be the same in all of them. */
  #planDishes(): PlannedDish[] {
    const planned = new Map<string, PlannedDish>();
    const namesOf = namesBySku(this.#dishes);
    const reports = new Map<string, Report>();
    const keysOf = new Map<PlannedCategory, Set<string>>();
    for (const category of this.#categories.values()) keysOf.set(category, new Set());
    for (const entry of this.#dishes) {
      const { input, report, category } = entry;
      const { id, sku, name } = input;
      const key =
        id !== undefined
          ? `dish#${id}`
          : sku !== undefined
            ? `dish=${skuKey(entry, sku, namesOf)}`
            : `dish:${category.name}/${name}`;
      const known = planned.get(key);
      const keys = keysOf.get(category)!;
      if (keys.has(key)) {
        report(id === undefined ? 'name' : 'id', fieldProblem('file.dish_twice', { name: id ?? name }));
      } else if (known === undefined) {
        planned.set(key, { ...input, key, categoryName: category.name });
        reports.set(key, report);
        keys.add(key);
      } else if (reportDifference(known, input, report)) keys.add(key);
    }
    for (const [category, keys] of keysOf) category.dishKeys.push(...keys);
    return linkDishes([...planned.values()], reports);
  }
}

/** The key of an option without a SKU. */
function optionKey({ name, price }: ItemInput): string {
  return `option:${name}@${price}`;
}

function namesBySku(entries: readonly { input: ItemInput }[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { input } of entries) {
    if (input.sku === undefined) continue;
    const known = names.get(input.sku);
    if (known === undefined) names.set(input.sku, new Set([input.name]));
    else known.add(input.name);
  }
  return names;
}

/** The key of a SKU; a SKU shared by different names is combined with the name. */
function skuKey(
  { input: { name }, report }: Entry<ItemInput>,
  sku: string,
  namesOf: ReadonlyMap<string, ReadonlySet<string>>,
) {
  const names = namesOf.get(sku)!;
  if (names.size === 1) return sku;
  const [first, second] = names;
  const other = (first === name ? second : first)!;
  report('sku', fieldProblem('file.sku_shared', { name: other, sku }), 'warning');
  return `${sku}/${name}`;
}

/** @returns whether the two are equal. */
function reportDifference(known: DishInput, input: DishInput, report: Report): boolean {
  const field = comparedFields.find((name) => textOf(known[name]) !== textOf(input[name]));
  if (field === undefined) return true;
  if (input.id === undefined) report('sku', fieldProblem('file.sku_differs', { sku: input.sku ?? '', field }));
  else report('id', fieldProblem('file.dish_differs', { id: input.id, field }));
  return false;
}

/** Fields that two things of the same id or SKU must have in common. */
const comparedFields = [
  'name',
  'price',
  'modePrices',
  'description',
  'nameTranslations',
  'descriptionTranslations',
  'quantity',
  'calories',
  'makeMinutes',
  'allergens',
  'diets',
  'lists',
  'goesWith',
] as const;

/** The content that identifies a list without a name of its own. */
function listContent({ title, bounds }: ListInput, options: readonly ItemInput[]): unknown[] {
  const { allowsMultiple = true, min = 0, max = 0 } = bounds ?? {};
  const said = [title, allowsMultiple ? 'multiple' : 'single', min > 0, max, options.map(optionKey)];
  return min > 1 ? [...said, min] : said;
}

/**
 * Makes names unique: 'Size' stays when it is the only list of that name; otherwise the first dish is added: 'Size
 * (Korma)'.
 */
function withDistinctNames(lists: readonly (PlannedList & { firstDish: string })[]): PlannedList[] {
  const counts = new Map<string, number>();
  for (const { name } of lists) counts.set(name, (counts.get(name) ?? 0) + 1);
  return lists.map(({ firstDish, ...list }) =>
    list.isNamed || counts.get(list.name) === 1
      ? list
      : { ...list, name: cutText(`${list.name} (${firstDish})`, limits.name) },
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
