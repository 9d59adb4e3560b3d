import { limits } from '#contract/base/limits.ts';

/**
 * Unique names of lists for a file, which tells lists apart by name: a name used before gets a number.
 * @param lists all lists, in the order they were created.
 */
export function namesInFile<Id extends string>(lists: readonly { id: Id; name: string }[]): ReadonlyMap<Id, string> {
  const taken = new Set<string>();
  return new Map(
    lists.map(({ id, name }) => {
      let own = name;
      for (let number = 2; taken.has(own); number++) own = `${name.slice(0, limits.name - 6)} (${number})`;
      taken.add(own);
      return [id, own];
    }),
  );
}
