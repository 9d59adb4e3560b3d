/**
 * The text as it is searched for: small letters without their marks, so that 'creme' finds 'Crème', and Arabic as it is typed in a
 * hurry: alef without hamza, madda or wasla, ya for alef maqsura, ha for ta marbuta, no vowel signs and no stretching, and the
 * Persian forms of ya and kaf. Arabic and Persian digits are Latin ones.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\u0640]/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u0671', '\u0627')
    .replaceAll(/[\u0649\u06cc]/g, '\u064a')
    .replaceAll('\u06a9', '\u0643')
    .replaceAll('\u0629', '\u0647')
    .toLowerCase();
}
