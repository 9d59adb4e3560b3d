import type { UseQueryResult } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { words } from '../../words/words.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Failure } from '../feedback/failure.tsx';
import { type FilterChoice, ListControls } from './list-controls.tsx';
import { ListPages } from './list-pages.tsx';
import { type Column, ListTable, LoadingTable } from './list-table.tsx';
import { ALL_ROWS, arrange, type ListRules, type ListView } from './list-view.ts';
import { Notice } from '../feedback/notice.tsx';
import { Page } from '../shell/page.tsx';
import { useListView } from './use-list-view.ts';
import { noResults } from './no-results.ts';

interface Bulk<Row> {
  labelOf: (row: Row) => string;
  actions: (rows: readonly Row[], onDone: () => void) => ReactNode;
}

type Filter<Row> = FilterChoice & { matches: (row: Row, value: string) => boolean };

interface ListPageProps<Row> {
  title: string;
  /** The h1 once the rows are there, where it counts them. */
  heading?: (rows: readonly Row[]) => string;
  query: UseQueryResult<Row[]>;
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  search: { label: string; texts: (row: Row) => readonly string[]; hasButton: boolean };
  filter: Filter<Row> | null;
  /** A second filter, beside the first, of lists whose rows are in categories. */
  categories?: Filter<Row>;
  empty: { heading: string; sentence: string };
  /** The one thing to do here: beside the heading, and in the empty list. Null where there is none. */
  action: ReactNode | null;
  /** For many columns: less room between them. */
  isDense?: boolean;
  /** Actions on several rows at once: the labels of the tick boxes, and the buttons once some are ticked. */
  bulk?: Bulk<Row>;
  /** A note above the loaded rows that holds for all of them. */
  note?: ReactNode;
  /** The button below that reads more rows, where there may be more. */
  more?: ReactNode;
}

/** A list with its search, filter, order, pages and four states; all of it in the address (M13, M14). */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, heading, query, action, note, more } = props;
  return (
    <Page title={title} heading={query.data && heading?.(query.data)} tools={toolsOf(query, action)}>
      {query.data !== undefined && query.data.length > 0 && note}
      <ListCard {...props} />
      {more}
    </Page>
  );
}

/** The same without the page around it: for a list that is a part of another page. */
export function ListCard<Row>(props: Omit<ListPageProps<Row>, 'heading' | 'note' | 'more'>) {
  return (
    <Card sx={{ containerType: 'inline-size', overflow: 'visible' }}>
      <List {...props} />
    </Card>
  );
}

function List<Row>(props: Omit<ListPageProps<Row>, 'heading' | 'note' | 'more'>) {
  const { title, query, errors, columns, rowId, search, filter, categories, empty, action, isDense, bulk } = props;
  const [view, show] = useListView(limits.pageSizeDefault);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  if (query.isError && query.data === undefined) {
    return <Failure error={query.error} place={errors} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) {
    return (
      <>
        <Skeleton aria-hidden variant="rounded" height={44} sx={{ m: 2, mt: 4.75, maxWidth: 360 }} />
        <LoadingTable columns={columns} hasTicks={bulk !== undefined} rows={limits.pageSizeDefault} />
      </>
    );
  }
  if (query.data.length === 0) return <Notice {...empty} action={action} />;
  const rules = rulesOf(props);
  const { shown, count, page } = arrange(query.data, view, rules);
  const selection = bulk && {
    isTicked: (row: Row) => ticked.has(rowId(row)),
    onTick: (row: Row, isTicked: boolean) => {
      const next = new Set(ticked);
      if (isTicked) next.add(rowId(row));
      else next.delete(rowId(row));
      setTicked(next);
    },
    labelOf: bulk.labelOf,
  };
  const found = () => arrange(query.data, { ...view, size: ALL_ROWS }, rules).shown;
  const chosen = query.data.filter((row) => ticked.has(rowId(row)));
  return (
    <>
      <ListControls
        view={view}
        search={search}
        filter={filter}
        categories={categories ?? null}
        columns={columns}
        hasTicks={bulk !== undefined}
        onChange={(change, how) => show({ page: 0, ...change }, how)}
      />
      {count === 0 ? (
        <NoMatch view={view} onClear={() => show({ search: '', filter: '', category: '', page: 0 })} />
      ) : (
        <>
          <ListTable
            caption={title}
            columns={columns}
            rows={shown}
            rowId={rowId}
            isDense={isDense}
            selection={selection}
            sort={view.sort}
            onSort={(sort) => show({ sort, page: 0 })}
          />
          <ListPages view={{ ...view, page }} count={count} onChange={(change) => show(change)} />
        </>
      )}
      {bulk !== undefined && chosen.length > 0 && (
        <BulkBar
          ticked={chosen.length}
          foundCount={count}
          onAll={() => setTicked(new Set(found().map(rowId)))}
          onNone={() => setTicked(new Set())}
        >
          {bulk.actions(chosen, () => setTicked(new Set()))}
        </BulkBar>
      )}
    </>
  );
}

/** An empty list has its action in the middle, and only there: one primary button on a screen (M14). */
function toolsOf<Row>(query: UseQueryResult<Row[]>, action: ReactNode): ReactNode {
  if (action === null || query.data?.length === 0) return null;
  // The first rows decide where it stands. Until then it has its room, and nobody presses a button that is about to go.
  return query.isPending ? <Box sx={{ visibility: 'hidden' }}>{action}</Box> : action;
}

function rulesOf<Row>({
  columns,
  search,
  filter,
  categories,
}: Pick<ListPageProps<Row>, 'columns' | 'search' | 'filter' | 'categories'>): ListRules<Row> {
  return {
    searchedTexts: search.texts,
    matchesFilter: (row, value) => filter === null || filter.matches(row, value),
    matchesCategory: (row, category) => categories === undefined || categories.matches(row, category),
    sortValues: Object.fromEntries(
      columns.flatMap(({ key, sortBy }) => (typeof sortBy === 'function' ? [[key, sortBy]] : [])),
    ),
  };
}

function NoMatch({ view, onClear }: { view: ListView; onClear: () => void }) {
  return (
    <Notice
      heading={noResults(view.search.trim())}
      action={
        <Button variant="contained" onClick={onClear}>
          {words.general.list.clearFilters}
        </Button>
      }
    />
  );
}
