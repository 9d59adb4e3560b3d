import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isLive } from '#contract/ordering/order-status.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { wallTime } from '#contract/base/time.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useWorksNowhere, WorksNowhere } from '../../../components/shell/works-nowhere.tsx';
import { useRoom } from '../../../components/shell/use-room.ts';
import { useLastFailure } from '../../../components/feedback/use-last-failure.ts';
import { useLiveOrders } from '../../../components/live/use-live-orders.ts';
import { useNow } from '../../../components/live/use-now.ts';
import { outletInAddress } from '../../../components/live/outlet-in-address.ts';
import { words } from '../../../words/words.ts';
import { breakpoints } from '../../../theme/theme.ts';
import { useAddressParams, withParam } from '../../../routing/use-address-params.ts';
import { GoneOrder } from './gone-order.tsx';
import { inKitchenOrder, isListed, nextToAccept, type OrderTab, orderTab } from './order-filter.ts';
import { OrderList, OrderSearch } from './order-list.tsx';
import { OrderPanel } from './order-panel.tsx';
import { OrderTabs, OutletFilter, tabId } from './order-tabs.tsx';
import { OrderTools } from './order-tools.tsx';
import { SoldOutDialog } from './sold-out-dialog.tsx';
import { ServiceRequests } from './service-requests.tsx';
import { useFocusInPanel } from './use-focus-in-panel.ts';
import { useShownOrder } from './use-shown-order.ts';
import { useSteadyList } from './use-steady-list.ts';
import { ArrivalsPill } from './arrivals-pill.tsx';
import { queries } from '../../../api/queries.ts';
import { historyAddress } from '../../ordering/history-view.ts';

const text = words.kitchen.liveOrders;

/** Lower windows, and phones on their side, have no room for dishes between the head of an order and its buttons, in pixels. */
const LEAST_HEIGHT = 480;

/** The minutes on the screen are never older than this. */
const TICK = 5000;

/** /dashboard/orders/live: the orders at work, each with its next step. */
export function LiveOrders() {
  const [params, changeParams] = useAddressParams();
  const isLarge = params.get('size') === 'kitchen';
  const setLarge = (next: boolean) =>
    changeParams((current) => withParam(current, 'size', next ? 'kitchen' : null), { replace: true });
  const { orders, query } = useLiveOrders();
  const failure = useLastFailure(query.error);
  const hasRoom = useRoom({ width: breakpoints.drawer, height: LEAST_HEIGHT });
  // On a phone an order has the page to itself.
  const isAlone = !hasRoom && orders.some(({ _id }) => _id === params.get('order'));
  return (
    <>
      <ServiceRequests />
      <Page
        title={text.title}
        isHeadingHidden={isAlone}
        tools={<OrderTools isLarge={isLarge} onLarge={setLarge} />}
        density={isLarge ? 'large' : 'kitchen'}
        fillsWindow={hasRoom}
      >
        {query.data !== undefined ? (
          <Orders orders={orders} hasRoom={hasRoom} />
        ) : failure !== null ? (
          <Card>
            <Failure error={failure} place="operation" onRetry={() => void query.refetch()} />
          </Card>
        ) : (
          <Loading />
        )}
      </Page>
    </>
  );
}

function Orders({ orders, hasRoom }: { orders: readonly Order[]; hasRoom: boolean }) {
  const [params, changeParams] = useAddressParams();
  const [search, setSearch] = useState('');
  const [ranOutOf, setRanOutOf] = useState<OrderId | null>(null);
  const now = useNow(TICK);
  const [turn, setTurn] = useState(0);
  const panelId = useId();
  const tab = orderTab(params.get('tab'));
  const setTab = (next: OrderTab) => changeParams((current) => withParam(current, 'tab', next === 'all' ? null : next));

  const { data: outlets = [] } = useQuery(queries.outlets());
  const worksNowhere = useWorksNowhere();
  const hasOutlets = outlets.length > 1;
  const outletId = outletInAddress(outlets, params);
  const outletFilter = hasOutlets && (
    <OutletFilter
      outlets={outlets}
      outletId={outletId}
      onChange={(next) => changeParams((current) => withParam(current, 'outlet', next))}
    />
  );

  const live = orders.filter((order) => isLive(order.status) && (outletId ?? order.outletId) === order.outletId);
  const sorted = inKitchenOrder(live.filter((order) => isListed(order, tab, search)));
  const { list: listed, arrivals } = useSteadyList(sorted, [tab, outletId, search, turn].join(' '));
  const { shown, goneId, choose } = useShownOrder(orders, listed, hasRoom);
  const panel = useFocusInPanel(shown);
  const sortAgain = () => setTurn((before) => before + 1);
  const showNext = (accepted: OrderId) => {
    const next = nextToAccept(listed, accepted);
    if (next !== null) choose(next._id, { replace: true });
    sortAgain();
  };
  // Not a part of the panel, which is another one when the tablet is turned.
  const soldOut = shown !== null && (
    <SoldOutDialog order={shown} isOpen={ranOutOf === shown._id} onClose={() => setRanOutOf(null)} />
  );
  if (!hasRoom && shown !== null) {
    return (
      <>
        <Card ref={panel} sx={{ display: 'flex', flexDirection: 'column', overflow: 'visible' }}>
          <OrderPanel
            key={shown._id}
            order={shown}
            now={now}
            onBack={() => choose(null)}
            onRanOut={() => setRanOutOf(shown._id)}
            onAccepted={() => showNext(shown._id)}
          />
        </Card>
        {soldOut}
      </>
    );
  }
  const gone = goneId !== null && <GoneOrder orderId={goneId} onBack={() => choose(null)} />;
  if (!hasRoom && gone !== false) return <Card>{gone}</Card>;
  // No order of theirs can come or ring any more.
  if (worksNowhere && live.length === 0 && shown === null) return <WorksNowhere />;
  const showAll = () => {
    setSearch('');
    setTab('all');
  };
  return (
    <>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, flexShrink: 0, borderBlockEnd: 1, borderColor: 'divider' }}
      >
        <OrderTabs tab={tab} live={live} panelId={panelId} onChange={setTab} />
        {hasRoom && outletFilter}
      </Box>
      <Box role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)} sx={hasRoom ? columns : oneColumn}>
        {live.length === 0 && shown === null && gone === false ? (
          <Card sx={{ gridColumn: '1 / -1', alignContent: 'center' }}>
            <Notice heading={text.none} sentence={text.noneHint} action={null} />
          </Card>
        ) : (
          <>
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minHeight: 0 }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                <OrderSearch value={search} onChange={setSearch} />
                {!hasRoom && outletFilter}
              </Box>
              <Box sx={{ flex: 1, minHeight: 0, overflowY: { sm: 'auto' }, p: '4px', m: '-4px' }}>
                {listed.length > 0 ? (
                  <>
                    <OrderList
                      orders={listed}
                      shownId={shown?._id ?? null}
                      now={now}
                      hasOutlets={hasOutlets && outletId === null}
                      onChoose={choose}
                    />
                    <ArrivalsPill arrivals={arrivals} onShow={sortAgain} />
                  </>
                ) : (
                  <NothingListed
                    tab={tab}
                    live={live}
                    search={search.trim()}
                    onShowAll={showAll}
                    onShowScheduled={() => setTab('scheduled')}
                  />
                )}
                <DoneToday outlets={outlets} now={now} />
              </Box>
            </Box>
            {hasRoom && (
              <Card ref={panel} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
                {shown === null ? (
                  gone || <Notice heading={text.choose} action={null} />
                ) : (
                  <OrderPanel
                    key={shown._id}
                    order={shown}
                    now={now}
                    onBack={null}
                    onRanOut={() => setRanOutOf(shown._id)}
                    onAccepted={() => showNext(shown._id)}
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

const oneColumn = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/** The list beside the order. */
const columns = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '16.75rem minmax(0, 1fr)', md: '21.25rem minmax(0, 1fr)' },
};

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

/** The way to the orders that have left the list. */
function DoneToday({ outlets, now }: { outlets: readonly Outlet[]; now: Date }) {
  const [first] = outlets;
  if (first === undefined) return null;
  const { date } = wallTime(now, first.timeZone);
  return (
    <Button component={Link} to={historyAddress({ from: date, to: date, status: 'Completed' })} sx={{ mt: 1, px: 1 }}>
      {text.doneToday}
    </Button>
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
