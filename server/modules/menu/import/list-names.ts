import { cutText } from '#contract/base/cut-text.ts';
import { limits } from '#contract/base/limits.ts';

/**
 * Unique names of lists for a file, which tells lists apart by name: a name used before gets a number.
 * @param lists all lists, in the order they were created.
 */
export function namesInFile<Id extends string>(lists: readonly { id: Id; name: string }[]): ReadonlyMap<Id, string> {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return new Map(
    lists.map(({ id, name }) => {
      const start = cutText(name, limits.name - 6);
      let number = numbers.get(start) ?? 1;
      let own = name;
      for (; taken.has(own); own = `${start} (${number})`) number += 1;
      numbers.set(start, number);
      taken.add(own);
      return [id, own];
    }),
  );
}
