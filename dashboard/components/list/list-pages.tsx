import TablePagination from '@mui/material/TablePagination';
import { words } from '../../words/words.ts';
import { ALL_ROWS, type ListView, pageSizes } from './list-view.ts';

interface ListPagesProps {
  view: Pick<ListView, 'page' | 'size'>;
  /** Rows of all pages; `isMore`: there are more than that, and nobody has counted them. */
  count: number;
  isMore?: boolean;
  /** Most rows that the page with all rows holds; there may be another page after it. */
  allMax?: number;
  onChange: (change: Partial<Pick<ListView, 'page' | 'size'>>) => void;
}

/** Below a list: how many rows a page has, which they are, and the ways to the pages before and after. */
export function ListPages({ view, count, isMore = false, allMax = ALL_ROWS, onChange }: ListPagesProps) {
  const rowsPerPage = view.size === ALL_ROWS ? allMax : view.size;
  return (
    <TablePagination
      component="div"
      count={isMore ? -1 : count}
      page={view.page}
      rowsPerPage={rowsPerPage}
      rowsPerPageOptions={pageSizes.map((size) =>
        size === ALL_ROWS ? { label: words.general.list.all, value: allMax } : size,
      )}
      labelRowsPerPage={words.general.list.rowsPerPage}
      labelDisplayedRows={({ from, to }) =>
        words.general.list.range({ from, to, count: isMore ? words.general.list.moreThan({ count }) : count })
      }
      getItemAriaLabel={(type) => (type === 'next' ? words.general.list.next : words.general.list.previous)}
      onPageChange={(_, page) => onChange({ page })}
      onRowsPerPageChange={(event) => {
        const size = Number(event.target.value);
        onChange({ size: size === allMax ? ALL_ROWS : size, page: 0 });
      }}
      slotProps={{ displayedRows: { role: 'status' } }}
      sx={{
        // On a phone the two arrows stand below, instead of beyond the edge.
        '& .MuiTablePagination-toolbar': {
          flexWrap: 'wrap',
          justifyContent: 'flex-end',
          rowGap: 0.5,
          paddingInlineEnd: 1.5,
        },
        // Touch target for a finger.
        '& .MuiTablePagination-input': { minWidth: '3.25rem' },
        '& .MuiTablePagination-select.MuiSelect-select': {
          display: 'inline-flex',
          alignItems: 'center',
          justifyContent: 'flex-end',
          boxSizing: 'border-box',
          minHeight: 44,
          // The arrow grows with the text.
          paddingInlineEnd: '1.5rem',
        },
        '& .MuiTablePagination-actions': { marginInlineStart: 1 },
      }}
    />
  );
}
