/** The fields of a request that differ from those of the record: the others stay as somebody else may have changed them meanwhile. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const was = new Map<string, unknown>(Object.entries(before));
  const isChanged = ([name, value]: [string, unknown]) => textOf(was.get(name)) !== textOf(value);
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Fields>;
}

/** JSON writes a number that cannot be read like an empty field, and it would be dropped without a word. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) => (Number.isNaN(part) ? 'NaN' : part));
}
