import './styles.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { handOverMark } from '#contract/restaurants/hand-over-mark.ts';
import { loadWords } from './words/load-words.ts';
import { rememberLanguage } from './language/language.ts';
import { rememberSource } from './state/remember-source.ts';
import type { SiteData } from './site.tsx';
import { SiteApp } from './site-app.tsx';

const root = document.getElementById('root');
const text = document.getElementById('data')?.textContent;
// A page without data is one that says why there is none.
if (root !== null && text !== undefined) {
  const data = JSON.parse(text) as SiteData;
  rememberLanguage(data);
  rememberSource(data.catalogue.restaurant._id);
  // The document asks for these words together with this script. An await up here would split the script into twenty.
  void Promise.all([loadWords(data.language), takeOver(data)]).then(([words]) =>
    // In slices: a menu of hundreds of dishes would keep a phone from answering for half a second.
    startTransition(() => {
      hydrateRoot(root, <SiteApp data={data} words={words} />);
      pressTappedButtons();
    }),
  );
}

/** Before anything reads what is stored. */
function takeOver(data: SiteData): Promise<void> | null {
  if (!location.hash.startsWith(handOverMark)) return null;
  return import('./state/arrive.ts').then(({ arrive }) => arrive(data)).catch(() => undefined);
}

/** See `start.ts`. */
function pressTappedButtons(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('button[data-tapped]');
  document.documentElement.dataset['live'] = '';
  for (const button of buttons) {
    for (let left = Number(button.dataset['tapped']); left > 0; left -= 1) button.click();
    delete button.dataset['tapped'];
  }
}
