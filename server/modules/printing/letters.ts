/** The texts that a printer has letters for, and the cleaning of all text sent to it. */

/** `ascii` is for unknown printers: all other letters are drawn. */
const codepages = ['windows1252', 'ascii'] as const;
export type Codepage = (typeof codepages)[number];

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
/** Bytes 0x80 to 0xff in Windows-1252, without the undefined ones. */
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
 * The text on one line, without printer commands and shapeless characters. Joiners stay when letters are drawn, because
 * some scripts are wrong without them.
 */
export function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
}
