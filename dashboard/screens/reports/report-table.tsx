import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { ReportTable as TableName } from '#contract/base/enumerations.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { words } from '../../words/words.ts';
import { historyAddress, type HistorySearch } from '../ordering/history-view.ts';
import { useReportExport } from './report-scope.ts';

const text = words.reports;

export interface ReportColumn<Row> {
  label: string;
  cell: (row: Row) => string;
  /** Sum of the column; a column without it has none. */
  sum?: string;
  /** Only where there is room for it. */
  isLesser?: boolean;
}

interface ReportTableProps<Row> {
  heading: string;
  hint?: string;
  /** Name of the table for the export. */
  table: TableName;
  /** The first cell of each row: its heading and text. */
  name: { label: string; of: (row: Row) => string };
  /** The history filters that find the orders behind a row. */
  orders: (row: Row) => HistorySearch;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  /** Above the table. */
  children?: ReactNode;
}

const shownAtFirst = 10;

/** A part of the reports: its figures in a table, each row with a link to its orders, and the table as a file. */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { heading, hint, table, name, orders, columns, rows, children } = props;
  const [isWhole, setWhole] = useState(false);
  const headingId = useId();
  const download = useReportExport();
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  const hasSums = columns.some(({ sum }) => sum !== undefined);
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{
        containerType: 'inline-size',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        alignContent: 'start',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 2, py: 1 }}>
        <Typography id={headingId} variant="h2" sx={{ flex: 1 }}>
          {heading}
        </Typography>
        <Button
          startIcon={<Download />}
          aria-label={text.exportTable({ table: heading })}
          onClick={() => void download(table)}
          sx={{ px: 1 }}
        >
          {text.csv}
        </Button>
      </Box>
      {hint !== undefined && (
        <Box sx={{ px: 2, pb: 1 }}>
          <Hint>{hint}</Hint>
        </Box>
      )}
      {children}
      <Box sx={{ overflowX: 'auto' }}>
        <Table aria-labelledby={headingId} sx={dense}>
          <TableHead>
            <TableRow>
              <TableCell>{name.label}</TableCell>
              {columns.map(({ label, isLesser }) => (
                <TableCell key={label} align="right" data-lesser={isLesser || undefined}>
                  {label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((row) => (
              <TableRow key={historyAddress(orders(row))} hover>
                <TableCell component="th" scope="row">
                  <MuiLink component={Link} to={historyAddress(orders(row))} sx={nameLink}>
                    {name.of(row)}
                  </MuiLink>
                </TableCell>
                {columns.map(({ label, cell, isLesser }) => (
                  <TableCell key={label} align="right" data-lesser={isLesser || undefined}>
                    {cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
            {rows.length === 0 && (
              <TableRow>
                <TableCell colSpan={columns.length + 1}>{text.nothingInTable}</TableCell>
              </TableRow>
            )}
          </TableBody>
          {hasSums && (
            <TableFooter>
              <TableRow>
                <TableCell component="th" scope="row">
                  {text.sum}
                </TableCell>
                {columns.map(({ label, sum, isLesser }) => (
                  <TableCell key={label} align="right" data-lesser={isLesser || undefined}>
                    {sum}
                  </TableCell>
                ))}
              </TableRow>
            </TableFooter>
          )}
        </Table>
      </Box>
      {rows.length > shown.length && (
        <Box sx={{ p: 1 }}>
          <Button onClick={() => setWhole(true)}>{text.showAll({ count: rows.length })}</Button>
        </Box>
      )}
    </Card>
  );
}

const nameLink = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'var(--control)',
  minWidth: 24,
  overflowWrap: 'break-word',
} as const;

const dense = {
  '& th, & td': { paddingInline: 1, height: 'auto', paddingBlock: 0.25 },
  '& th:first-of-type': { paddingInlineStart: 2, overflowWrap: 'break-word', minWidth: 96 },
  '& td:only-of-type': { paddingInlineStart: 2, paddingBlock: 1.5 },
  '& td:last-of-type, & thead th:last-of-type': { paddingInlineEnd: 2 },
  '& thead th': { paddingBlock: 1 },
  '& tfoot th, & tfoot td': { fontWeight: 600, color: 'text.primary', paddingBlock: 1.5, border: 0 },
  '@container (max-width: 560px)': { '& [data-lesser]': { display: 'none' } },
} as const;
