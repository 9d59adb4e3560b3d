import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';

/** How many more rows are drawn each time. */
const step = 60;

interface GrowingProps<Row> {
  rows: readonly Row[];
  /** What the rows are: the mark at their end is one too. */
  as: 'li' | 'tr';
  children: (row: Row) => ReactNode;
}

/** Of a long list in a place that scrolls: the first rows, and more as their end comes near, so that ten thousand open at once. */
export function Growing<Row>({ rows, as, children }: GrowingProps<Row>) {
  const [drawn, setDrawn] = useState(step);
  return (
    <>
      {rows.slice(0, drawn).map(children)}
      {drawn < rows.length && (
        <Box component={as} aria-hidden key={drawn} ref={nearing(() => setDrawn(drawn + step))} />
      )}
    </>
  );
}

function nearing(grow: () => void) {
  return (end: HTMLElement) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) grow();
      },
      // Before it is reached, whether a dialog scrolls or the page.
      { scrollMargin: '800px', rootMargin: '800px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  };
}
