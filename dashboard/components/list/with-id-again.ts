/** The ids with one that comes back: after the nearest that was before it and is still there, or else before the nearest after it. Pure. */
export function withIdAgain<Id extends string>(present: readonly Id[], id: Id, former: readonly Id[]): Id[] {
  if (present.includes(id)) return [...present];
  const place = former.indexOf(id);
  const isPresent = (one: Id) => present.includes(one);
  const before = former.slice(0, place).findLast(isPresent);
  const after = former.slice(place + 1).find(isPresent);
  if (before !== undefined) return present.toSpliced(present.indexOf(before) + 1, 0, id);
  return after === undefined ? [...present, id] : present.toSpliced(present.indexOf(after), 0, id);
}
