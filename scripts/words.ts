// npm run words: writes what the messages of Order Manager take, for the compiler.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue, sourceLanguage, wordsFolder } from './words/catalogues.ts';
import { valueTypes } from './words/value-types.ts';

writeFileSync(join(wordsFolder, 'messages.ts'), valueTypes(readCatalogue(sourceLanguage)));
