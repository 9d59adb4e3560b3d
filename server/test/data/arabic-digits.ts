/** The text as a keyboard in Arabic types its digits. */
export function arabicDigits(text: string): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
}
