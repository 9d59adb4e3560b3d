import { useEffect } from 'react';
import { words } from '../../words/words.ts';

/** Names the document after the page, with the number of waiting orders in front (M03). */
export function usePageTitle(title: string, waiting = 0): void {
  useEffect(() => {
    document.title =
      waiting === 0 ? words.general.pageTitle({ title }) : `(${waiting}) ${words.general.pageTitle({ title })}`;
  }, [title, waiting]);
}
