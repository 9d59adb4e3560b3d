// A table drawn as cards stays a table to a screen reader by its roles alone: some browsers drop those of the tags with the layout.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import Skeleton from '@mui/material/Skeleton';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { ReactNode } from 'react';
import { words } from '../../words/words.ts';
import { IncrementalRows } from './incremental-rows.tsx';
import type { ListView } from './list-view.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** A column without it is not sorted; `server`: the rows come sorted by it. */
  sortBy?: ((row: Row) => string | number | boolean | null) | 'server';
  /** The cell that names its row: one column of each list. */
  isName?: boolean;
  /** Numbers stand at the end of their column. */
  isNumber?: boolean;
  /** Width of the column in pixels, at the usual size of text; `columnWidth` by default. */
  width?: number;
  /** Written by people, of any length: a word that is too long for the column breaks where it ends. */
  isFreeText?: boolean;
  /** Only where there is room for all columns: whoever wants to know it opens the row. Cards have room for those of `in tables`. */
  isLesser?: boolean | 'in tables';
  /** The buttons of the row: on a card they stand below everything else, and need no label. */
  isActions?: boolean;
  /** The button of the row's menu: on a card it stands in the corner, beside the name. */
  isMenu?: boolean;
}

/** Rows that are ticked, to do something with all of them. */
interface Selection<Row> {
  isTicked: (row: Row) => boolean;
  onTick: (row: Row, isTicked: boolean) => void;
  /** Label of a row's tick box for screen readers. */
  labelOf: (row: Row) => string;
}

type Sort = ListView['sort'];

interface ListTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** For many columns: less room between them. */
  isDense?: boolean | undefined;
  selection?: Selection<Row> | undefined;
}

const columnWidth = 112;
const tickWidth = 48;

/** A width as it grows with the text. */
const rem = (pixels: number) => `${pixels / 16}rem`;

type Widths = readonly Pick<Column<never>, 'width' | 'isLesser'>[];

/** Where the list is narrower than all its columns need. The lesser ones are left out. */
function whenNarrow(columns: Widths, hasTicks: boolean): `@container ${string}` {
  const least = columns.reduce((sum, { width = columnWidth }) => sum + width, hasTicks ? tickWidth : 0);
  return `@container (max-width: ${rem(least)})`;
}

/** Where there is no room for the others either, each row is a card: the name on top, the other cells with their labels. */
export function whenCards(columns: Widths, hasTicks = false): `@container ${string}` {
  return whenNarrow(
    columns.filter(({ isLesser = false }) => isLesser === false),
    hasTicks,
  );
}

/** A table that needs more than its columns say scrolls by itself; a shadow lies on the edge behind which there is more. */
const scrolling = {
  overflowX: 'auto',
  background: [
    'linear-gradient(90deg, var(--mui-palette-background-paper) 30%, transparent) 0 0 / 40px 100%',
    'linear-gradient(-90deg, var(--mui-palette-background-paper) 30%, transparent) 100% 0 / 40px 100%',
    'linear-gradient(90deg, rgb(20 23 31 / .24), transparent) 0 0 / 12px 100%',
    'linear-gradient(-90deg, rgb(20 23 31 / .24), transparent) 100% 0 / 12px 100%',
  ].join(', '),
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, local, scroll, scroll',
} as const;

/** No word pushes the other columns away; amounts and buttons stay whole. */
const asTable = {
  '& [data-free-text]': { overflowWrap: 'anywhere' },
  '& [data-number], & [data-actions] .MuiButton-root': { whiteSpace: 'nowrap' },
} as const;

const asCards = {
  display: 'block',
  '& thead': { display: 'none' },
  '& tbody': { display: 'block' },
  '& tbody tr': {
    display: 'grid',
    // Two on a phone and more on a tablet, so that more rows are in sight.
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(7rem, 100%), 1fr))',
    gap: 1,
    p: 2,
    borderBlockEnd: 1,
    borderColor: 'divider',
  },
  '& tbody th, & tbody td': {
    display: 'block',
    height: 'auto',
    // Stronger than what the cell says of itself.
    minWidth: '0 !important',
    p: '0 !important',
    border: 0,
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
  '& tbody tr:has([data-tick], [data-menu])': { position: 'relative', '& th': { paddingInlineEnd: '3rem !important' } },
  '& tbody tr:has([data-tick]):has([data-menu]) th': { paddingInlineEnd: '5.75rem !important' },
  '& tbody td[data-tick], & tbody td[data-menu]': { position: 'absolute', insetBlockStart: 8, insetInlineEnd: 4 },
  '& tbody tr:has([data-menu]) td[data-tick]': { insetInlineEnd: '3rem' },
  // Beside large text they leave a name no room: it begins below them.
  '@container (max-width: 16rem)': {
    '& tbody tr:has([data-tick], [data-menu]) th, & tbody tr:has([data-tick]):has([data-menu]) th': {
      paddingInlineEnd: '0 !important',
      paddingBlockStart: '2.5rem !important',
    },
  },
  '& tbody th': { gridColumn: '1 / -1', order: -1, typography: 'body1', fontWeight: 600 },
  '& tbody td:not([data-label])': { gridColumn: '1 / -1' },
  '& tbody td[data-label]::before': {
    content: 'attr(data-label)',
    display: 'block',
    // Its number stays whole, and it does not.
    whiteSpace: 'normal',
    typography: 'caption',
    color: 'text.secondary',
  },
} as const;

const withoutLesser = { '& [data-lesser]': { display: 'none' } } as const;
/** It outweighs the rule before, which holds for cards too. */
const cardsWithoutLesser = {
  ...withoutLesser,
  '& tbody td[data-lesser="in tables"]': { display: 'block' },
} as const;

const dense = {
  '& th, & td': { paddingInline: 1, fontSize: '0.8125rem' },
  '& th:first-of-type': { paddingInlineStart: 2 },
  '& .MuiTableSortLabel-icon': { fontSize: '0.875rem', marginInline: '2px' },
} as const;

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, columns, rows, rowId, sort, onSort, isDense = false, selection } = props;
  return (
    <Box sx={scrolling}>
      <Table
        role="table"
        sx={{
          ...asTable,
          ...(isDense && dense),
          // In this order: lists without lesser columns have both at one width.
          [whenNarrow(columns, selection !== undefined)]: withoutLesser,
          [whenCards(columns, selection !== undefined)]: { ...asCards, ...cardsWithoutLesser },
        }}
      >
        <Box component="caption" sx={visuallyHidden}>
          {caption}
        </Box>
        <TableHead role="rowgroup">
          <TableRow role="row">
            {selection !== undefined && (
              // Not a heading: the boxes name themselves.
              <TableCell component="td" role="cell" padding="checkbox" />
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          <IncrementalRows rows={rows} as="tr">
            {(row) => (
              <TableRow key={rowId(row)} role="row" hover selected={selection?.isTicked(row)}>
                {selection !== undefined && (
                  <TableCell role="cell" padding="checkbox" data-tick>
                    <Checkbox
                      checked={selection.isTicked(row)}
                      onChange={(_, isTicked) => selection.onTick(row, isTicked)}
                      slotProps={{ input: { 'aria-label': selection.labelOf(row) } }}
                    />
                  </TableCell>
                )}
                {columns.map(
                  ({
                    key,
                    label,
                    cell,
                    isName,
                    isNumber,
                    isFreeText,
                    isLesser,
                    isActions,
                    isMenu,
                    width = columnWidth,
                  }) =>
                    isName === true ? (
                      <TableCell
                        key={key}
                        component="th"
                        scope="row"
                        role="rowheader"
                        data-free-text={isFreeText || undefined}
                        style={{ minWidth: rem(width) }}
                      >
                        {cell(row)}
                      </TableCell>
                    ) : (
                      <TableCell
                        key={key}
                        role="cell"
                        data-lesser={isLesser === true ? '' : isLesser || undefined}
                        data-free-text={isFreeText || undefined}
                        data-number={isNumber || undefined}
                        data-actions={isActions || undefined}
                        data-menu={isMenu || undefined}
                        data-label={isActions === true || isMenu === true ? undefined : label}
                        align={isNumber === true ? 'right' : undefined}
                        style={{ minWidth: rem(width) }}
                      >
                        {cell(row)}
                      </TableCell>
                    ),
                )}
              </TableRow>
            )}
          </IncrementalRows>
        </TableBody>
      </Table>
    </Box>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { key, label, sortBy, isNumber, isLesser } = column;
  const direction = sort?.key === key ? sort.direction : undefined;
  return (
    <TableCell
      role="columnheader"
      scope="col"
      data-lesser={isLesser === true ? '' : isLesser || undefined}
      align={isNumber === true ? 'right' : undefined}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    >
      {sortBy === undefined ? (
        label
      ) : (
        <TableSortLabel
          active={direction !== undefined}
          direction={direction ?? 'asc'}
          onClick={() => onSort({ key, direction: direction === 'asc' ? 'desc' : 'asc' })}
          sx={{ minHeight: 44 }}
        >
          {label}
        </TableSortLabel>
      )}
    </TableCell>
  );
}

/** Where the rows will stand (M14). */
export function LoadingTable<Row>({
  columns,
  hasTicks,
  rows,
}: {
  columns: readonly Column<Row>[];
  hasTicks?: boolean;
  rows: number;
}) {
  return (
    <Box aria-busy="true" aria-live="polite" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box component="span" sx={visuallyHidden}>
        {words.general.shell.loading}
      </Box>
      {Array.from({ length: rows }, (_, row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            gap: 2,
            alignItems: 'center',
            minHeight: 40,
            // A card has room for three bars.
            [whenCards(columns, hasTicks)]: { minHeight: 96, '& > :nth-of-type(n + 4)': { display: 'none' } },
          }}
        >
          {columns.map(({ key, isName }) => (
            <Skeleton key={key} variant="rounded" height={16} sx={{ flex: isName === true ? 2 : 1 }} />
          ))}
        </Box>
      ))}
    </Box>
  );
}
