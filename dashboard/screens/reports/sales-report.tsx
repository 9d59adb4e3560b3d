import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { PaymentMethod } from '#contract/base/enumerations.ts';
import type { Figures, ReportScope, SalesReport as Sales } from '#contract/reports/reports.ts';
import { timeOfMinutes } from '#contract/base/time.ts';
import { amountNumber, amountText, salesOf } from '../../components/order/amount.ts';
import { shortDayText, weekdayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { channelText } from '../ordering/channel-text.ts';
import { historyAddress, type HistorySearch } from '../ordering/history-view.ts';
import { type Figure, FigureList } from '../../components/shell/figures.tsx';
import { ReportLoaded } from './report-loaded.tsx';
import { daysText, searchOf, useScope, useScopes } from './report-scope.ts';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { everyDay } from './report-view.ts';

const text = words.reports;

const ReportChart = lazy(async () => ({ default: (await import('./report-chart.tsx')).ReportChart }));

const isEmpty = ({ total, rejected, cancelled }: Sales) => total.orders + rejected.orders + cancelled.orders === 0;
const count = (orders: number) => orders.toLocaleString(words.locale);

/** Sales by every property that orders differ in (OH-06). */
export function SalesReport() {
  const { scope, before } = useScopes();
  const query = useQuery(queries.reportSales(scope));
  const earlier = useQuery(queries.reportSales(before)).data;
  const sold = (more: HistorySearch): HistorySearch => ({ ...searchOf(scope), sold: 'true', ...more });
  return (
    <ReportLoaded query={query} isEmpty={isEmpty}>
      {(sales) => {
        const columns = salesColumns(sales);
        const { currency } = sales;
        const dayTotals = totalsByDay(sales, scope);
        // Without orders before there is nothing to compare with, nor in another currency.
        const isComparable = earlier !== undefined && earlier.total.orders > 0 && earlier.currency === currency;
        const compared = isComparable ? earlier : null;
        return (
          <>
            <FigureList name={text.tabs.sales} figures={figuresOf(sales, searchOf(scope), compared)} />
            <ReportTable
              heading={text.salesByDay}
              table="days"
              name={{ label: text.columns.day, of: ({ day }) => weekdayText(day) }}
              orders={({ day }) => sold({ from: day, to: day })}
              columns={columns}
              rows={sales.days.toReversed()}
            >
              <Chart
                name={daysText(scope)}
                currency={currency}
                bars={everyDay(scope).map((day, index) => ({
                  label: shortDayText(day),
                  value: dayTotals[index]!,
                }))}
                before={compared && { name: daysText(before), values: totalsByDay(compared, before) }}
              />
            </ReportTable>
            <ReportTable
              heading={text.salesByHour}
              table="hours"
              name={{ label: text.columns.hour, of: ({ hour }) => timeOfMinutes(hour * 60) }}
              orders={({ hour }) => sold({ hour: String(hour) })}
              columns={columns}
              rows={sales.hours}
            >
              <Chart
                name={daysText(scope)}
                currency={currency}
                bars={totalsByHour(sales).map((value, hour) => ({ label: String(hour), value }))}
                before={compared && { name: daysText(before), values: totalsByHour(compared) }}
              />
            </ReportTable>
            <Box sx={pair}>
              <ReportTable
                heading={text.byOutlet}
                table="outlets"
                name={{ label: text.columns.outlet, of: ({ name }) => name }}
                orders={({ outletId }) => sold({ outletId })}
                columns={columns}
                rows={sales.outlets}
              />
              <ReportTable
                heading={text.byType}
                table="types"
                name={{ label: text.columns.type, of: ({ type }) => words.ordering.mode[type] }}
                orders={({ type }) => sold({ type })}
                columns={columns}
                rows={sales.types}
              />
              <ReportTable
                heading={text.byPayment}
                table="payments"
                name={{ label: text.columns.payment, of: ({ paymentMethod }) => paymentName(paymentMethod) }}
                orders={({ paymentMethod }) => sold({ paymentMethod })}
                columns={columns}
                rows={sales.payments}
              />
              <ReportTable
                heading={text.byChannel}
                table="channels"
                name={{ label: text.columns.channel, of: ({ channel }) => channelText(channel) }}
                orders={({ channel }) => sold({ channel })}
                columns={columns}
                rows={sales.channels}
              />
            </Box>
          </>
        );
      }}
    </ReportLoaded>
  );
}

/** VAT by rate, as it is declared (OH-06). */
export function TaxReport() {
  const scope = useScope();
  const query = useQuery(queries.reportSales(scope));
  return (
    <ReportLoaded query={query} isEmpty={isEmpty}>
      {(sales) => (
        <ReportTable
          heading={text.byRate}
          table="tax"
          name={{ label: text.columns.rate, of: ({ taxRate }) => text.percent({ rate: taxRate }) }}
          orders={({ taxRate }) => ({ ...searchOf(scope), sold: 'true', taxRate: String(taxRate) })}
          columns={salesColumns(sales).map((column) => ({
            ...column,
            isLesser: ![text.columns.net, text.columns.tax].includes(column.label),
          }))}
          rows={sales.tax}
        />
      )}
    </ReportLoaded>
  );
}

/** Two beside each other where the numbers of both have room. */
export const pair = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 26rem), 1fr))',
} as const;

function Chart(props: Parameters<typeof ReportChart>[0]) {
  return (
    <Box sx={{ px: 1, minHeight: 256 }}>
      <Suspense fallback={<Skeleton variant="rounded" height={256} />}>
        <ReportChart {...props} />
      </Suspense>
    </Box>
  );
}

function salesColumns({ total, currency }: Sales): ReportColumn<Figures>[] {
  const column = (
    label: string,
    key: 'net' | 'discounts' | 'tax' | 'deliveryFees' | 'tips' | 'total',
    isLesser = false,
  ) => ({
    label,
    cell: (row: Figures) => amountNumber(row[key], currency),
    sum: amountNumber(total[key], currency),
    isLesser,
  });
  return [
    { label: text.columns.orders, cell: ({ orders }) => count(orders), sum: count(total.orders) },
    ...(total.discounts === 0 ? [] : [column(text.columns.discounts, 'discounts', true)]),
    column(text.columns.net, 'net', true),
    column(text.columns.tax, 'tax', true),
    column(text.columns.deliveryFees, 'deliveryFees', true),
    ...(total.tips === 0 ? [] : [column(text.columns.tips, 'tips', true)]),
    column(`${text.columns.total} (${currency})`, 'total'),
  ];
}

const totalsByDay = ({ days, currency }: Sales, scope: ReportScope) => {
  const totals = new Map(days.map((figures) => [figures.day, salesOf(figures, currency)]));
  return everyDay(scope).map((day) => totals.get(day) ?? 0);
};

const totalsByHour = ({ hours, currency }: Sales) => {
  const totals = new Map(hours.map((figures) => [figures.hour, salesOf(figures, currency)]));
  return Array.from({ length: 24 }, (_, hour) => totals.get(hour) ?? 0);
};

const percent = new Intl.NumberFormat(words.locale, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** '+12%, AED 1,100.00 before' */
function changeText(now: number, before: number, shown: string): string {
  return before === 0
    ? text.before({ value: shown })
    : text.change({ change: percent.format(now / before - 1), value: shown });
}

function figuresOf(sales: Sales, search: HistorySearch, before: Sales | null): Figure[] {
  const { total, average, atWork, rejected, cancelled, currency } = sales;
  const change = (of: (report: Sales) => number, shown: (value: number) => string) =>
    before === null ? undefined : changeText(of(sales), of(before), shown(of(before)));
  const amount = (major: number) => amountText(major, currency);
  const sold = historyAddress({ ...search, sold: 'true' });
  return [
    {
      label: text.figures.sales,
      value: amount(salesOf(total, currency)),
      change: change((report) => salesOf(report.total, currency), amount),
      to: sold,
    },
    {
      label: text.figures.orders,
      value: count(total.orders),
      hint: atWork === 0 ? undefined : text.atWork({ count: atWork }),
      change: change((report) => report.total.orders, count),
      to: sold,
    },
    {
      label: text.figures.average,
      value: total.orders === 0 ? words.general.list.empty : amount(average),
      change: total.orders === 0 ? undefined : change((report) => report.average, amount),
      to: sold,
    },
    { label: text.figures.tax, value: amount(total.tax), to: sold },
    {
      label: text.figures.deliveryFees,
      value: amount(total.deliveryFees),
      to: historyAddress({ ...search, sold: 'true', type: 'delivery' }),
    },
    ...(total.discounts === 0 ? [] : [{ label: text.figures.discounts, value: amount(total.discounts), to: sold }]),
    ...(total.tips === 0 ? [] : [{ label: text.figures.tips, value: amount(total.tips), to: sold }]),
    {
      label: text.figures.rejected,
      value: count(rejected.orders),
      hint: rejected.orders === 0 ? undefined : amount(rejected.total),
      to: historyAddress({ ...search, ended: 'rejected' }),
    },
    {
      label: text.figures.cancelled,
      value: count(cancelled.orders),
      hint: cancelled.orders === 0 ? undefined : amount(cancelled.total),
      to: historyAddress({ ...search, ended: 'cancelled' }),
    },
  ];
}

/** Online payments read alike in every mode, and each mode has a row. */
function paymentName(method: PaymentMethod): string {
  const { mode, payment } = words.ordering;
  if (method === 'online on delivery') return text.paidOnline({ mode: mode.delivery });
  if (method === 'online on pickup') return text.paidOnline({ mode: mode.pickup });
  return payment[method];
}
