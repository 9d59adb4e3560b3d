/** Limits of a basket and its surroundings: the part of limits.ts that a guest's first visit downloads. */
export const basketLimits = {
  lineNote: 200,
  quantityMin: 1,
  quantityMax: 99,
  basketLinesMax: 50,
  /** Options of all lists of a dish together; each time of an option counts. */
  modifiersPerLineMax: 20,
  /** Time for which a toast stays. */
  messageMilliseconds: 5000,
} as const;
