import { stringify } from 'csv-stringify/sync';
import { languages, modes } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import type { MenuId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { type Currency, fromMajor, type MinorUnits, toDecimalText, toMajor } from '#contract/base/money.ts';
import { askedOrder, hasNestedLists, openerOf } from '#contract/menu/nested-lists.ts';
import { effectiveBounds } from '#contract/menu/option-choice.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type CategoryRow, listCategories } from '#server/modules/menu/categories/queries.ts';
import { type ItemRow, listItems } from '#server/modules/menu/items/queries.ts';
import { getMenu, type MenuRow } from '#server/modules/menu/menus/queries.ts';
import { saleForWire, toMenu } from '#server/modules/menu/menus/wire.ts';
import { modePricesForWire } from '#server/modules/menu/modifier-lists/mode-prices.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';
import { listModifierLists, type ModifierListRow } from '#server/modules/menu/modifier-lists/queries.ts';
import { type CsvColumn, csvColumns, joinNames, joinPath, modeColumns, safeCell } from './csv/csv-columns.ts';
import { dishReferences } from './dish-references.ts';
import { namesInFile } from './list-names.ts';
import type { WrittenMenu } from './menu-file.ts';
import { optionReferences } from './named-options.ts';
import type { Translations } from '#contract/base/fields.ts';

type WrittenCategory = WrittenMenu['categories'][number];
type WrittenDish = WrittenCategory['items'][number];
type WrittenGroup = NonNullable<WrittenDish['optionGroups']>[number];
type WrittenOption = WrittenGroup['options'][number];

/**
 * Exports a menu as a file that an import reads; importing it into an empty restaurant and exporting it there gives the
 * same file. Pictures, availability, categories without dishes and lists without modifiers are left out.
 * @throws request.not_found
 */
export async function exportMenu(
  tx: Tx,
  restaurantId: RestaurantId,
  menuId: MenuId,
  restaurant: { name: string; currency: Currency },
): Promise<WrittenMenu> {
  const [menu, categories, items, lists, outlets] = await Promise.all([
    getMenu(tx, restaurantId, menuId, 'merchant'),
    listCategories(tx, restaurantId, 'merchant', { menuId }),
    listItems(tx, restaurantId),
    listModifierLists(tx, restaurantId),
    listOutlets(tx, restaurantId, 'merchant'),
  ]);
  const { name, currency } = restaurant;
  const writer = new MenuWriter(items, lists, currency);
  const { nameTranslations: menuTranslations } = toMenu(menu, 'merchant');
  return {
    restaurant: name,
    currency,
    menu: menu.name,
    ...(menuTranslations && { menuTranslations }),
    ...saleOf(menu, outlets),
    categories: writer.categories(categories),
  };
}

function saleOf(menu: MenuRow, outlets: readonly { id: OutletId; name: string }[]): Pick<WrittenMenu, 'sale'> {
  const { sale } = saleForWire(menu);
  if (sale === undefined) return {};
  const { outletIds, ...others } = sale;
  const names = outlets.filter(({ id }) => outletIds?.includes(id)).map(({ name }) => name);
  return { sale: { ...others, ...(names.length > 0 && { outlets: names }) } };
}

class MenuWriter {
  readonly #itemById: ReadonlyMap<string, ItemRow>;
  readonly #listById: ReadonlyMap<string, ModifierListRow>;
  readonly #currency: Currency;
  /** One object for each list, however many dishes have it. */
  readonly #groups = new Map<string, WrittenGroup>();
  readonly #listNames: ReadonlyMap<string, string>;
  /** How the file names its dishes. */
  #references: ReadonlyMap<string, string> = new Map();

  constructor(items: readonly ItemRow[], lists: readonly ModifierListRow[], currency: Currency) {
    this.#itemById = new Map(items.map((item) => [item.id, item]));
    this.#listById = new Map(lists.map((list) => [list.id, list]));
    this.#listNames = namesInFile(lists);
    this.#currency = currency;
  }

  /** Merges categories of the same name, which are one to a file. */
  categories(rows: readonly CategoryRow[]): WrittenCategory[] {
    const inFile = [...new Set(rows.flatMap(({ itemIds }) => itemIds))].flatMap((id) => this.#itemById.get(id) ?? []);
    this.#references = dishReferences(inFile);
    return [...Map.groupBy(rows, ({ name }) => name)].flatMap(([name, same]) => {
      const ids = [...new Set(same.flatMap(({ itemIds }) => itemIds))];
      const items = ids.flatMap((id) => this.#itemById.get(id) ?? []).map((item) => this.#dish(item));
      return items.length === 0 ? [] : [{ name, ...translations(same[0]!.name_translations), items }];
    });
  }

  #dish(item: ItemRow): WrittenDish {
    const groups = this.#groupsOf(item);
    const goesWith = item.goesWithIds.flatMap((id) => this.#references.get(id) ?? []);
    const { external_id: key, description, description_translations: translated } = item;
    return {
      ...(key?.startsWith('dish#') === true && { id: key.slice('dish#'.length) }),
      name: item.name,
      ...translations(item.name_translations),
      price: toMajor(item.price_minor, this.#currency),
      ...modePricesForWire(item, this.#currency),
      ...(description !== '' && { description }),
      ...(Object.keys(translated).length > 0 && { descriptionTranslations: translated }),
      ...details(item),
      ...(groups.length > 0 && { optionGroups: groups }),
      ...(goesWith.length > 0 && { goesWith }),
    };
  }

  /** The groups that guests can be asked: one that no option opens any more is left out. */
  #groupsOf(item: ItemRow): WrittenGroup[] {
    const lists = item.listIds.flatMap((listId) => {
      const group = this.#group(listId);
      return group === null ? [] : [{ listId, group, ...openerOf(item, listId) }];
    });
    if (!hasNestedLists(lists)) return lists.map(({ group }) => group);
    const optionsOf = ({ openedBy }: (typeof lists)[number]) => {
      const options =
        this.#listById.get(openedBy?.listId ?? '')?.modifiers.map(({ id }) => this.#itemById.get(id)!) ?? [];
      return optionReferences(options, ({ id }) => openedBy!.modifierIds.includes(id));
    };
    const asked = new Set(
      askedOrder(lists.filter((list) => !list.openedBy || optionsOf(list).length > 0)).map(({ list }) => list),
    );
    const written = lists.filter((list) => asked.has(list));
    return written.map((list) => {
      if (!list.openedBy) return list.group;
      const group = written.findIndex(({ listId }) => listId === list.openedBy!.listId);
      return { ...list.group, askedWith: { group, options: optionsOf(list) } };
    });
  }

  #group(listId: string): WrittenGroup | null {
    const known = this.#groups.get(listId);
    const list = this.#listById.get(listId);
    if (known !== undefined || list === undefined || list.modifiers.length === 0) return known ?? null;
    const { min, max } = effectiveBounds({
      minModifier: list.min_choices,
      maxModifier: list.max_choices,
      allowMultipleSelection: list.allows_multiple,
      optional: list.is_optional,
    });
    const group: WrittenGroup = {
      list: this.#listNames.get(listId)!,
      name: list.display_name,
      ...translations(list.display_name_translations),
      type: list.allows_multiple ? 'multiple' : 'single',
      required: min > 0,
      ...(min > 1 && { min }),
      ...(list.allows_multiple && max !== null && { max }),
      ...(list.free_choices > 0 && { free: list.free_choices }),
      ...(list.max_per_option > 1 && { maxEach: list.max_per_option }),
      ...(list.is_halved && { halves: true }),
      options: list.modifiers.map(({ id }) => this.#option(this.#itemById.get(id)!)),
    };
    this.#groups.set(listId, group);
    return group;
  }

  #option(item: ItemRow): WrittenOption {
    return {
      name: item.name,
      ...translations(item.name_translations),
      priceAdjustment: toMajor(item.price_minor, this.#currency),
      ...modePricesForWire(item, this.#currency),
      ...details(item),
    };
  }
}

function translations(by: Translations): { nameTranslations?: Translations } {
  return Object.keys(by).length === 0 ? {} : { nameTranslations: by };
}

function details({ sku, quantity, calories, make_minutes: makeMinutes, allergens, diets }: ItemRow) {
  return {
    sku,
    ...(quantity !== null && { quantity }),
    ...(calories !== null && { calories }),
    ...(makeMinutes > 0 && { makeMinutes }),
    ...(allergens.length > 0 && { allergenCodes: allergens as WrittenDish['allergenCodes'] & {} }),
    ...(diets.length > 0 && { diets: diets as WrittenDish['diets'] & {} }),
  };
}

export type FileFormat = 'csv' | 'json';

/** The text of a menu's file; null when it is larger than an export may be. */
export function menuFileText(menu: WrittenMenu, format: FileFormat): string | null {
  if (format === 'json' && leastJsonLength(menu) > limits.exportBytes) return null;
  const text = format === 'csv' ? csvOf(menu) : jsonOf(menu);
  return Buffer.byteLength(text) > limits.exportBytes ? null : text;
}

/**
 * Most of the length of the JSON, told without making it: a list is written with each of its dishes, so the text can be
 * a thousand times as long as the menu.
 */
function leastJsonLength({ categories }: WrittenMenu): number {
  const lengths = new Map<WrittenGroup, number>();
  const lengthOf = (group: WrittenGroup) => {
    const length = lengths.get(group) ?? JSON.stringify(group).length;
    lengths.set(group, length);
    return length;
  };
  const groups = categories.flatMap(({ items }) => items.flatMap(({ optionGroups = [] }) => optionGroups));
  return groups.reduce((sum, group) => sum + lengthOf(group), 0);
}

/** The JSON that `menu:import` reads. */
export function jsonOf(menu: WrittenMenu): string {
  return `${JSON.stringify(menu, null, 1)}\n`;
}

/** The table of docs/menu-csv.md, with a byte order mark for Excel and without formulas (R73). */
export function csvOf(menu: WrittenMenu): string {
  const currency = menu.currency as Currency;
  const groups = new Map<string, WrittenGroup>();
  const rows = menu.categories.flatMap((category) =>
    category.items.map((dish): CsvCells => {
      for (const group of dish.optionGroups ?? []) groups.set(fileName(group), group);
      return {
        ...dishCells(dish, currency),
        category: category.name,
        ...translatedCells('category', category.nameTranslations),
      };
    }),
  );
  const modifiers = [...groups].flatMap(([list, group]) =>
    group.options.map((option) => optionCells(list, group, option, currency)),
  );
  const records = [...rows, ...modifiers].map((cells) => csvColumns.map((column) => safeCell(cells[column] ?? '')));
  return stringify([[...csvColumns], ...records], { bom: true, record_delimiter: 'windows', quoted_match: /[;\t]/ });
}

type CsvCells = Partial<Record<CsvColumn, string | undefined>>;

function dishCells(dish: WrittenDish, currency: Currency): CsvCells {
  return {
    ...sharedCells(dish, dish.price, currency),
    type: 'item',
    goes_with: joinNames(dish.goesWith ?? []),
    description: dish.description,
    ...translatedCells('description', dish.descriptionTranslations),
    modifier_lists: joinNames((dish.optionGroups ?? []).map(fileName)),
    nested_lists: joinNames((dish.optionGroups ?? []).flatMap((group, _, groups) => nestedEntries(group, groups))),
  };
}

const fileName = ({ list, name }: WrittenGroup) => list ?? name;

function nestedEntries(group: WrittenGroup, groups: readonly WrittenGroup[]): string[] {
  const { askedWith } = group;
  if (!askedWith) return [];
  return askedWith.options.map((option) => joinPath([fileName(groups[askedWith.group]!), option, fileName(group)]));
}

function optionCells(list: string, group: WrittenGroup, option: WrittenOption, currency: Currency): CsvCells {
  const max = group.type === 'single' ? 1 : group.max;
  return {
    ...sharedCells(option, option.priceAdjustment, currency),
    type: 'modifier',
    list,
    list_title: group.name,
    ...translatedCells('list_title', group.nameTranslations),
    min: String(group.min ?? (group.required ? 1 : 0)),
    max: max === undefined ? '' : String(max),
    free: group.free?.toString(),
    max_each: group.maxEach?.toString(),
    halves: group.halves === true ? 'yes' : '',
  };
}

function translatedCells(field: 'category' | 'name' | 'description' | 'list_title', by: Translations = {}): CsvCells {
  return Object.fromEntries(languages.map((language) => [`${field}_${language}`, by[language]]));
}

function sharedCells(item: WrittenDish | WrittenOption, price: number, currency: Currency): CsvCells {
  const amount: MinorUnits = fromMajor(price, currency);
  return {
    name: item.name,
    ...translatedCells('name', item.nameTranslations),
    price: toDecimalText(amount, currency),
    ...Object.fromEntries(
      modes.map((mode) => {
        const amount = item.modePrices?.[mode];
        return [modeColumns[mode], amount === undefined ? '' : toDecimalText(fromMajor(amount, currency), currency)];
      }),
    ),
    sku: item.sku,
    quantity: item.quantity?.toString(),
    calories: item.calories?.toString(),
    make_minutes: item.makeMinutes?.toString(),
    allergens: joinNames(item.allergenCodes ?? []),
    diets: joinNames(item.diets ?? []),
  };
}
