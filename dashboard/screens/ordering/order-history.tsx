import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/base/limits.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { SortChoice } from '../../components/list/list-controls.tsx';
import { ListPages } from '../../components/list/list-pages.tsx';
import { ListTable, LoadingTable } from '../../components/list/list-table.tsx';
import { ALL_ROWS } from '../../components/list/list-view.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Page } from '../../components/shell/page.tsx';
import { useMayEdit, useRestaurant } from '../../components/shell/restaurant.tsx';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { useAddressParams } from '../../routing/use-address-params.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { HistoryChips, useFilterTexts } from './history-chips.tsx';
import { historyColumns } from './history-columns.tsx';
import { ExportButton, ExportRunning } from './history-export.tsx';
import { HistoryForm } from './history-form.tsx';
import { historyQuery, type HistoryView, readHistory, writeHistory } from './history-view.ts';
import { useHistoryExport } from './use-history-export.ts';
import { noResults } from '../../components/list/no-results.ts';

const text = words.ordering.history;

/** /dashboard/orders: every order there ever was, searched, sorted and paged by the server (decision 12; OH-01, OH-02). */
export function OrderHistory() {
  const [params, changeParams] = useAddressParams();
  const view = readHistory(params);
  const show = (change: Partial<HistoryView>) =>
    changeParams((current) => writeHistory({ ...readHistory(current), page: 0, ...change }));
  const outlets = useQuery(queries.outlets());
  const mayExport = useMayEdit();
  const { progress, start, cancel } = useHistoryExport();
  const searchButton = useRef<HTMLButtonElement>(null);
  const { currency } = useRestaurant();
  const columns = historyColumns({
    currency,
    address: `${paths.orderHistory()}?${writeHistory(view).toString()}`,
    hasOutlets: (outlets.data?.length ?? 0) > 1,
  });
  return (
    <Page
      title={text.title}
      tools={
        progress !== null ? (
          <ExportRunning progress={progress} onCancel={cancel} />
        ) : (
          mayExport && <ExportButton onExport={() => void start(view.search)} />
        )
      }
    >
      <Card sx={{ containerType: 'inline-size' }}>
        <HistoryForm
          search={view.search}
          outletNames={[...new Set(outlets.data?.map(({ name }) => name))]}
          hasTables={view.search.table !== undefined || outlets.data?.some(takesOrdersAtTables) === true}
          searchRef={searchButton}
          onSearch={(search) => show({ search })}
        >
          <SortChoice view={view} columns={columns} unsorted={text.newestFirst} onChange={show} />
        </HistoryForm>
        <HistoryChips
          search={view.search}
          onRemove={(field) => {
            changeParams((current) => {
              const { search, ...order } = readHistory(current);
              return writeHistory({ ...order, page: 0, search: { ...search, [field]: undefined } });
            });
            searchButton.current?.focus();
          }}
        />
        <FoundOrders view={view} columns={columns} onChange={show} />
      </Card>
    </Page>
  );
}

interface FoundProps {
  view: HistoryView;
  columns: ReturnType<typeof historyColumns>;
  onChange: (change: Partial<HistoryView>) => void;
}

function FoundOrders({ view, columns, onChange }: FoundProps) {
  const query = useQuery(queries.orderHistory(historyQuery(view)));
  if (query.data === undefined) {
    return query.isError ? (
      <Failure error={query.error} place="operation" onRetry={() => void query.refetch()} />
    ) : (
      <LoadingTable columns={columns} rows={limits.orderHistoryPageSize} />
    );
  }
  const { order: orders, page, total, isTotalExact, searchedBackTo, sort } = query.data;
  const notes = [
    searchedBackTo === null ? null : text.searchedBackTo({ day: searchedBackTo }),
    view.sort !== null && sort === '-createdAt' && view.sort.key !== 'createdAt' ? text.notSorted : null,
    view.size === ALL_ROWS && total > limits.historyAllMax
      ? text.allIsFirst({ most: limits.historyAllMax.toLocaleString(words.locale) })
      : null,
  ].filter((note) => note !== null);
  return (
    <Box aria-busy={query.isPlaceholderData} sx={query.isPlaceholderData ? { opacity: 0.6 } : undefined}>
      {notes.length > 0 && (
        <Box sx={{ display: 'grid', gap: 0.5, px: 2, pb: 2 }}>
          {notes.map((note) => (
            <Hint key={note}>{note}</Hint>
          ))}
        </Box>
      )}
      {orders.length === 0 ? (
        <NothingFound view={view} onClear={() => onChange({ search: {} })} />
      ) : (
        <>
          <ListTable
            key={`${page} ${view.size}`}
            caption={text.title}
            columns={columns}
            rows={orders}
            rowId={({ _id }) => _id}
            isDense
            sort={shownSort(sort)}
            onSort={(next) => onChange({ sort: isNewestFirst(next) ? null : next })}
          />
          <ListPages
            view={{ page: page - 1, size: view.size }}
            count={total}
            isMore={!isTotalExact && searchedBackTo === null}
            allMax={limits.historyAllMax}
            onChange={onChange}
          />
        </>
      )}
    </Box>
  );
}

function takesOrdersAtTables({ modes }: Outlet): boolean {
  return modes.some(({ mode, acceptsOrders }) => mode === 'dine-in' && acceptsOrders);
}

function shownSort(sort: string): NonNullable<HistoryView['sort']> {
  return { key: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' };
}

function isNewestFirst(sort: HistoryView['sort']): boolean {
  return sort?.key === 'createdAt' && sort.direction === 'desc';
}

/** No order at all yet, or none that fits: each with the way on (M14). */
function NothingFound({ view: { search }, onClear }: { view: HistoryView; onClear: () => void }) {
  const filters = useFilterTexts(search);
  if (filters.length === 0) {
    return (
      <Notice
        heading={text.none}
        sentence={text.noneHint}
        action={
          <Button variant="contained" component={Link} to={paths.liveOrders()}>
            {text.toLive}
          </Button>
        }
      />
    );
  }
  return (
    <Notice
      heading={noResults(commaList(filters.map(({ filter }) => filter)))}
      action={
        <Button variant="contained" onClick={onClear}>
          {words.general.list.clearFilters}
        </Button>
      }
    />
  );
}
