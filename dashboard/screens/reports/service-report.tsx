import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { cancelReasonText } from '#contract/ordering/cancel-reasons.ts';
import type { ServiceReport as Service } from '#contract/reports/reports.ts';
import { amountNumber } from '../../components/order/amount.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { historyAddress, type HistorySearch } from '../ordering/history-view.ts';
import { elapsedText } from '../ordering/elapsed-text.ts';
import { type Figure, FigureList } from '../../components/shell/figures.tsx';
import { ReportLoaded } from './report-loaded.tsx';
import { searchOf, useScope } from './report-scope.ts';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { pair } from './sales-report.tsx';

const text = words.reports;

const count = (number: number) => number.toLocaleString(words.locale);
const isEmpty = ({ acceptance, readiness, endings }: Service) =>
  acceptance.orders + readiness.orders + endings.length === 0;

/** How well guests were served (OH-07). */
export function ServiceReport() {
  const scope = useScope();
  const query = useQuery(queries.reportService(scope));
  const search = searchOf(scope);
  return (
    <ReportLoaded query={query} isEmpty={isEmpty}>
      {(service) => (
        <>
          <FigureList name={text.tabs.service} figures={figuresOf(service, search)} />
          <Box sx={pair}>
            <ReportTable
              heading={text.acceptance}
              table="acceptance"
              name={{ label: text.columns.time, of: ({ span }) => text.acceptSpans[span] }}
              orders={({ span }) => ({ ...search, accepted: span })}
              columns={shareColumns(service.acceptance.orders)}
              rows={service.acceptance.spans}
            />
            <ReportTable
              heading={text.readiness}
              table="readiness"
              name={{ label: text.columns.time, of: ({ span }) => text.readySpans[span] }}
              orders={({ span }) => ({ ...search, ready: span })}
              columns={shareColumns(service.readiness.orders)}
              rows={service.readiness.spans}
            />
            <ReportTable
              heading={text.endings}
              table="endings"
              name={{
                label: text.columns.reason,
                of: ({ ended, reason }) =>
                  reason === ''
                    ? text.ended[ended]
                    : text.endedFor({
                        ending: text.ended[ended],
                        reason: cancelReasonText(reason, words.ordering.cancelReasons),
                      }),
              }}
              orders={({ ended, reason }) => ({ ...search, ended, ...(reason === '' ? {} : { reason }) })}
              columns={[
                { label: text.columns.orders, cell: ({ orders }) => count(orders) },
                {
                  label: `${text.columns.total} (${service.currency})`,
                  cell: ({ total }) => amountNumber(total, service.currency),
                },
              ]}
              rows={service.endings}
            />
          </Box>
        </>
      )}
    </ReportLoaded>
  );
}

function figuresOf({ acceptance, readiness, endings }: Service, search: HistorySearch): Figure[] {
  const accepted = historyAddress({ ...search, accepted: 'any' });
  const ready = historyAddress({ ...search, ready: 'any' });
  const time = (seconds: number) => (acceptance.orders === 0 ? words.general.list.empty : elapsedText(seconds * 1000));
  const ended = (how: 'rejected' | 'cancelled'): Figure => ({
    label: text.figures[how],
    value: count(endings.reduce((sum, row) => sum + (row.ended === how ? row.orders : 0), 0)),
    to: historyAddress({ ...search, ended: how }),
  });
  return [
    { label: text.figures.accepted, value: count(acceptance.orders), to: accepted },
    { label: text.figures.median, value: time(acceptance.medianSeconds), to: accepted },
    { label: text.figures.ninetieth, value: time(acceptance.ninetiethSeconds), to: accepted },
    {
      label: text.figures.inTime,
      value: shareText(readiness.inTime, readiness.orders),
      hint: text.ofOrders({ orders: readiness.orders }),
      to: ready,
    },
    {
      label: text.figures.averageLate,
      value: readiness.orders === 0 ? words.general.list.empty : againstPromise(readiness.averageSeconds),
      to: ready,
    },
    ended('rejected'),
    ended('cancelled'),
  ];
}

function againstPromise(seconds: number): string {
  if (seconds === 0) return text.onTheMinute;
  return seconds < 0
    ? text.soon({ time: elapsedText(-seconds * 1000) })
    : text.late({ time: elapsedText(seconds * 1000) });
}

function shareColumns(all: number): ReportColumn<{ orders: number }>[] {
  return [
    { label: text.columns.orders, cell: ({ orders }) => count(orders), sum: count(all) },
    { label: text.columns.share, cell: ({ orders }) => shareText(orders, all) },
  ];
}

function shareText(part: number, all: number): string {
  return all === 0
    ? words.general.list.empty
    : (part / all).toLocaleString(words.locale, { style: 'percent', maximumFractionDigits: 1 });
}
