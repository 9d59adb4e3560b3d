import { limits } from '#contract/base/limits.ts';

/**
 * What lists are called in a file, where they are told apart by their names: a name that another list has already gets a number.
 * @param lists all there are, in the order they were made.
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
