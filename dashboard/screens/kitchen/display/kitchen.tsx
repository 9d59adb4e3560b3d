import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { useWorksNowhere, WorksNowhere } from '../../../components/shell/works-nowhere.tsx';
import { useLastFailure } from '../../../components/feedback/use-last-failure.ts';
import { useLiveOrders } from '../../../components/live/use-live-orders.ts';
import { useNow } from '../../../components/live/use-now.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';
import { ConnectionMark } from '../live-orders/order-tools.tsx';
import { useWakeLock } from '../live-orders/use-wake-lock.ts';
import { allDayCounts } from './all-day.ts';
import { AllDayList } from './all-day-list.tsx';
import { Board } from './board.tsx';
import { lastBumpedOrders } from './bumped-orders.ts';
import { KitchenTools } from './kitchen-tools.tsx';
import { seenCancellations, withSeenOrder } from './seen-orders.ts';
import { useTicketSize } from './ticket-size.ts';
import { ticketsOf } from './tickets.ts';
import { useBump } from './use-bump.ts';
import { useStation } from './use-station.ts';

const text = words.kitchen.display;

/** The minutes on the tickets are never older than this. */
const TICK = 5000;

/** /dashboard/orders/kitchen: what is to be made, on a tablet on the wall (LO-13). */
export function Kitchen() {
  useWakeLock(true);
  const { orders, query } = useLiveOrders();
  const failure = useLastFailure(query.error);
  const stationSettings = useStation();
  const { station, choice } = stationSettings;
  const worksNowhere = useWorksNowhere();
  const now = useNow(TICK);
  const [isAllDay, setAllDay] = useState(false);
  const [size, chooseSize] = useTicketSize();
  const [seen, setSeen] = useState(seenCancellations);
  const [announcement, announce] = useState('');
  const { recall } = useBump();

  const tickets = ticketsOf(orders, station, seen, now);
  const counts = allDayCounts(tickets);
  const bumped = lastBumpedOrders(orders, station);
  const recallLast = () => {
    const [last] = bumped;
    if (last === undefined) return;
    recall(last.order, last.lines);
    announce(text.toasts.recalled({ number: last.order.orderName }));
  };
  return (
    <>
      <Page
        title={text.title}
        density="large"
        fillsWindow
        mark={
          // On a phone the band that says when it is lost is enough.
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <ConnectionMark />
          </Box>
        }
        tools={
          <KitchenTools
            stationSettings={stationSettings}
            size={size}
            onSize={chooseSize}
            now={now}
            bumped={bumped}
            recallLast={recallLast}
            isAllDay={isAllDay}
            onAllDay={setAllDay}
            toMake={counts.reduce((sum, { quantity }) => sum + quantity, 0)}
            announce={announce}
          />
        }
      >
        <Box aria-live="polite" sx={visuallyHidden}>
          {announcement}
        </Box>
        {query.data === undefined || stationSettings.isLoading ? (
          failure === null ? (
            <Loading />
          ) : (
            <Card>
              <Failure error={failure} place="operation" onRetry={() => void query.refetch()} />
            </Card>
          )
        ) : (
          <Box sx={{ flex: 1, minBlockSize: 0, display: 'flex', gap: 1.5 }}>
            <Box
              sx={{
                flex: 1,
                minBlockSize: 0,
                minInlineSize: 0,
                // Where there is no room for both, they take turns.
                display: { xs: isAllDay ? 'none' : 'flex', md: 'flex' },
                flexDirection: 'column',
              }}
            >
              {tickets.length === 0 && worksNowhere ? (
                <WorksNowhere />
              ) : tickets.length === 0 ? (
                <Notice
                  heading={text.none}
                  sentence={choice.hidden.length === 0 ? text.noneHint : text.noneElsewhereHint}
                  action={null}
                />
              ) : (
                <Board
                  tickets={tickets}
                  size={size}
                  now={now}
                  hasOutlets={stationSettings.outlets.length > 1 && choice.outletId === null}
                  onSeen={(order) => setSeen(withSeenOrder(seen, order))}
                  recallLast={recallLast}
                  announce={announce}
                />
              )}
            </Box>
            {isAllDay && <AllDayList items={counts} />}
          </Box>
        )}
      </Page>
    </>
  );
}

function Loading() {
  return (
    <Box
      aria-busy="true"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }}
    >
      {[1, 2, 3].map((ticket) => (
        <Skeleton key={ticket} variant="rounded" height={360} />
      ))}
    </Box>
  );
}
