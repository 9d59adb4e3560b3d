import Box from '@mui/material/Box';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { LiveEvent } from '#contract/kitchen/live.ts';
import type { CancelReason } from '#contract/ordering/cancel-reasons.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { openEvents } from '../../api/api.ts';
import { type Connection, openLiveUpdates } from '../../live/live-updates.ts';
import { afterEvent, afterRewind, type LiveOrders } from '../../live/live-orders.ts';
import { paced } from '../../live/paced.ts';
import { unlockAtGestures } from '../../live/new-order-sound.ts';
import { showToast } from '../feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { catalogueKey, outletsKey, queries } from '../../api/queries.ts';
import { problemsKey } from '../../api/problem-queries.ts';
import { dayFiguresKey } from '../../api/report-queries.ts';
import { amountText } from '../order/amount.ts';
import { loudnessFor, useNewOrderSound } from './use-new-order-sound.ts';
import { DevicesContext, useAttendedOutlets, useHeartbeat, useKeptPush } from './use-devices.ts';
import { useLiveOrders, useWaitingOrders } from './use-live-orders.ts';
import { useSession } from '../shell/use-session.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';

const ConnectionContext = createContext<Connection>({ kind: 'connecting' });

/** How the line to the server stands. */
export function useConnection(): Connection {
  return useContext(ConnectionContext);
}

/** The figures of the day are read again at most this often, in milliseconds: in a rush orders come faster than anybody reads. */
const FIGURES_PAUSE = 1000;

/** Keeps every page of a merchant true while it is open: orders arrive, ring and are announced wherever the person is. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const [connection, setConnection] = useState<Connection>({ kind: 'connecting' });
  const session = useSession();
  const isOver = session?.isOver === true;
  const reader = useReader();
  const { queryKey } = queries.liveOrders();
  const updates = useRef<ReturnType<typeof openLiveUpdates> | null>(null);
  useEffect(() => {
    if (isOver) return undefined;
    const readFigures = paced(() => void cache.invalidateQueries({ queryKey: dayFiguresKey }), FIGURES_PAUSE);
    const opened = openLiveUpdates({
      lastEvent: () => cache.getQueryData<LiveOrders>(queryKey)?.lastEvent ?? null,
      openStream: openEvents,
      poll: async () => {
        const before = cache.getQueryData<LiveOrders>(queryKey);
        const { order: orders } = await cache.fetchQuery({ ...queries.liveOrders(), staleTime: 0 });
        for (const order of orders) tellOfGuest(before, order);
        readFigures();
      },
      onMissed: () => readChangeable(cache),
      onRewind: () => {
        cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterRewind(list));
        void cache.invalidateQueries();
      },
      onEvent: (event) => {
        takeEvent(cache, event);
        if (event.type === 'order.placed' || event.type === 'order.status_changed') readFigures();
      },
      onConnection: setConnection,
      network: window,
    });
    updates.current = opened;
    return opened.close;
  }, [cache, queryKey, isOver]);
  const readFor = useRef(reader);
  useEffect(() => {
    if (reader === null || readFor.current === reader) return;
    const isAnother = readFor.current !== null;
    readFor.current = reader;
    if (!isAnother) return;
    // The events that this person may see were not all sent to the one before, whose orders are not all theirs.
    void cache.cancelQueries({ queryKey });
    cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterRewind(list));
    updates.current?.restart();
  }, [cache, queryKey, reader]);

  const { query } = useLiveOrders();
  const waiting = useWaitingOrders();
  // A tab with support access does not ring, and does not count as an attended device of the restaurant.
  const isSupportAccess = session?.isSupportAccess === true;
  useEffect(() => (isSupportAccess ? undefined : unlockAtGestures()), [isSupportAccess]);
  // Orders of a session that is over are those of the moment in which it ended.
  const isQuiet = isSupportAccess || isOver;
  useNewOrderSound(loudnessFor(isQuiet ? [] : waiting, useAttendedOutlets()));
  useKeptPush(session, reader);
  const devices = useHeartbeat(connection.kind === 'live', !isQuiet);
  return (
    <ConnectionContext value={connection}>
      <DevicesContext value={devices}>{children}</DevicesContext>
      {query.data !== undefined && <Announcement key={reader} waiting={waiting} />}
    </ConnectionContext>
  );
}

/** The person for whom orders are read, with their outlets; null: not known yet. On a shared tablet it changes while a page is open. */
function useReader(): string | null {
  const { data: me } = useQuery(queries.me());
  return me === undefined ? null : JSON.stringify([me.user._id, me.outletIds ?? null]);
}

function takeEvent(cache: QueryClient, event: LiveEvent): void {
  if ('order' in event) tellOfGuest(cache.getQueryData<LiveOrders>(queries.liveOrders().queryKey), event.order);
  if ('order' in event && event.order.problem !== undefined) void cache.invalidateQueries({ queryKey: problemsKey });
  cache.setQueryData<LiveOrders>(queries.liveOrders().queryKey, (current) => current && afterEvent(current, event));
  if (event.type === 'outlet.changed') {
    void cache.invalidateQueries({ queryKey: queries.outlets().queryKey });
    void cache.invalidateQueries({ queryKey: queries.menuCheck().queryKey });
  }
  if (event.type === 'service_request.changed')
    void cache.invalidateQueries({ queryKey: queries.serviceRequests().queryKey });
  if (event.type === 'catalogue.changed') void cache.invalidateQueries({ queryKey: catalogueKey });
}

/** Reads again whatever an event may change besides the orders themselves. */
function readChangeable(cache: QueryClient): void {
  for (const queryKey of [outletsKey, catalogueKey, queries.serviceRequests().queryKey, problemsKey])
    void cache.invalidateQueries({ queryKey });
}

/** An order that its guest has taken back leaves the screen of whoever was about to accept it, and says why. */
function tellOfGuest(current: LiveOrders | undefined, order: Order): void {
  if (order.cancelReason !== ('guest_cancelled' satisfies CancelReason)) return;
  const before = current?.order.find(({ _id }) => _id === order._id);
  if (before === undefined || before.status === 'Cancelled') return;
  const text = words.kitchen.liveOrders.guestCancelled({ number: order.orderName });
  showToast({ place: 'toast', tone: 'error', text });
}

/** Tells a screen reader of an order that was not there before. */
function Announcement({ waiting }: { waiting: readonly Order[] }) {
  const current = useRef(new Set(waiting.map((order) => order._id)));
  const [text, setText] = useState('');
  useEffect(() => {
    const arrived = waiting.find((order) => !current.current.has(order._id));
    current.current = new Set(waiting.map((order) => order._id));
    if (arrived === undefined) return;
    const { orderName, deliveryMode, totalPrice, currency } = arrived;
    setText(
      words.kitchen.liveOrders.announce({
        number: orderName,
        mode: words.ordering.mode[deliveryMode],
        total: amountText(totalPrice, currency),
      }),
    );
  }, [waiting]);
  return (
    <Box aria-live="polite" sx={visuallyHidden}>
      {text}
    </Box>
  );
}
