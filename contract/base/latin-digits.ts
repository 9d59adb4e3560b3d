/** The text with 0 to 9 for the digits that Arabic and Persian keyboards type. */
export function latinDigits(typed: string): string {
  return typed
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}
