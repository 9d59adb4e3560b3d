/** The entry: first the words of the reader's language, then the application, which reads them everywhere. */
import { wantedLanguages } from './words/language-choice.ts';
import { loadWords, words } from './words/words.ts';

// A top-level await would split the chunks of both apps into smaller ones, 12 kB more for Order Manager.
void loadWords(wantedLanguages())
  .then(() => import('./app.tsx'))
  .then(({ startApp }) => {
    document.documentElement.lang = words.language;
    document.documentElement.dir = words.direction;
    return startApp();
  });
