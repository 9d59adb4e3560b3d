/** The catalogues of Order Manager's words as they lie in the folder: one folder per language, one JSON file per domain. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const wordsFolder = join(import.meta.dirname, '..', '..', 'dashboard', 'words');
/** The language that the others are translated from. */
export const sourceLanguage = 'en';

/** Nested keys; the leaves are messages of ICU MessageFormat. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/** One language: its domains by name. */
export type Catalogue = Record<string, MessageTree>;

/** The folders of languages, English first. */
export function readLanguages(folder = wordsFolder): string[] {
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const others = found.map(({ name }) => name).filter((name) => name !== sourceLanguage);
  return [sourceLanguage, ...others.toSorted()];
}

export function readCatalogue(language: string, folder = wordsFolder): Catalogue {
  return Object.fromEntries(
    catalogueFiles(language, folder).map(({ domain, path }) => [
      domain,
      JSON.parse(readFileSync(path, 'utf8')) as MessageTree,
    ]),
  );
}

export function catalogueFiles(language: string, folder = wordsFolder): { domain: string; path: string }[] {
  return readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({ domain: file.slice(0, -'.json'.length), path: join(folder, language, file) }));
}

/**
 * The domain of what the server answers: all refusals, field problems and confirmations. It is loaded after the
 * first answer, and so is a chunk of its own in every language.
 */
export const answersDomain = 'errors';

/** The words of the screens: all but those for answers. */
export function screenWordsOf(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).filter(([domain]) => domain !== answersDomain));
}

/** Every message by its path, 'ordering.history.title', in the order of the files. */
export function flatten(tree: MessageTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}
