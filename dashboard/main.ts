/** The entry: first the words of the reader's language, then the application, which reads them everywhere. */
import { directions } from 'virtual:words';
import { loadWords, words } from './words/words.ts';

// A top-level await would split the chunks of both apps into smaller ones, 12 kB more for Order Manager.
void loadWords(navigator.languages)
  .then(() => import('./app.tsx'))
  .then(({ startApp }) => {
    document.documentElement.lang = words.locale;
    document.documentElement.dir = directions[words.locale]!;
    startApp();
  });
