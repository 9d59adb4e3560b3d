/**
 * The first letter of a name, which stands where there is no picture, as a reader counts letters: an emoji, a flag and a letter with its
 * marks are each of several characters. Firefox before 125 tells characters alone.
 */
export function firstLetter(name: string): string {
  if (!('Segmenter' in Intl)) return Array.from(name)[0] ?? '';
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return letters.segment(name)[Symbol.iterator]().next().value?.segment ?? '';
}
