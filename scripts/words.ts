// npm run words: says what is wrong with the catalogues of words; where nothing is, writes the types of what messages take.
import { writeFileSync } from 'node:fs';
import { exit } from 'node:process';
import { screenWordsOf, readCatalogue, readLanguages, sourceLanguage } from './words/catalogues.ts';
import { catalogueProblems } from './words/check.ts';
import { isUsedIn, readUsedPaths } from './words/usage.ts';
import { valueTypes, valueTypesFile } from './words/value-types.ts';

const catalogues = new Map(readLanguages().map((language) => [language, readCatalogue(language)]));
const problems = catalogueProblems(catalogues, isUsedIn(readUsedPaths()));
for (const problem of problems) console.error(problem);
if (problems.length > 0) exit(1);
writeFileSync(valueTypesFile, valueTypes(screenWordsOf(readCatalogue(sourceLanguage))));
