/**
 * `virtual:words` for Vite and Vitest. A module that reads words of English imports the parts of the catalogue that hold them, so
 * that a page loads its own words and no others; each other folder of dashboard/words is a chunk of its own that is loaded whole,
 * for its readers alone.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  answersDomain,
  type Catalogue,
  catalogueFiles,
  screenWordsOf,
  type MessageTree,
  readCatalogue,
  readLanguages,
  sourceLanguage,
  wordsFolder,
} from './catalogues.ts';
import { compileCatalogue } from './compile.ts';
import { usedPaths } from './usage.ts';

const prefix = 'virtual:words';
const partPrefix = 'virtual:english';
const quoted = (text: string) => JSON.stringify(text);
const formsFile = quoted(join(import.meta.dirname, 'forms.ts'));

export function compiledWords(folder = wordsFolder): Plugin {
  const sources = join(folder, '..');
  return {
    name: 'compiled-words',
    // Before the types and JSX are gone: what a source reads is found in its own syntax.
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(prefix) || source.startsWith(partPrefix) ? `\0${source}` : null),
    load(id) {
      if (id === `\0${prefix}`) return indexModule(readLanguages(folder));
      if (id === `\0${partPrefix}`) return englishModule();
      if (id.startsWith(`\0${partPrefix}/`)) {
        for (const { path } of catalogueFiles(sourceLanguage, folder)) this.addWatchFile(path);
        return partModule(id.slice(`\0${partPrefix}/`.length), readCatalogue(sourceLanguage, folder));
      }
      if (!id.startsWith(`\0${prefix}/`)) return null;
      const [language = '', domain] = id.slice(`\0${prefix}/`.length).split('/');
      for (const { path } of catalogueFiles(language, folder)) this.addWatchFile(path);
      const catalogue = readCatalogue(language, folder);
      return compileCatalogue(
        domain === undefined ? screenWordsOf(catalogue) : (catalogue[domain] as Catalogue),
        directionOf(language) === 'rtl',
      );
    },
    transform(code, id) {
      if (!id.startsWith(sources) || !/\.tsx?$/.test(id)) return null;
      const paths = usedPaths(id, code);
      if (paths.length === 0) return null;
      const parts = partsOf(paths, screenWordsOf(readCatalogue(sourceLanguage, folder)));
      // On the first line, so that no line of the source moves.
      return { code: parts.map((part) => `import ${quoted(`${partPrefix}/${part}`)}; `).join('') + code, map: null };
    },
  };
}

/**
 * The parts that hold the paths: 'ordering.history' for a branch of a domain, 'ordering' for the messages that lie in no branch
 * of it. A path of a whole domain has all of its parts.
 */
export function partsOf(paths: readonly string[], catalogue: Catalogue): string[] {
  const found = paths.flatMap((path) => {
    const [domain = '', branch] = path.split('.');
    const domains = domain === '' ? Object.keys(catalogue) : [domain];
    return domains.flatMap((name) =>
      Object.entries(catalogue[name] ?? {})
        .filter(([key]) => branch === undefined || key === branch)
        .map(([key, value]) => (typeof value === 'string' ? name : `${name}.${key}`)),
    );
  });
  return [...new Set(found)].toSorted();
}

/** The words of English, which the loaded parts fill. */
function englishModule(): string {
  return [
    `import { formsOf } from ${formsFile};`,
    `export const english = { language: ${quoted(sourceLanguage)}, locale: ${quoted(sourceLanguage)}, direction: 'ltr' };`,
    `export const forms = formsOf(${quoted(sourceLanguage)});`,
    '',
  ].join('\n');
}

function partModule(part: string, catalogue: Catalogue): string {
  const [domain = '', branch] = part.split('.');
  const entries = Object.entries(catalogue[domain]!);
  const messages = entries.filter(([key, value]) =>
    branch === undefined ? typeof value === 'string' : key === branch,
  );
  return [
    `import { english, forms } from ${quoted(partPrefix)};`,
    compileCatalogue(Object.fromEntries(messages) as Record<string, MessageTree>).replace('export ', ''),
    `Object.assign(english[${quoted(domain)}] ??= {}, catalogue(forms));`,
    '',
  ].join('\n');
}

function indexModule(languages: readonly string[]): string {
  const others = languages.filter((language) => language !== sourceLanguage);
  const answers = languages.map((language) => `${quoted(language)}: ${loadedLazily(language, `/${answersDomain}`)}`);
  return [
    `import { formsOf } from ${formsFile};`,
    `export { english } from ${quoted(partPrefix)};`,
    `export const otherLanguages = { ${others.map((language) => `${quoted(language)}: ${loadedLazily(language)}`).join(', ')} };`,
    `export const directions = { ${languages.map((language) => `${quoted(language)}: ${quoted(directionOf(language))}`).join(', ')} };`,
    `export const answers = { ${answers.join(', ')} };`,
    '',
  ].join('\n');
}

/** 'ltr' or 'rtl'. Neither TypeScript nor every browser has `getTextInfo` yet. */
function directionOf(language: string): string {
  return (new Intl.Locale(language) as Intl.Locale & { getTextInfo(): { direction: string } }).getTextInfo().direction;
}

function loadedLazily(language: string, domain = ''): string {
  const module = quoted(`${prefix}/${language}${domain}`);
  return `async () => (await import(${module})).catalogue(formsOf(${quoted(language)}))`;
}
