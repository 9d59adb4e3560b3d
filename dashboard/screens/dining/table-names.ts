/** Names of tables as they are typed, many at once. Pure functions. */
import { limits } from '#contract/base/limits.ts';

/** '1-20, Bar 1-3, Window': every name that is meant, in order, or null when they are too many for one call. */
export function expandNames(typed: string): string[] | null {
  const names: string[] = [];
  for (const part of typed.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const range = rangeIn(part);
    if (range === null) names.push(part);
    else if (range.last - range.first >= limits.tablesAddedMax) return null;
    else {
      for (let number = range.first; number <= range.last; number++) {
        names.push(range.before + String(number).padStart(range.digits, '0'));
      }
    }
    if (names.length > limits.tablesAddedMax) return null;
  }
  return names;
}

/** 'Bar 01-12': with as many digits as the first has where that begins with 0. */
function rangeIn(part: string) {
  const [, before = '', first = '', last = ''] = /^(.*?)(\d{1,6})\s*[-–]\s*(\d{1,6})$/.exec(part) ?? [];
  if (first === '' || Number(last) < Number(first)) return null;
  return { before, first: Number(first), last: Number(last), digits: first.startsWith('0') ? first.length : 0 };
}

/** The problem with the entered names, if there is one. */
export function problemOfNames(
  typed: string,
  takenNames: readonly string[],
): { kind: 'many' } | { kind: 'twice'; name: string } | null {
  const names = expandNames(typed);
  if (names === null) return { kind: 'many' };
  const seen = new Set(takenNames.map((name) => name.toLowerCase()));
  for (const name of names) {
    if (seen.has(name.toLowerCase())) return { kind: 'twice', name };
    seen.add(name.toLowerCase());
  }
  return null;
}
