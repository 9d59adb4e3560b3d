/** Sentences with `{words}` that are filled from details, and the types that make the details fit the sentence. */

/** The values that fill a sentence. They are plain, so that every language can place and decline them itself. */
export type Details = Readonly<Record<string, string | number>>;

type WordsOf<Sentence extends string> = Sentence extends `${string}{${infer Word}}${infer Rest}`
  ? Word | WordsOf<Rest>
  : never;

/** The details of a sentence as the last argument of a function: none where the sentence has no `{words}`. */
export type DetailsArgument<Sentence extends string> = [WordsOf<Sentence>] extends [never]
  ? []
  : [details: Readonly<Record<WordsOf<Sentence>, string | number>>];

/** The keys of those sentences that stand without details. */
export type PlainCode<Sentences extends Readonly<Record<string, string>>> = {
  [Code in keyof Sentences]: [WordsOf<Sentences[Code]>] extends [never] ? Code : never;
}[keyof Sentences];

/** The sentence with its `{words}` filled; a word without a value stays out. */
export function fillSentence(sentence: string, details: Readonly<Record<string, unknown>> = {}): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = details[word];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}
