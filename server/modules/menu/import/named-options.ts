/** Options that a file names in their list: by name, or by SKU where several of the list have that name. */

/** A list that is asked only where an option of another one of the dish is chosen: by key, and the options by name or SKU. */
export interface NamedNesting {
  key: string;
  parentKey: string;
  options: readonly string[];
}
/** The same with the places of the options in the opening list. */
export interface PlannedNesting extends Omit<NamedNesting, 'options'> {
  places: readonly number[];
}

interface Option {
  input: { name: string; sku?: string | undefined };
}

/** The places of the options that the text names in their list; more than one where it does not say which. */
export function optionPlaces(options: readonly Option[], reference: string): number[] {
  const placesOf = (field: keyof Option['input']) =>
    options.flatMap(({ input }, place) => (input[field] === reference ? [place] : []));
  const named = placesOf('name');
  if (named.length === 1) return named;
  const bySku = placesOf('sku');
  return bySku.length === 1 ? bySku : named;
}

/** The texts that name some of the options of a list, as `optionPlaces` reads them. */
export function optionReferences<One extends { name: string; sku: string }>(
  options: readonly One[],
  isNamed: (option: One) => boolean,
): string[] {
  const byName = Map.groupBy(options, ({ name }) => name);
  return options.filter(isNamed).map(({ name, sku }) => (byName.get(name)!.length === 1 ? name : sku));
}
