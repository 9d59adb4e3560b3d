/** The fields of a request that differ from those of the record: the others stay as somebody else may have changed them meanwhile. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const was = new Map<string, unknown>(Object.entries(before));
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(was.get(name)) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Fields>;
}
