/** What an import will write: the file's menu as our own things, each with what it is known by at the next import. Pure. */
import { createHash } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import { type Currency, fromMajor, MoneyError, type MinorUnits } from '#contract/money.ts';
import type { Translations } from '#server/db/schema.ts';
import { type Dish, type FileProblem, type MenuFile, type OptionGroup, pathOf } from './menu-file.ts';

export interface ImportPlan {
  menuName: string;
  categories: PlannedCategory[];
  dishes: PlannedDish[];
  lists: PlannedList[];
  modifiers: PlannedModifier[];
}

/** `key` is what the thing is known by when the file is imported again (`external_id`). */
interface Planned {
  key: string;
  name: string;
  nameTranslations: Translations;
}

export interface PlannedCategory extends Planned {
  dishKeys: string[];
}

export interface PlannedDish extends Planned {
  price: MinorUnits;
  file: Dish;
  listKeys: string[];
}

/** One for all dishes that offer the same choice. `name` is what the restaurant tells lists of one display name apart by. */
export interface PlannedList extends Planned {
  displayName: string;
  allowsMultiple: boolean;
  isRequired: boolean;
  /** 0: no upper limit. */
  max: number;
  modifierKeys: string[];
}

/** One for all options of the same name and price. */
export interface PlannedModifier extends Planned {
  price: MinorUnits;
}

/** @returns the plan, or everything in the file that cannot be done. */
export function planImport(menu: MenuFile, currency: Currency): { plan: ImportPlan } | { problems: FileProblem[] } {
  const planner = new Planner(currency);
  if (menu.currency !== currency) {
    planner.report(['currency'], `The restaurant sells in ${currency}, the file is in ${menu.currency}`);
  }
  for (const [index, category] of menu.categories.entries()) planner.addCategory(category, ['categories', index]);
  if (planner.problems.length > 0) return { problems: planner.problems };
  return {
    plan: {
      menuName: menu.menu,
      categories: [...planner.categories.values()],
      dishes: [...planner.dishes.values()],
      lists: withDistinctNames([...planner.lists.values()]),
      modifiers: [...planner.modifiers.values()],
    },
  };
}

type Path = readonly (string | number)[];

class Planner {
  readonly problems: FileProblem[] = [];
  readonly categories = new Map<string, PlannedCategory>();
  readonly dishes = new Map<string, PlannedDish>();
  readonly lists = new Map<string, PlannedList & { firstDish: string }>();
  readonly modifiers = new Map<string, PlannedModifier>();
  readonly #currency: Currency;

  constructor(currency: Currency) {
    this.#currency = currency;
  }

  report(path: Path, msg: string): void {
    this.problems.push({ path: pathOf(path), msg });
  }

  addCategory(category: MenuFile['categories'][number], path: Path): void {
    const { name, nameTranslations = {} } = category;
    const key = `category:${name}`;
    if (this.categories.has(key)) this.report([...path, 'name'], `There is a category '${name}' already`);
    const dishKeys = category.items.map((dish, index) => this.#addDish(dish, name, [...path, 'items', index]));
    this.categories.set(key, { key, name, nameTranslations, dishKeys });
  }

  #addDish(dish: Dish, categoryName: string, path: Path): string {
    const { name, nameTranslations = {} } = dish;
    const key = dish.id === undefined ? `dish:${categoryName}/${name}` : `dish#${dish.id}`;
    if (this.dishes.has(key)) {
      this.report([...path, dish.id === undefined ? 'name' : 'id'], `There is a dish '${dish.id ?? name}' already`);
    }
    const price = this.#price(dish.price, [...path, 'price']);
    const listKeys = dish.optionGroups.map((group, index) =>
      this.#addList(group, name, [...path, 'optionGroups', index]),
    );
    for (const [index, listKey] of listKeys.entries()) {
      if (listKeys.indexOf(listKey) !== index)
        this.report([...path, 'optionGroups', index], 'The dish has this group already');
    }
    this.dishes.set(key, { key, name, nameTranslations, price, file: dish, listKeys });
    return key;
  }

  #addList(group: OptionGroup, firstDish: string, path: Path): string {
    const { name, nameTranslations = {}, options, required, type } = group;
    const max = type === 'single' ? 1 : (group.max ?? 0);
    if (type === 'single' && group.max !== undefined && group.max !== 1) {
      this.report([...path, 'max'], 'A single choice has a maximum of 1');
    }
    if (max > options.length) this.report([...path, 'max'], `There are only ${options.length} options`);
    const modifierKeys = options.map((option, index) => this.#addModifier(option, [...path, 'options', index]));
    for (const [index, option] of options.entries()) {
      if (options.findIndex((other) => other.name === option.name) !== index) {
        this.report([...path, 'options', index, 'name'], `There is an option '${option.name}' already`);
      }
    }
    const key = `list:${hashOf([name, type, required, max, modifierKeys])}`;
    if (!this.lists.has(key)) {
      const displayName = name;
      this.lists.set(key, {
        key,
        name,
        displayName,
        nameTranslations,
        allowsMultiple: type === 'multiple',
        isRequired: required,
        max,
        modifierKeys,
        firstDish,
      });
    }
    return key;
  }

  #addModifier(option: OptionGroup['options'][number], path: Path): string {
    const { name, nameTranslations = {} } = option;
    const price = this.#price(option.priceAdjustment, [...path, 'priceAdjustment']);
    const key = `option:${name}@${price}`;
    const known = this.modifiers.get(key);
    this.modifiers.set(key, {
      key,
      name,
      price,
      nameTranslations: { ...known?.nameTranslations, ...nameTranslations },
    });
    return key;
  }

  #price(major: number, path: Path): MinorUnits {
    try {
      return fromMajor(major, this.#currency);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      this.report(path, `${major} has more decimals than ${this.#currency}`);
      return fromMajor(0, this.#currency);
    }
  }
}

/** 'Size' stays so when it is the only list of that name, else it says where it was met first: 'Size (Korma)'. */
function withDistinctNames(lists: readonly (PlannedList & { firstDish: string })[]): PlannedList[] {
  return lists.map(({ firstDish, ...list }) => {
    const isOnly = lists.filter(({ displayName }) => displayName === list.displayName).length === 1;
    return isOnly ? list : { ...list, name: `${list.displayName} (${firstDish})`.slice(0, limits.name) };
  });
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
