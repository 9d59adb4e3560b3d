import { useEffect, useEffectEvent, useRef } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { Participant } from '../../basket/stored-basket.ts';
import { guestText, readTable, shareOf, sharedText, withoutRemovedLines } from '../../basket/shared-lines.ts';
import { useToast } from '../../components/toast.tsx';
import { useBasket, useSite } from '../../site.tsx';

/** How often the table is asked: soon after something happened there, and when nothing has for a while. Milliseconds. */
const soon = 2000;
const later = 6000;
const quietAfter = 60_000;
/** So long the guest may go on tapping before the table hears of it. */
const pause = 250;

/** Tells the table what this phone has chosen, and hears what the others have, while the page is on the screen. */
export function TableSync({ participant: { tableSessionId, key } }: { participant: Participant }) {
  const { menu, words, call, basket, tableBasket, refreshMenu } = useSite();
  const { record, change } = useBasket();
  const toast = useToast();
  const text = sharedText(menu, record);
  const told = useRef<string | null>(null);
  const changedAt = useRef(0);
  const isBusy = useRef(false);
  const isAskedAgain = useRef(false);
  /** Of the table, when the menu was last asked for a dish that this phone does not know. */
  const askedMenuAt = useRef(0);
  const leaving = useRef<AbortController>(null);

  const hear = useEffectEvent((heard: TableSession, known: string) => {
    const before = tableBasket.get();
    const orders = before?.tableSession._id === heard._id ? before.tableSession.orders : null;
    if (before?.tableSession.version !== heard.version) changedAt.current = Date.now();
    const last = heard.orders.at(-1);
    const isOrdered = orders !== null && last !== undefined && orders.at(-1)?._id !== last._id;
    const sender = heard.participants.find(({ number }) => number === last?.participant);
    if (isOrdered && sender?.isYou === false) {
      toast({ tone: 'note', text: words.roundSent(guestText(sender, words), last.orderNumber) });
    }
    tableBasket.change(() => readTable(menu, heard, known));
    if (basket.get().items.some(({ id }) => heard.removedLineIds.includes(id))) {
      change((present) => withoutRemovedLines(present, heard.removedLineIds));
      if (orders !== null && !isOrdered) toast({ tone: 'note', text: words.dishesTakenOff });
    }
    const isKnown = heard.participants.every(({ lines }) => lines.every(({ itemId }) => menu.items.has(itemId)));
    if (!isKnown && askedMenuAt.current !== heard.version) {
      askedMenuAt.current = heard.version;
      void refreshMenu().catch(() => undefined);
    }
  });
  const fail = useEffectEvent((error: unknown, asked: string) => {
    const code = error instanceof CallError ? error.answer?.code : undefined;
    const problem = words.failure(error, 'order');
    if (code === 'table.session_over') {
      if (basket.get().orderingMode === 'Dine-in') toast({ tone: 'error', text: problem });
      change((before) => ({ ...before, participant: null }));
      tableBasket.change(() => null);
      return;
    }
    tableBasket.change((before) => before && { ...before, problem });
    // Anything else may be right the next time; this is only right when something is taken out.
    if (code !== 'table.basket_full') return;
    told.current = asked;
    toast({ tone: 'error', text: problem });
  });
  const ask = useEffectEvent(async () => {
    const signal = leaving.current?.signal;
    if (signal === undefined || signal.aborted || document.visibilityState === 'hidden') return;
    const share = shareOf(menu, basket.get());
    const asked = JSON.stringify(share);
    const isTold = asked === told.current;
    try {
      const claim = { tableSessionId, participantKey: key };
      const { tableSession } = isTold
        ? await call('POST /dining/read-table-session', { body: claim, signal })
        : await call('POST /dining/share-lines', { body: { ...claim, ...share }, signal });
      if (signal.aborted) return;
      told.current = asked;
      hear(tableSession, isTold ? (tableBasket.get()?.known ?? asked) : asked);
    } catch (error) {
      if (!signal.aborted) fail(error, asked);
    }
  });
  /** One at a time, so that no answer is older than the one before. */
  const exchange = useEffectEvent(async () => {
    isAskedAgain.current = isBusy.current;
    if (isBusy.current) return;
    isBusy.current = true;
    await ask();
    while (isAskedAgain.current) {
      isAskedAgain.current = false;
      // oxlint-disable-next-line no-await-in-loop -- what was chosen while the table was told is told after that
      await ask();
    }
    isBusy.current = false;
  });
  const tell = useEffectEvent((chosen: string) => {
    if (chosen !== told.current) void exchange();
  });

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      if (controller.signal.aborted) return;
      const isQuiet = Date.now() - changedAt.current > quietAfter;
      timer = setTimeout(() => void exchange().finally(next), isQuiet ? later : soon);
    };
    const onReturn = () => void exchange();
    next();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => tell(text), pause);
    return () => clearTimeout(timer);
  }, [text]);

  return null;
}
