import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';

/** How many more rows are drawn each time. */
const rowsPerStep = 60;

interface IncrementalRowsProps<Row> {
  rows: readonly Row[];
  /** What the rows are: the mark at their end is one too. */
  as: 'li' | 'tr';
  children: (row: Row) => ReactNode;
}

/** Of a long list in a place that scrolls: the first rows, and more as their end comes near, so that ten thousand open at once. */
export function IncrementalRows<Row>({ rows, as, children }: IncrementalRowsProps<Row>) {
  const [shownCount, setShownCount] = useState(rowsPerStep);
  return (
    <>
      {rows.slice(0, shownCount).map(children)}
      {shownCount < rows.length && (
        <Box
          component={as}
          aria-hidden
          key={shownCount}
          ref={observeEnd(() => setShownCount(shownCount + rowsPerStep))}
        />
      )}
    </>
  );
}

function observeEnd(grow: () => void) {
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
