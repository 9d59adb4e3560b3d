/** The options of a line as people read them. An order has one for each time that it was chosen; here it stands once, with how often. */
export function countOptions<Option extends { _id: string; modifierListId: string }>(
  options: readonly Option[],
): { option: Option; times: number; all: Option[] }[] {
  // `Map.groupBy` is newer than some of the browsers that this is for.
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const key = `${option.modifierListId} ${option._id}`;
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  return [...groups.values()].map((all) => ({ option: all[0]!, times: all.length, all }));
}
