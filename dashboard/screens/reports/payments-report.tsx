/* A table drawn as cards stays a table to a screen reader by its roles alone: some browsers drop those of the tags with the layout. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
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
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type MoneyKind, moneyKinds } from '#contract/base/enumerations.ts';
import type { MoneyFigures, PaymentsReport as Report } from '#contract/reports/reports.ts';
import { queries } from '../../api/queries.ts';
import { useIsReadOnly } from '../../components/feedback/editing-area.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useIsOwner } from '../../components/shell/restaurant.tsx';
import { amountNumber, amountText } from '../../components/order/amount.ts';
import { weekdayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { PaymentsOfFigure } from './payments-of-figure.tsx';
import { Payouts } from './payouts.tsx';
import { ReportLoaded } from './report-loaded.tsx';
import { useReportExport, useScope } from './report-scope.ts';

const text = words.reports.money;

/** A figure whose payments are shown; `day` is null for the sum of all days. */
interface Chosen {
  kind: MoneyKind;
  day: string | null;
}

/** The money by day, whose figures open their payments, and the gateway's transfers to the bank. */
export function PaymentsReport() {
  const query = useQuery(queries.reportPayments(useScope()));
  const isOwner = useIsOwner();
  // The gateway is not asked with the restaurant's keys for somebody with support access.
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <ReportLoaded query={query} isEmpty={() => false}>
        {(report) => (report.days.length === 0 ? <Nothing /> : <Loaded report={report} />)}
      </ReportLoaded>
      {isOwner && !isReadOnly && <Payouts />}
    </>
  );
}

function Nothing() {
  return (
    <Card>
      <Notice heading={text.none} sentence={text.noneHint} action={null} />
    </Card>
  );
}

function Loaded({ report }: { report: Report }) {
  const { currency, total, days, isTest, unknownFees } = report;
  const headingId = useId();
  const download = useReportExport();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <Card component="section" aria-labelledby={headingId}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 2, py: 1 }}>
          <Typography id={headingId} variant="h2" sx={{ flex: 1 }}>
            {text.byDay}
          </Typography>
          <Button
            startIcon={<Download />}
            aria-label={words.reports.exportTable({ table: text.byDay })}
            onClick={() => void download('money')}
            sx={{ px: 1 }}
          >
            {words.reports.csv}
          </Button>
        </Box>
        <Box sx={{ px: 2, pb: 1, display: 'grid', gap: 0.5 }}>
          <Hint>{text.hint}</Hint>
          <Hint>{text.amountsIn({ currency })}</Hint>
          {isTest && <Hint>{text.isTest}</Hint>}
          {unknownFees > 0 && <Hint>{text.unknownFees({ count: unknownFees })}</Hint>}
        </Box>
        <Box sx={{ containerType: 'inline-size', overflowX: 'auto' }}>
          <Table role="table" aria-labelledby={headingId} sx={dense}>
            <TableHead role="rowgroup">
              <TableRow role="row">
                <TableCell role="columnheader">{words.reports.columns.day}</TableCell>
                {moneyKinds.map((kind) => (
                  <TableCell key={kind} role="columnheader" align="right">
                    {text.kinds[kind]}
                  </TableCell>
                ))}
                <TableCell role="columnheader" align="right">
                  {text.left}
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody role="rowgroup">
              {days.map((row) => (
                <MoneyRow key={row.day} day={row.day} money={row} currency={currency} onChoose={setChosen} />
              ))}
            </TableBody>
            <TableFooter role="rowgroup">
              <MoneyRow day={null} money={total} currency={currency} onChoose={setChosen} />
            </TableFooter>
          </Table>
        </Box>
      </Card>
      {chosen !== null && (
        <PaymentsOfFigure key={`${chosen.kind} ${chosen.day}`} {...chosen} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

interface MoneyRowProps {
  day: string | null;
  money: MoneyFigures;
  currency: string;
  onChoose: (chosen: Chosen) => void;
}

function MoneyRow({ day, money, currency, onChoose }: MoneyRowProps) {
  const name = day === null ? words.reports.sum : weekdayText(day);
  return (
    <TableRow role="row" hover>
      <TableCell component="th" scope="row" role="rowheader">
        {name}
      </TableCell>
      {moneyKinds.map((kind) => (
        <TableCell
          key={kind}
          role="cell"
          align="right"
          data-label={text.kinds[kind]}
          data-nothing={money[kind] === 0 || undefined}
        >
          {money[kind] === 0 ? (
            amountNumber(0, currency)
          ) : (
            <MuiLink
              component="button"
              type="button"
              aria-label={text.show({ kind: text.kinds[kind], day: name, amount: amountText(money[kind], currency) })}
              onClick={() => onChoose({ kind, day })}
              // Underlined like the names in the other reports: what opens something is not marked by colour alone.
              sx={{ minHeight: 'var(--control)', minWidth: 44, textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}
            >
              {amountNumber(money[kind], currency)}
            </MuiLink>
          )}
        </TableCell>
      ))}
      <TableCell role="cell" align="right" data-label={text.left}>
        {amountNumber(money.left, currency)}
      </TableCell>
    </TableRow>
  );
}

const dense = {
  '& th, & td': { paddingInline: 1, paddingBlock: 0.25 },
  '& td, & tbody th': { whiteSpace: 'nowrap' },
  '& th:first-of-type': { paddingInlineStart: 2 },
  '& td:last-of-type, & thead th:last-of-type': { paddingInlineEnd: 2 },
  '& tfoot th, & tfoot td': { fontWeight: 600, color: 'text.primary', border: 0 },
  // Where seven figures do not stand beside each other, each day is a card with those that are not zero.
  '@container (max-width: 44rem)': {
    display: 'block',
    '& thead': { display: 'none' },
    '& tbody, & tfoot': { display: 'block' },
    '& tbody tr, & tfoot tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(7rem, 100%), 1fr))',
      gap: 1,
      px: 2,
      py: 1.5,
      borderBlockEnd: 1,
      borderColor: 'divider',
    },
    '& tbody th, & tbody td, & tfoot th, & tfoot td': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'flex-start',
      height: 'auto',
      p: '0 !important',
      border: 0,
    },
    '& tbody th, & tfoot th': { gridColumn: '1 / -1', fontWeight: 600 },
    '& [data-nothing]': { display: 'none !important' },
    '& td .MuiLink-root': { textAlign: 'start' },
    '& td[data-label]::before': {
      content: 'attr(data-label)',
      typography: 'caption',
      color: 'text.secondary',
    },
    '& td:last-of-type': { justifyContent: 'space-between', paddingBlockEnd: '0.75rem !important' },
  },
} as const;
