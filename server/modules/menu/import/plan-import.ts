/** Plans an import from a menu in JSON. Pure. */
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';
import { modePricesOf } from '#contract/menu/given-mode-prices.ts';
import { type Currency, fromMajor, MoneyError, type MinorUnits } from '#contract/base/money.ts';
import { type Dish, type MenuFile, type OptionGroup, pathOf } from './menu-file.ts';
import type { PlannedNesting } from './named-options.ts';
import { type ImportPlan, type ItemInput, PlanBuilder, type Report } from './plan.ts';

type Path = readonly (string | number)[];

/** A file as a plan with the menu's own name and warnings; or all its problems. */
export type ParsedFile = { plan: ImportPlan; menuName: string; warnings: FileProblem[] } | { problems: FileProblem[] };

export function planImport(menu: MenuFile, currency: Currency): ParsedFile {
  const reader = new JsonReader(currency);
  if (menu.currency !== currency) {
    reader.at([])('currency', fieldProblem('file.other_currency', { currency, other: menu.currency }));
  }
  for (const [index, category] of menu.categories.entries()) {
    reader.readCategory(category, ['categories', index]);
    if (reader.builder.rowCount > limits.importRows) {
      reader.at([])('categories', fieldProblem('file.too_many_rows', { most: limits.importRows }));
      return { problems: reader.problems };
    }
  }
  const plan = reader.builder.build();
  const { problems, warnings } = reader;
  const { menuTranslations = {}, sale = {} } = menu;
  const whole = { ...plan, menu: { nameTranslations: menuTranslations, sale } };
  return problems.length > 0 ? { problems } : { plan: whole, menuName: menu.menu, warnings };
}

class JsonReader {
  readonly problems: FileProblem[] = [];
  readonly warnings: FileProblem[] = [];
  readonly builder = new PlanBuilder();
  readonly #currency: Currency;

  constructor(currency: Currency) {
    this.#currency = currency;
  }

  /** Reports problems of the entry at a path by field; the field '' is the whole entry. */
  at(path: Path): Report {
    return (field, problem, severity = 'problem') => {
      const found = severity === 'problem' ? this.problems : this.warnings;
      found.push({ row: null, place: pathOf(field === '' ? path : [...path, field]), ...problem });
    };
  }

  readCategory({ name, nameTranslations = {}, items }: MenuFile['categories'][number], path: Path): void {
    if (this.builder.hasCategory(name)) this.at(path)('name', fieldProblem('file.category_twice', { name }));
    const category = this.builder.category(name);
    category.nameTranslations = nameTranslations;
    for (const [index, dish] of items.entries()) {
      const place = [...path, 'items', index];
      const { name: dishName, optionGroups, description, descriptionTranslations = {}, id, goesWith } = dish;
      const keys = optionGroups.map((group, number) =>
        this.#readGroup(group, dishName, [...place, 'optionGroups', number]),
      );
      for (const [number, key] of keys.entries()) {
        if (keys.indexOf(key) !== number)
          this.at([...place, 'optionGroups', number])('', fieldProblem('file.group_twice'));
      }
      const lists = { keys, isWhole: false, ...this.#nestingOf(dish, keys, place) };
      const input = {
        ...this.#itemOf(dish, dish.price, 'price', place),
        id,
        description,
        descriptionTranslations,
        lists,
        goesWith,
      };
      this.builder.addDish(category, input, this.at(place));
    }
  }

  #nestingOf({ optionGroups }: Dish, keys: readonly string[], place: Path): { nested?: PlannedNesting[] } {
    if (optionGroups.every(({ askedWith }) => askedWith === undefined)) return {};
    const nested = optionGroups.flatMap(({ askedWith }, number) =>
      askedWith
        ? [{ key: keys[number]!, parentKey: keys[askedWith.group] ?? '', options: [...new Set(askedWith.options)] }]
        : [],
    );
    return { nested: this.builder.planNesting(keys, nested, this.at(place), 'optionGroups') };
  }

  #readGroup(group: OptionGroup, dishName: string, path: Path): string {
    const { list = null, name, nameTranslations = {}, options, required, type } = group;
    const report = this.at(path);
    const max = type === 'single' ? 1 : (group.max ?? 0);
    const min = group.min ?? (required ? 1 : 0);
    if (type === 'single' && group.max !== undefined && group.max !== 1) report('max', fieldProblem('file.single_max'));
    if (list === null && max > options.length * (group.maxEach ?? 1))
      report('max', fieldProblem('file.max_above_options', { count: options.length }));
    if (group.min !== undefined && (!required || type === 'single')) {
      report('min', fieldProblem('file.min_not_wanted'));
    } else if (max > 0 && min > max) report('min', fieldProblem('file.min_above_max', { most: max }));
    for (const [index, option] of options.entries()) {
      if (options.findIndex((other) => other.name === option.name && other.sku === option.sku) !== index) {
        this.at([...path, 'options', index])('name', fieldProblem('file.option_twice', { name: option.name }));
      }
    }
    const entries = options.map((option, index) => {
      const place = [...path, 'options', index];
      return { input: this.#itemOf(option, option.priceAdjustment, 'priceAdjustment', place), report: this.at(place) };
    });
    const input = {
      name: list,
      title: name,
      titleTranslations: nameTranslations,
      bounds: { allowsMultiple: type === 'multiple', min, max },
      free: group.free,
      maxEach: group.maxEach,
      halves: group.halves,
    };
    return this.builder.addList(input, entries, dishName, report);
  }

  #itemOf(item: Dish | OptionGroup['options'][number], price: number, priceField: string, path: Path): ItemInput {
    const { name, nameTranslations = {}, sku, quantity, calories, makeMinutes, allergenCodes, diets } = item;
    const amount = this.#price(price, priceField, path);
    const modePrices =
      item.modePrices && (modePricesOf(item.modePrices, (major) => this.#price(major, 'modePrices', path)) ?? {});
    return {
      name,
      nameTranslations,
      price: amount,
      modePrices,
      sku,
      quantity,
      calories,
      makeMinutes,
      allergens: allergenCodes,
      diets,
    };
  }

  #price(major: number, field: string, path: Path): MinorUnits {
    try {
      return fromMajor(major, this.#currency);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      this.at(path)(field, fieldProblem('file.price_too_fine', { price: major, currency: this.#currency }));
      return fromMajor(0, this.#currency);
    }
  }
}
