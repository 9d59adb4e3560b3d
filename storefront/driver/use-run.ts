import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError, createClient } from '#contract/base/client.ts';
import type { DriverId, OrderId } from '#contract/base/ids.ts';
import type { DriverShift } from '#contract/delivery/driver-shift.ts';
import type { DriverRun } from '#contract/delivery/deliveries.ts';
import { readStored, store, storedNames } from './stored.ts';
import {
  parseUnsent,
  sortedStops,
  storedText,
  storedTextOfOther,
  type Unsent,
  type UnsentEnd,
  withUnsent,
} from './unsent.ts';

/** Seconds between two looks at the orders. */
const refreshSeconds = 8;
/**
 * Milliseconds after which a call without an answer counts as failed: in a lift or a basement the connection hangs, and a
 * browser gives up after minutes. A photo of several megabytes takes minutes itself where the signal is weak.
 */
const callTimeout = 20_000;
const photoTimeout = 300_000;
const unsentPrefix = 'driver-unsent.';
/** On a shared phone each driver has a list, which is sent when that driver is back. */
const unsentName = (driverId: DriverId) => `${unsentPrefix}${driverId}`;

/** Whether an answer may come later: there is no connection, or the server is restarting. */
function isPassing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

export interface RunState {
  run: DriverRun | null;
  isOffline: boolean;
  /** Ends of orders and a sorting that wait to be sent. */
  unsent: readonly Unsent[];
  /** The refusal of the last thing done; null without one. */
  problem: unknown;
  isBusy: boolean;
  take: (orderId: OrderId) => void;
  giveBack: (orderId: OrderId) => void;
  leave: () => void;
  /** The shift that was ended on this page. */
  closed: DriverShift | null;
  openShift: (float: number) => void;
  closeShift: (counted: number) => void;
  /** Sent at once, or as soon as there is a connection. */
  end: (done: UnsentEnd) => void;
  /** Likewise; null sorts by distance. */
  sort: (orderIds: OrderId[] | null) => void;
}

/** The orders of the driver, read again and again, and what the driver does with them. `onEnded`: the session is over. */
export function useRun(token: string, onEnded: () => void): RunState {
  const [run, setRun] = useState<DriverRun | null>(null);
  const [isOffline, setOffline] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [closed, setClosed] = useState<DriverShift | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const unsentNow = useRef(unsent);
  /** Known from the first answer. */
  const driverNow = useRef<DriverId>(null);
  const client = useMemo(() => createClient({ fetch: fetchInTime, token: () => token }), [token]);
  const lastAsked = useRef(0);
  const lastShown = useRef(0);
  const sending = useRef<Promise<void> | null>(null);

  const storeUnsent = useCallback((list: readonly Unsent[]) => {
    unsentNow.current = list;
    if (driverNow.current !== null) store(unsentName(driverNow.current), list.length === 0 ? null : storedText(list));
    setUnsent(list);
  }, []);

  const takeOver = useCallback((driverId: DriverId) => {
    if (driverNow.current !== null) return;
    driverNow.current = driverId;
    for (const name of storedNames(unsentPrefix))
      if (name !== unsentName(driverId)) store(name, storedTextOfOther(readStored(name), Date.now()));
    unsentNow.current = parseUnsent(readStored(unsentName(driverId)));
    setUnsent(unsentNow.current);
  }, []);

  const attempt = useCallback(
    async (work: () => Promise<{ run: DriverRun }>): Promise<unknown> => {
      // Answers overtake each other: one to an older question is not shown.
      const asked = ++lastAsked.current;
      try {
        const answer = await work();
        takeOver(answer.run.driver._id);
        if (asked > lastShown.current) {
          lastShown.current = asked;
          setRun(answer.run);
          // The sum of an ended shift is of no use beside the next one.
          if (answer.run.shift !== null) setClosed(null);
        }
        setOffline(false);
        return null;
      } catch (error) {
        if (error instanceof CallError && error.status === 401) onEnded();
        setOffline(isPassing(error));
        return error;
      }
    },
    [onEnded, takeOver],
  );

  const sendAll = useCallback(async () => {
    for (let first = unsentNow.current[0]; first !== undefined; first = unsentNow.current[0]) {
      const sent = first;
      const error = await attempt(() => send(client, sent));
      if (isPassing(error) || (error instanceof CallError && error.status === 401)) return;
      storeUnsent(unsentNow.current.filter((one) => one !== sent));
      if (error !== null) setProblem(error);
    }
  }, [attempt, client, storeUnsent]);

  /** Sends what waits, the first first, until there is no connection. */
  const sendUnsent = useCallback(() => {
    const sent = sending.current ?? sendAll().finally(() => (sending.current = null));
    sending.current = sent;
    return sent;
  }, [sendAll]);

  const refresh = useCallback(async () => {
    const look = () => attempt(() => client.call('GET /delivery/get-run', {}));
    if (driverNow.current === null) await look();
    // A look waits for what it sends itself, to show what became of it. Those in between go on: the kitchen may have cancelled.
    if (sending.current === null) await sendUnsent();
    await look();
  }, [attempt, client, sendUnsent]);

  useEffect(() => {
    const look = () => {
      if (!document.hidden) void refresh();
    };
    look();
    const timer = setInterval(look, refreshSeconds * 1000);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [refresh]);

  const change = (work: () => Promise<{ run: DriverRun }>) => {
    setBusy(true);
    setProblem(null);
    void attempt(work).then((error) => {
      setBusy(false);
      setProblem(error);
      if (error !== null) void refresh();
    });
  };
  const { call } = client;
  const keep = (done: Unsent) => {
    setProblem(null);
    storeUnsent(withUnsent(unsentNow.current, { ...done, at: Date.now() }));
    // A look that overtook the sending shows the order as it was before; the one after it does not.
    void refresh();
  };
  return {
    run: run && { ...run, taken: sortedStops(run.taken, unsent) },
    isOffline,
    unsent,
    problem,
    isBusy,
    take: (orderId) => change(() => call('POST /delivery/take-order', { body: { orderId } })),
    giveBack: (orderId) => change(() => call('POST /delivery/give-back-order', { body: { orderId } })),
    closed,
    openShift: (float) => change(() => call('POST /delivery/open-shift', { body: { float } })),
    closeShift: (counted) =>
      change(async () => {
        const answer = await call('POST /delivery/close-shift', { body: { counted } });
        setClosed((before) => answer.shift ?? before);
        return answer;
      }),
    leave: () => change(() => call('POST /delivery/leave-outlet', {})),
    end: keep,
    sort: (orderIds) => keep({ kind: 'sort', orderIds }),
  };
}

function fetchInTime(url: string, init: RequestInit): Promise<Response> {
  const hasPhoto = init.body instanceof FormData && init.body.has('photo');
  return fetch(url, { ...init, signal: AbortSignal.timeout(hasPhoto ? photoTimeout : callTimeout) });
}

function send({ call }: ReturnType<typeof createClient>, done: Unsent): Promise<{ run: DriverRun }> {
  if (done.kind === 'sort') return call('POST /delivery/sort-run', { body: { orderIds: done.orderIds } });
  const { orderId } = done;
  if (done.kind === 'fail') return call('POST /delivery/fail-order', { body: { orderId, reason: done.reason } });
  const { code, name, photo } = done;
  const form = { orderId, ...(code === undefined ? {} : { code }), ...(name === undefined ? {} : { name }) };
  return call('POST /delivery/hand-over', { form, ...(photo === undefined ? {} : { files: { photo } }) });
}
