/** The number that is typed into a field, with a decimal point or a comma. NaN for any other text, which every schema refuses. */
export function readNumber(entered: string): number {
  const typed = entered.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN;
}

/** The same of a field that may stay empty. */
export function readOptionalNumber(entered: string): number | null {
  return entered.trim() === '' ? null : readNumber(entered);
}
