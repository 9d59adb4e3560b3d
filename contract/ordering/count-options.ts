/** The options of a line as people read them. An order has one for each time that it was chosen; here it stands once, with how often. */
export function countOptions<Option extends { _id: string; modifierListId: string }>(
  options: readonly Option[],
): { option: Option; times: number; all: Option[] }[] {
  const groups = Map.groupBy(options, ({ _id, modifierListId }) => `${modifierListId} ${_id}`);
  return [...groups.values()].map((all) => ({ option: all[0]!, times: all.length, all }));
}
