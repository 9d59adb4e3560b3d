/** Dishes that a file names beside another one: by SKU, or by name where no SKU of the file is so. */
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { PlannedDish, Report } from './plan.ts';

/**
 * The dishes with the keys of those that they name. A dish that the file lacks, or has several of, is left out with a warning: whoever takes
 * a row out of a table need not look through all the others.
 * @param reports of each dish, by its key.
 */
export function linkDishes(dishes: readonly PlannedDish[], reports: ReadonlyMap<string, Report>): PlannedDish[] {
  if (dishes.every(({ goesWith }) => goesWith === undefined)) return [...dishes];
  const bySku = Map.groupBy(dishes, ({ sku }) => sku);
  const byName = Map.groupBy(dishes, ({ name }) => name);
  return dishes.map((dish) => {
    if (dish.goesWith === undefined) return dish;
    const report = reports.get(dish.key)!;
    const keys = dish.goesWith.flatMap((reference) => {
      const found = bySku.get(reference) ?? byName.get(reference) ?? [];
      if (found.length !== 1) report('goesWith', fieldProblem('file.dish_unknown', { dish: reference }), 'warning');
      else if (found[0] === dish) report('goesWith', fieldProblem('item.goes_with_itself'), 'warning');
      else return found[0]!.key;
      return [];
    });
    return { ...dish, goesWithKeys: [...new Set(keys)].slice(0, limits.goesWithMax) };
  });
}

/** The reference of each of these dishes by id, as `linkDishes` reads it; none for one that no text would name alone. */
export function dishReferences<Id extends string>(
  dishes: readonly { id: Id; sku: string; name: string }[],
): ReadonlyMap<Id, string> {
  const bySku = Map.groupBy(dishes, ({ sku }) => sku);
  const byName = Map.groupBy(dishes, ({ name }) => name);
  return new Map(
    dishes.flatMap(({ id, sku, name }): [Id, string][] => {
      if (bySku.get(sku)!.length === 1) return [[id, sku]];
      return byName.get(name)!.length === 1 && !bySku.has(name) ? [[id, name]] : [];
    }),
  );
}
