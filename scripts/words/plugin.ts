/**
 * `virtual:words` for Vite and Vitest: English comes with the first load, each other folder of dashboard/words is a chunk of its
 * own that is loaded for its readers alone.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  answersDomain,
  type Catalogue,
  catalogueFiles,
  firstLoadOf,
  readCatalogue,
  readLanguages,
  sourceLanguage,
  wordsFolder,
} from './catalogues.ts';
import { compileCatalogue } from './compile.ts';

const prefix = 'virtual:words';

export function compiledWords(folder = wordsFolder): Plugin {
  return {
    name: 'compiled-words',
    resolveId: (source) => (source === prefix || source.startsWith(`${prefix}/`) ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      if (id === `\0${prefix}`) return indexModule(readLanguages(folder));
      const [language = '', domain] = id.slice(`\0${prefix}/`.length).split('/');
      for (const { path } of catalogueFiles(language, folder)) this.addWatchFile(path);
      const catalogue = readCatalogue(language, folder);
      return compileCatalogue(domain === undefined ? firstLoadOf(catalogue) : (catalogue[domain] as Catalogue));
    },
  };
}

function indexModule(languages: readonly string[]): string {
  const others = languages.filter((language) => language !== sourceLanguage);
  const answers = languages.map((language) => `${quoted(language)}: ${loadedLazily(language, `/${answersDomain}`)}`);
  return [
    `import { formsOf } from ${quoted(join(import.meta.dirname, 'forms.ts'))};`,
    `import { catalogue } from ${quoted(`${prefix}/${sourceLanguage}`)};`,
    `export const english = catalogue(formsOf(${quoted(sourceLanguage)}));`,
    `export const otherLanguages = { ${others.map((language) => `${quoted(language)}: ${loadedLazily(language)}`).join(', ')} };`,
    `export const answers = { ${answers.join(', ')} };`,
    '',
  ].join('\n');
}

function loadedLazily(language: string, domain = ''): string {
  const module = quoted(`${prefix}/${language}${domain}`);
  return `async () => (await import(${module})).catalogue(formsOf(${quoted(language)}))`;
}

const quoted = (text: string) => JSON.stringify(text);
