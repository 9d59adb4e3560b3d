/** Of a basket, and of what stands around it: the numbers of limits.ts that a guest's first visit comes with. */
export const basketLimits = {
  lineNote: 200,
  quantityMin: 1,
  quantityMax: 99,
  basketLinesMax: 50,
  /** How long a toast stays. */
  messageMilliseconds: 5000,
} as const;
