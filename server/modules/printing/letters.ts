/** Which texts a printer has letters for, and what may be sent to it at all. */

/** `ascii` is for printers that nothing else is known of: all other letters are drawn. */
export const codepages = ['windows1252', 'ascii'] as const;
export type Codepage = (typeof codepages)[number];

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
/** Bytes 0x80 to 0xff as they are read in Western Europe; those that mean nothing there are left out. */
const western = Array.from(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i)),
);

const letters: Record<Codepage, ReadonlySet<string>> = {
  ascii: new Set(ascii),
  windows1252: new Set([...ascii, ...western.filter((letter) => !/\p{Cc}|\p{Cf}|\s/u.test(letter))]),
};

/** Whether each letter of the text is in the code page. */
export function canWrite(text: string, codepage: Codepage): boolean {
  return Array.from(text).every((letter) => letters[codepage].has(letter));
}

/**
 * The text in one line, without anything a printer could take for a command or that has no shape. Joiners stay where letters
 * are drawn: some scripts are wrong without them.
 */
export function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
}
