import { useEffect } from 'react';
import { words } from '../../words/words.ts';

/** Title of the page that is drawn; null before the first one. */
let pageTitle: string | null = null;
/** Title that stands in place of the page's while it is hidden; null while it is shown. */
let cover: string | null = null;

/** Names the document after the page, with the number of waiting orders in front (M03). */
export function usePageTitle(title: string, waiting = 0): void {
  useEffect(() => {
    pageTitle =
      waiting === 0 ? words.general.pageTitle({ title }) : `(${waiting}) ${words.general.pageTitle({ title })}`;
    document.title = cover ?? pageTitle;
  }, [title, waiting]);
}

/** Names the document `title` while the page is hidden, whichever page that is meanwhile. Answers how to end it. */
export function coverPageTitle(title: string): () => void {
  const before = document.title;
  cover = words.general.pageTitle({ title });
  document.title = cover;
  return () => {
    cover = null;
    document.title = pageTitle ?? before;
  };
}
