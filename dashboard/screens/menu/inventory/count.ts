/** A quantity as somebody entered it; null: not counted. Pure functions. */
export interface Count {
  entered: number | null;
  /** The one on the screen when they entered it. */
  seen: number | null;
}

/**
 * The quantity that a next entry goes with after a count that was sent and not answered: what was entered if that was stored, else what was
 * seen. Sales only take away from either, so the side on which the stored quantity lies tells which it was.
 */
export function seenAfterLost({ entered, seen }: Count, stored: number | null): number | null {
  if (entered === null || seen === null) return (entered === null) === (stored === null) ? entered : seen;
  if (stored === null) return seen;
  return (entered > seen ? stored > seen : stored <= entered) ? entered : seen;
}
