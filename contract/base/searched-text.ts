/**
 * Marks of direction and other signs that show nothing, which come along when a number or a name is copied. Joiners stay: Persian names are
 * written with them.
 */
const invisible = /(?![\u200c\u200d])\p{Format}/gu;

/** The text that is looked for when this was typed or pasted. */
export function searchedText(typed: string): string {
  return typed.replaceAll(invisible, '');
}
