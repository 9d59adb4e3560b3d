import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import type { ItemsReport as Items } from '#contract/reports/reports.ts';
import { amountNumber } from '../../components/order/amount.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { ReportLoaded } from './report-loaded.tsx';
import { searchOf, useScope } from './report-scope.ts';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { pair } from './sales-report.tsx';

const text = words.reports;

type Sold = Pick<Items['items'][number], 'quantity' | 'orders' | 'total'>;
const count = (number: number) => number.toLocaleString(words.locale);

/** Which dishes and options were sold (OH-06). */
export function ItemsReport() {
  const scope = useScope();
  const query = useQuery(queries.reportItems(scope));
  return (
    <ReportLoaded query={query} isEmpty={({ items }) => items.length === 0}>
      {({ items, options, subtotal, currency }) => (
        <Box sx={pair}>
          <ReportTable
            heading={text.items}
            hint={text.itemsHint}
            table="items"
            name={{ label: text.columns.item, of: ({ name }) => name }}
            orders={({ itemId }) => ({ ...searchOf(scope), sold: 'true', itemId })}
            columns={columnsOf(currency, amountNumber(subtotal, currency))}
            rows={items}
          />
          <ReportTable
            heading={text.options}
            hint={text.optionsHint}
            table="options"
            name={{ label: text.columns.option, of: optionName }}
            orders={({ optionId }) => ({ ...searchOf(scope), sold: 'true', optionId })}
            columns={columnsOf(currency)}
            rows={options}
          />
        </Box>
      )}
    </ReportLoaded>
  );
}

/** 'Size: Large': several lists may have a Large. */
function optionName({ name, lists }: Items['options'][number]): string {
  return lists.length === 0 ? name : words.ordering.order.optionOf({ list: commaList(lists), option: name });
}

function columnsOf(currency: string, sum?: string): ReportColumn<Sold>[] {
  return [
    { label: text.columns.quantity, cell: ({ quantity }) => count(quantity) },
    { label: text.columns.orders, cell: ({ orders }) => count(orders), isLesser: true },
    {
      label: `${text.columns.total} (${currency})`,
      cell: ({ total }) => amountNumber(total, currency),
      ...(sum === undefined ? {} : { sum }),
    },
  ];
}
