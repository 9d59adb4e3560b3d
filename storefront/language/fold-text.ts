/**
 * The text as it is searched for: small letters without their marks, so that 'creme' finds 'Crème', and Arabic as it is typed in a
 * hurry: alef without hamza or madda, ya for alef maqsura, ha for ta marbuta, no vowel signs and no stretching.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\u0640]/gu, '')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
    .toLowerCase();
}
