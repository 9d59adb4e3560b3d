import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import { cutText } from '#contract/base/cut-text.ts';
import { type GuestSort, guestSorts } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { searchedText } from '#contract/base/searched-text.ts';
import type { ListedGuest } from '#contract/customers/guest-list.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { readExportFile, saveFile } from '../../components/feedback/save-file.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { ListControls } from '../../components/list/list-controls.tsx';
import { ListPages } from '../../components/list/list-pages.tsx';
import { type Column, ListTable, LoadingTable } from '../../components/list/list-table.tsx';
import { ALL_ROWS, type ListView } from '../../components/list/list-view.ts';
import { noResults } from '../../components/list/no-results.ts';
import { useListView } from '../../components/list/use-list-view.ts';
import { amountNumber } from '../../components/order/amount.ts';
import { Page } from '../../components/shell/page.tsx';
import { useMayEdit, useRestaurant } from '../../components/shell/restaurant.tsx';
import { paths } from '../../routing/paths.ts';
import { dayText } from '../../words/dates.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';

const text = words.customers.list;

/** /dashboard/customers: the guests who gave a number, searched, sorted and paged by the server (decision 79). */
export function Customers() {
  if (useMayEdit()) return <CustomerList />;
  return (
    <Page title={text.title}>
      <Card>
        <Notice heading={text.onlyEditors} sentence={text.onlyEditorsHint} action={null} />
      </Card>
    </Page>
  );
}

function CustomerList() {
  const [view, show] = useListView(limits.guestListPageSize);
  const { currency } = useRestaurant();
  const search = cutText(searchedText(view.search).trim(), limits.name);
  const columns = customerColumns(currency);
  const query = useQuery(queries.customers(pageOf(view, search)));
  const isEmpty = query.data?.total === 0 && search === '';
  return (
    <Page title={text.title} tools={query.data !== undefined && !isEmpty && <ExportButton search={search} />}>
      <Card sx={{ containerType: 'inline-size' }}>
        {isEmpty ? (
          <Notice heading={text.none} sentence={text.noneHint} action={null} />
        ) : (
          <>
            <ListControls
              view={view}
              search={{ label: text.search, hasButton: false }}
              filter={null}
              categories={null}
              columns={columns}
              hasTicks={false}
              onChange={(change, how) => show({ page: 0, ...change }, how)}
            />
            {query.data !== undefined ? (
              <Box aria-busy={query.isPlaceholderData} sx={query.isPlaceholderData ? { opacity: 0.6 } : undefined}>
                <Found {...{ view, search, columns, show }} {...query.data} />
              </Box>
            ) : query.isError ? (
              <Failure error={query.error} place="operation" onRetry={() => void query.refetch()} />
            ) : (
              <LoadingTable columns={columns} rows={limits.guestListPageSize} />
            )}
          </>
        )}
      </Card>
    </Page>
  );
}

interface FoundProps {
  view: ListView;
  search: string;
  columns: readonly Column<ListedGuest>[];
  show: (change: Partial<ListView>) => void;
  guests: readonly ListedGuest[];
  page: number;
  total: number;
}

function Found({ view, search, columns, show, guests, page, total }: FoundProps) {
  if (total === 0) {
    return (
      <Notice
        heading={noResults(search)}
        action={
          <Button variant="contained" onClick={() => show({ search: '', page: 0 })}>
            {words.general.list.clearFilters}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Box sx={{ display: 'grid', gap: 0.5, px: 2, pb: 2 }}>
        <Hint>{text.hint}</Hint>
        {view.size === ALL_ROWS && total > limits.guestsAllMax && (
          <Hint>{text.allIsFirst({ most: limits.guestsAllMax.toLocaleString(words.locale) })}</Hint>
        )}
      </Box>
      <ListTable
        key={`${page} ${view.size}`}
        caption={text.title}
        columns={columns}
        rows={guests}
        rowId={({ _id }) => _id}
        sort={sortOf(view) ?? lastFirst}
        onSort={(sort) => show({ sort, page: 0 })}
      />
      <ListPages
        view={{ page: page - 1, size: view.size }}
        count={total}
        allMax={limits.guestsAllMax}
        onChange={show}
      />
    </>
  );
}

const lastFirst: NonNullable<ListView['sort']> = { key: 'lastVisit', direction: 'desc' };

/** The sort of the address; null where it names no column. */
function sortOf({ sort }: ListView): ListView['sort'] {
  return sort !== null && guestSorts.some((key) => key === sort.key) ? sort : null;
}

/** The page as the API is asked for it. */
function pageOf(view: ListView, search: string) {
  const { key, direction } = sortOf(view) ?? lastFirst;
  return {
    ...(search === '' ? {} : { search }),
    sort: `${direction === 'desc' ? '-' : ''}${key as GuestSort}` as const,
    page: view.page + 1,
    size: view.size === ALL_ROWS ? ('all' as const) : view.size,
  };
}

function customerColumns(currency: string): readonly Column<ListedGuest>[] {
  return [
    {
      key: 'name',
      label: text.columns.name,
      cell: ({ _id, name }) => (
        <MuiLink
          component={Link}
          to={paths.customer(_id)}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, minWidth: 44 }}
        >
          <bdi>{name}</bdi>
        </MuiLink>
      ),
      isFreeText: true,
      isName: true,
      sortBy: 'server',
      width: 148,
    },
    {
      key: 'phone',
      label: text.columns.phone,
      cell: ({ phone }) => (
        <Box component="bdi" dir="ltr" sx={{ whiteSpace: 'nowrap' }}>
          {phone}
        </Box>
      ),
      sortBy: 'server',
      isLesser: true,
      width: 140,
    },
    {
      key: 'orders',
      label: text.columns.orders,
      cell: ({ orders }) => orders.toLocaleString(words.locale),
      sortBy: 'server',
      isNumber: true,
      width: 80,
    },
    {
      key: 'spend',
      label: text.columns.spend({ currency }),
      cell: ({ spend }) => amountNumber(spend, currency),
      sortBy: 'server',
      isNumber: true,
      width: 112,
    },
    {
      key: 'lastVisit',
      label: text.columns.lastVisit,
      cell: ({ lastVisit }) => (lastVisit === null ? text.never : dayText(lastVisit)),
      sortBy: 'server',
      width: 140,
    },
    {
      key: 'consent',
      label: text.columns.consent,
      cell: ({ consentAt }) => (consentAt === null ? text.notAgreed : text.agreed),
      sortBy: 'server',
      isLesser: true,
      width: 112,
    },
  ];
}

/** Exports the guests whom the search leaves, one file at a time; leaving the page gives it up. */
function ExportButton({ search }: { search: string }) {
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function exportFile(): Promise<void> {
    if (isRunning) return;
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    try {
      const query = search === '' ? {} : { search };
      const response = await client.file('GET /customer/export-customers', { query, signal: controller.signal });
      let count = 0;
      const file = await readExportFile(response, (rows) => (count = rows));
      saveFile(file, 'customers.csv');
      showToast({ place: 'toast', tone: 'ok', text: text.exportDone({ count }) });
    } catch (error) {
      if (controller.signal.aborted) return;
      // A line that breaks in the middle of the file is no answer either.
      const failure = error instanceof CallError ? error : new CallError(0, null);
      showToast({ place: 'toast', tone: 'error', text: errorText(failure, 'operation') });
    } finally {
      setRunning(false);
    }
  }

  return (
    <Button variant="outlined" startIcon={<Download />} aria-busy={isRunning} onClick={() => void exportFile()}>
      {isRunning ? text.exporting : text.export}
    </Button>
  );
}
