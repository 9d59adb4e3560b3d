import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import InputAdornment from '@mui/material/InputAdornment';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/base/limits.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { IncrementalRows } from '../../../components/list/incremental-rows.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useWorksNowhere, WorksNowhere } from '../../../components/shell/works-nowhere.tsx';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressParams, withParam } from '../../../routing/use-address-params.ts';
import { queries } from '../../../api/queries.ts';
import { LowStockButton } from './low-stock-button.tsx';
import { ItemStock } from './stock-row.tsx';
import { countedAt, type StockFilter, stockFilter, stockFilters, stockRows } from './stock.ts';
import { useStock } from './use-stock.ts';
import { noResults } from '../../../components/list/no-results.ts';

const text = words.menu.inventory;

/** /dashboard/inventory: how many are left of what is sold. */
export function Inventory() {
  const worksNowhere = useWorksNowhere();
  return (
    <Page title={text.title} density="kitchen" tools={<LowStockButton />}>
      {worksNowhere ? (
        <WorksNowhere />
      ) : (
        <>
          <Hint>{text.hint}</Hint>
          <Card>
            <Stock />
          </Card>
        </>
      )}
    </Page>
  );
}

function Stock() {
  const items = useStock();
  const lists = useQuery(queries.modifierLists());
  if (items.data !== undefined && lists.data !== undefined) {
    const isEmpty = !items.data.some(({ type }) => type === 'item');
    return isEmpty ? <NoItems /> : <StockList items={items.data} lists={lists.data} />;
  }
  const failed = [items, lists].find(({ isError }) => isError);
  if (failed !== undefined) {
    const retry = () => void Promise.all([items.refetch(), lists.refetch()]);
    return <Failure error={failed.error} place="items" onRetry={retry} />;
  }
  return (
    <Box aria-busy="true" sx={{ display: 'grid', gap: 1.5, p: 2 }}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} variant="rounded" height={56} />
      ))}
    </Box>
  );
}

function NoItems() {
  return (
    <Notice
      heading={text.none}
      sentence={text.noneHint}
      action={
        <Button variant="contained" component={Link} to={paths.items()}>
          {text.toItems}
        </Button>
      }
    />
  );
}

function StockList({ items, lists }: { items: readonly Item[]; lists: readonly ModifierList[] }) {
  const [params, changeParams] = useAddressParams();
  const search = params.get('search') ?? '';
  const filter = stockFilter(params.get('show'));
  const { data: outlets = [] } = useQuery(queries.outlets());
  const outletId = outlets.find(({ _id }) => _id === params.get('outlet'))?._id ?? null;
  const showFound = (name: string) =>
    changeParams((current) => withParam(current, 'search', name === '' ? null : name), { replace: true });
  const showOutlet = (id: string) =>
    changeParams((current) => withParam(current, 'outlet', id === '' ? null : id), { replace: true });
  const showKind = (kind: StockFilter) =>
    changeParams((current) => withParam(current, 'show', kind === 'all' ? null : kind), { replace: true });
  // Typing stays fluent with ten thousand items.
  const deferredSearch = useDeferredValue(search);
  const counted = useMemo(() => items.map((item) => countedAt(item, outletId)), [items, outletId]);
  const rows = useMemo(
    () => stockRows(counted, lists, deferredSearch, filter),
    [counted, lists, deferredSearch, filter],
  );
  return (
    <>
      <Box
        component="search"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, p: 2, borderBlockEnd: 1, borderColor: 'divider' }}
      >
        <TextField
          type="search"
          label={text.search}
          value={search}
          helperText={null}
          onChange={(event) => showFound(event.target.value)}
          onFocus={(event) => event.target.select()}
          slotProps={{
            htmlInput: { maxLength: limits.name },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search aria-hidden />
                </InputAdornment>
              ),
            },
          }}
          sx={{ flex: '1 1 200px', maxWidth: { sm: 420 } }}
        />
        {outlets.length > 1 && (
          <TextField
            select
            label={text.countOf}
            value={outletId ?? ''}
            helperText={null}
            onChange={(event) => showOutlet(event.target.value)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            sx={{ flex: '1 1 9rem', minWidth: 'min(9rem, 100%)', maxWidth: { sm: '16rem' } }}
          >
            <option value="">{text.allTogether}</option>
            {outlets.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </TextField>
        )}
        <TextField
          select
          label={text.show}
          value={filter}
          helperText={null}
          onChange={(event) => showKind(stockFilter(event.target.value))}
          slotProps={{ select: { native: true } }}
          sx={{ flex: '1 1 9rem', minWidth: 'min(9rem, 100%)', maxWidth: { sm: '9.5rem' } }}
        >
          {stockFilters.map((one) => (
            <option key={one} value={one}>
              {text.shown[one]}
            </option>
          ))}
        </TextField>
      </Box>
      <Box component="output" sx={visuallyHidden}>
        {text.count({ count: rows.length })}
      </Box>
      {rows.length === 0 ? (
        <Notice
          heading={search.trim() === '' && filter !== 'all' ? text.noneShown[filter] : noResults(search.trim())}
          action={
            <Button variant="contained" onClick={() => changeParams(() => new URLSearchParams(), { replace: true })}>
              {words.general.list.clearFilters}
            </Button>
          }
        />
      ) : (
        <Box component="ul" aria-label={text.items} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          <IncrementalRows key={`${filter} ${outletId ?? ''} ${deferredSearch}`} rows={rows} as="li">
            {(row) => <ItemStock key={row.item._id} row={row} outletId={outletId} />}
          </IncrementalRows>
        </Box>
      )}
    </>
  );
}
