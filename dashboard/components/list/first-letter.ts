/** Letters as a reader counts them: an emoji, a flag and a letter with its marks are each of several characters. */
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter of a name, which stands where there is no picture. */
export function firstLetter(name: string): string {
  return letters.segment(name)[Symbol.iterator]().next().value?.segment ?? '';
}
