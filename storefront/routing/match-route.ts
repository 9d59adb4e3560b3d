/** Which pattern an address matches. Pure. */

/**
 * The parameters of `path` by `pattern` ('/:mode/:outletName/item'), decoded; null when it does not match. Both begin with a
 * slash; one at the end of the path, and the case of the pattern's own words, make no difference.
 */
export function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const names = segmentsOf(pattern);
  const segments = segmentsOf(path);
  if (names.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index]!;
    if (name.startsWith(':')) {
      const value = decoded(segment);
      if (value === null) return null;
      params[name.slice(1)] = value;
    } else if (name.toLowerCase() !== segment.toLowerCase()) {
      return null;
    }
  }
  return params;
}

/** The part of `path` below `base`, beginning with a slash; null for an address that is not below it. */
export function pathBelow(base: string, path: string): string | null {
  if (!path.toLowerCase().startsWith(base.toLowerCase())) return null;
  const rest = path.slice(base.length);
  if (rest === '') return '/';
  return rest.startsWith('/') ? rest : null;
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function decoded(segment: string): string | null {
  if (segment === '') return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
