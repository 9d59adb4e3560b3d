import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';

/** How many rows are drawn at first, and how many more each time: about a screen, so that the first one is there at once. */
const rowsPerStep = 24;

interface IncrementalRowsProps<Row> {
  rows: readonly Row[];
  /** Element of a row; the mark after the last one is the same. */
  as: 'li' | 'tr';
  /** A row that is drawn however far down it is, with those before it. */
  through?: number;
  children: (row: Row) => ReactNode;
}

/**
 * Renders the first rows of a long list, and more as the end of its scrolling place comes near, so that ten thousand
 * rows open at once.
 */
export function IncrementalRows<Row>({ rows, as, through = -1, children }: IncrementalRowsProps<Row>) {
  const [wanted, setWanted] = useState(rowsPerStep);
  const shownCount = Math.max(wanted, through + 1);
  return (
    <>
      {rows.slice(0, shownCount).map(children)}
      {shownCount < rows.length && (
        <Box component={as} aria-hidden key={shownCount} ref={observeEnd(() => setWanted(shownCount + rowsPerStep))} />
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
