/** Zeros of the digits that Arabic and Persian keyboards type. */
const zeros = ['٠', '۰'].map((zero) => zero.codePointAt(0)!);

/** A code of an offer or a postcode as it is compared: without spaces, in capital letters, its digits Latin. Guests type it as they like. */
export function comparableCode(typed: string): string {
  const latin = typed.replaceAll(/[٠-٩۰-۹]/g, (digit) => {
    const point = digit.codePointAt(0)!;
    return String(point - zeros.findLast((zero) => zero <= point)!);
  });
  return latin.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
}
