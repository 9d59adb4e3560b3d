import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isLive } from '#contract/ordering/order-status.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useLastFailure } from '../../../components/feedback/use-last-failure.ts';
import { useLiveOrders } from '../../../components/live/use-live-orders.ts';
import { useNow } from '../../../components/live/use-now.ts';
import { words } from '../../../words/words.ts';
import { breakpoints } from '../../../theme/theme.ts';
import { inKitchenOrder, isInTab, isListed, type OrderTab, orderTab, orderTabs } from './order-filter.ts';
import { OrderList, OrderSearch } from './order-list.tsx';
import { OrderPanel } from './order-panel.tsx';
import { OrderTools } from './order-tools.tsx';
import { SoldOutDialog } from './sold-out-dialog.tsx';
import { ServiceRequests } from './service-requests.tsx';
import { useShownOrder } from './use-shown-order.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.kitchen.liveOrders;

/** The minutes on the screen are never older than this. */
const TICK = 5000;

/** /dashboard/orders/live: the orders at work, each with its next step. */
export function LiveOrders() {
  const [params, setParams] = useSearchParams();
  const isLarge = params.get('size') === 'kitchen';
  const setLarge = (next: boolean) =>
    setParams((before) => withParam(before, 'size', next ? 'kitchen' : null), { replace: true });
  const { orders, query } = useLiveOrders();
  const failure = useLastFailure(query.error);
  return (
    <>
      <ServiceRequests />
      <Page
        title={text.title}
        tools={<OrderTools isLarge={isLarge} onLarge={setLarge} />}
        density={isLarge ? 'large' : 'kitchen'}
        fillsWindow
      >
        {query.data !== undefined ? (
          <Orders orders={orders} />
        ) : failure !== null ? (
          <Card>
            <Failure text={errorText(failure, 'operation')} onRetry={() => void query.refetch()} />
          </Card>
        ) : (
          <Loading />
        )}
      </Page>
    </>
  );
}

function Orders({ orders }: { orders: readonly Order[] }) {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [ranOutOf, setRanOutOf] = useState<OrderId | null>(null);
  const now = useNow(TICK);
  const hasRoom = useMediaQuery(`(min-width:${breakpoints.drawer}px)`, { noSsr: true });
  const panelId = useId();
  const tab = orderTab(params.get('tab'));
  const setTab = (next: OrderTab) =>
    setParams((before) => withParam(before, 'tab', next === 'all' ? null : next), { preventScrollReset: true });

  const live = orders.filter((order) => isLive(order.status));
  const listed = inKitchenOrder(live.filter((order) => isListed(order, tab, search)));
  const { shown, choose } = useShownOrder(orders, listed, hasRoom);
  // Not a part of the panel, which is another one when the tablet is turned.
  const soldOut = shown !== null && (
    <SoldOutDialog order={shown} isOpen={ranOutOf === shown._id} onClose={() => setRanOutOf(null)} />
  );
  if (!hasRoom && shown !== null) {
    return (
      <>
        <Card sx={{ display: 'flex', flexDirection: 'column', overflow: 'visible' }}>
          <OrderPanel
            key={shown._id}
            order={shown}
            now={now}
            onBack={() => choose(null)}
            onRanOut={() => setRanOutOf(shown._id)}
          />
        </Card>
        {soldOut}
      </>
    );
  }
  const showAll = () => {
    setSearch('');
    setTab('all');
  };
  return (
    <>
      <OrderTabs tab={tab} live={live} panelId={panelId} onChange={setTab} />
      <Box role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)} sx={columns}>
        {live.length === 0 && shown === null ? (
          <Card sx={{ gridColumn: '1 / -1', alignContent: 'center' }}>
            <Notice heading={text.none} sentence={text.noneHint} action={null} />
          </Card>
        ) : (
          <>
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minHeight: 0 }}>
              <OrderSearch value={search} onChange={setSearch} />
              <Box sx={{ flex: 1, minHeight: 0, overflowY: { sm: 'auto' }, p: '4px', m: '-4px' }}>
                {listed.length > 0 ? (
                  <OrderList orders={listed} shownId={shown?._id ?? null} now={now} onChoose={choose} />
                ) : (
                  <NothingListed
                    tab={tab}
                    live={live}
                    search={search.trim()}
                    onShowAll={showAll}
                    onShowScheduled={() => setTab('scheduled')}
                  />
                )}
              </Box>
            </Box>
            {hasRoom && (
              <Card sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
                {shown === null ? (
                  <Notice heading={text.choose} action={null} />
                ) : (
                  <OrderPanel
                    key={shown._id}
                    order={shown}
                    now={now}
                    onBack={null}
                    onRanOut={() => setRanOutOf(shown._id)}
                  />
                )}
              </Card>
            )}
          </>
        )}
      </Box>
      {soldOut}
    </>
  );
}

/** The list beside the order, from 600 px on. */
const columns = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(200px, 340px) minmax(280px, 1fr)' },
};

const tabNames: Record<OrderTab, string> = {
  all: text.all,
  new: text.new,
  kitchen: text.kitchen,
  ready: text.ready,
  scheduled: words.ordering.scheduled.tab,
};
const tabId = (panelId: string, tab: OrderTab) => `${panelId}-${tab}`;

interface OrderTabsProps {
  tab: OrderTab;
  live: readonly Order[];
  panelId: string;
  onChange: (tab: OrderTab) => void;
}

function OrderTabs({ tab, live, panelId, onChange }: OrderTabsProps) {
  return (
    <Tabs
      value={tab}
      onChange={(_, next: OrderTab) => onChange(next)}
      aria-label={text.tabs}
      variant="fullWidth"
      sx={{
        flexShrink: 0,
        borderBlockEnd: 1,
        borderColor: 'divider',
        '& .MuiTabs-list': { gap: { xs: 0, sm: 1 } },
        '& .MuiTab-root': {
          flexBasis: 'auto',
          flexGrow: { lg: 0 },
          minWidth: 48,
          px: { xs: 0.5, sm: 0.25, md: 1.5, lg: 2.5 },
          maxWidth: 200,
          lineHeight: 1.25,
          fontSize: { xs: '0.75rem', sm: '1rem' },
        },
      }}
    >
      {orderTabs.map((one) => (
        <Tab
          key={one}
          id={tabId(panelId, one)}
          aria-controls={panelId}
          value={one}
          label={text.tab({ name: tabNames[one], count: live.filter((order) => isInTab(order, one)).length })}
        />
      ))}
    </Tabs>
  );
}

interface NothingListedProps {
  tab: OrderTab;
  live: readonly Order[];
  search: string;
  onShowAll: () => void;
  onShowScheduled: () => void;
}

/** No order at all, none found, none but for later, or none in this tab: each with the way on. */
function NothingListed({ tab, live, search, onShowAll, onShowScheduled }: NothingListedProps) {
  if (live.length === 0) return <Notice heading={text.none} sentence={text.noneHint} action={null} />;
  const isSearching = search !== '';
  if (tab === 'all' && !isSearching) {
    return (
      <Notice
        heading={text.noneInTab}
        sentence={words.ordering.scheduled.onlyScheduled({ count: live.length })}
        action={
          <Button variant="contained" onClick={onShowScheduled}>
            {words.ordering.scheduled.show}
          </Button>
        }
      />
    );
  }
  const isScheduled = tab === 'scheduled' && !isSearching;
  return (
    <Notice
      heading={
        isSearching ? text.noResults({ text: search }) : isScheduled ? words.ordering.scheduled.none : text.noneInTab
      }
      sentence={isSearching ? undefined : isScheduled ? words.ordering.scheduled.noneHint : text.noneInTabHint}
      action={
        <Button variant="contained" onClick={onShowAll}>
          {isSearching ? text.clearFilters : text.showAll}
        </Button>
      }
    />
  );
}

function Loading() {
  return (
    <Box aria-busy="true" sx={{ display: 'grid', gap: 1 }}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} variant="rounded" height={96} />
      ))}
    </Box>
  );
}

function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}
