/** Checks the catalogues; each problem is one sentence. */
import { type Catalogue, flatten, type MessageTree, sourceLanguage } from './catalogues.ts';
import { argumentsOf, parseMessage, pluralCategoriesOf } from './message.ts';

/** A dot would look like one level more to the tools of translators. */
const keyPattern = /^[\w-]+( [\w-]+)*$/;

/** `catalogues` by language; `isUsed` tells of a path in English whether the source reads it. */
export function catalogueProblems(
  catalogues: ReadonlyMap<string, Catalogue>,
  isUsed: (path: string) => boolean,
): string[] {
  const english = flatten(catalogues.get(sourceLanguage)!);
  return [...catalogues].flatMap(([language, catalogue]) => {
    const messages = flatten(catalogue);
    return [
      ...badKeys(catalogue).map(
        (key) => `${language}: the key "${key}" is not of letters, digits, dashes and single spaces`,
      ),
      ...[...messages].flatMap(([path, text]) =>
        messageProblems(language, text).map((problem) => `${language} ${path}: ${problem}`),
      ),
      ...(language === sourceLanguage
        ? [...english.keys()].filter((path) => !isUsed(path)).map((path) => `${language} ${path}: nothing reads it`)
        : differences(english, messages).map((problem) => `${language} ${problem}`)),
    ];
  });
}

function badKeys(tree: MessageTree): string[] {
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(keyPattern.test(key) ? [] : [key]),
    ...(typeof value === 'string' ? [] : badKeys(value)),
  ]);
}

function messageProblems(language: string, text: string): string[] {
  if (text.trim() === '') return ['is empty'];
  try {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const unknown = pluralCategoriesOf(parseMessage(text)).find(
      (name) => !pluralCategories.some((one) => one === name),
    );
    return unknown === undefined ? [] : [`${language} has no plural "${unknown}", only ${pluralCategories.join(', ')}`];
  } catch (error) {
    return [`is no ICU message: ${(error as Error).message}`];
  }
}

/** Keys and arguments that a translation lacks or has too many of. */
function differences(english: ReadonlyMap<string, string>, translated: ReadonlyMap<string, string>): string[] {
  return [
    ...[...english.keys()].filter((path) => !translated.has(path)).map((path) => `${path}: is missing`),
    ...[...translated].flatMap(([path, text]) => {
      const original = english.get(path);
      if (original === undefined) return [`${path}: English does not have it`];
      const [wanted, given] = [argumentNames(original), argumentNames(text)];
      return wanted === given ? [] : [`${path}: takes ${given}, in English ${wanted}`];
    }),
  ];
}

function argumentNames(text: string): string {
  try {
    return (
      [...argumentsOf(parseMessage(text)).keys()]
        .toSorted()
        .map((name) => `{${name}}`)
        .join(' ') || 'nothing'
    );
  } catch {
    return 'what cannot be read';
  }
}
