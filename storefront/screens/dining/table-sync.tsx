import { useEffect, useEffectEvent, useRef } from 'react';
import { CallError, isUnanswered } from '#contract/base/client.ts';
import type { SharedLine, TableSession } from '#contract/dining/table-sessions.ts';
import type { Participant } from '../../basket/stored-basket.ts';
import {
  guestLabel,
  hasFormerName,
  tableBasketFrom,
  shareInput,
  shareText,
  withoutRemovedLines,
} from '../../basket/shared-lines.ts';
import { useToast } from '../../components/toast.tsx';
import { useBasket, useSite } from '../../site.tsx';

/** How often the table is asked: soon after something happened there, and when nothing has for a while. Milliseconds. */
const pollMilliseconds = 2000;
const quietPollMilliseconds = 3000;
const quietAfterMilliseconds = 60_000;
/** So long the guest may go on tapping before the table hears of it. */
const sendDelayMilliseconds = 250;

/** Tells the table what this phone has chosen, and hears what the others have, while the page is on the screen. */
export function TableSync({ participant: { tableSessionId, key } }: { participant: Participant }) {
  const { menu, words, call, basketStore, tableBasketStore, refreshMenu } = useSite();
  const { basket, change } = useBasket();
  const toast = useToast();
  const text = shareText(menu, basket);
  const sentText = useRef<string | null>(null);
  /** Lines of the calls that had no answer since the table was heard of last. */
  const unanswered = useRef<SharedLine[]>([]);
  const changedAt = useRef(0);
  const isBusy = useRef(false);
  const needsAnotherCall = useRef(false);
  /** Version of the table session at which the menu was last asked for a dish that this phone does not know. */
  const menuReadForVersion = useRef(0);
  /** Servers of the version before refuse an empty name: for this visit they get the lines without one. */
  const isEmptyNameRefused = useRef(false);
  const leaving = useRef<AbortController>(null);

  const takeOverTableSession = useEffectEvent((tableSession: TableSession, confirmedText: string) => {
    const before = tableBasketStore.get();
    const known = before?.tableSession._id === tableSession._id ? before : null;
    const orders = known?.tableSession.orders ?? null;
    if (before?.tableSession.version !== tableSession.version) changedAt.current = Date.now();
    const last = tableSession.orders.at(-1);
    const hasNewOrder = orders !== null && last !== undefined && orders.at(-1)?._id !== last._id;
    const sender = tableSession.participants.find(({ number }) => number === last?.participant);
    if (hasNewOrder && sender?.isYou === false) {
      toast({ tone: 'note', text: words.tableOrderSent(guestLabel(sender, words), last.orderName) });
    }
    tableBasketStore.change(() => tableBasketFrom(menu, tableSession, confirmedText));
    if (basketStore.get().items.some(({ id }) => tableSession.removedLineIds.includes(id))) {
      change((present) => withoutRemovedLines(present, tableSession, known, unanswered.current));
    }
    unanswered.current = [];
    const isKnown = tableSession.participants.every(({ lines }) => lines.every(({ itemId }) => menu.items.has(itemId)));
    if (!isKnown && menuReadForVersion.current !== tableSession.version) {
      menuReadForVersion.current = tableSession.version;
      void refreshMenu().catch(() => undefined);
    }
  });
  const showFailure = useEffectEvent((error: unknown, shareInputText: string) => {
    const code = error instanceof CallError ? error.answer?.code : undefined;
    const problem = words.failure(error, 'order');
    if (code === 'table.session_over') {
      if (basketStore.get().orderingMode === 'Dine-in') toast({ tone: 'error', text: problem });
      change((before) => ({ ...before, participant: null }));
      tableBasketStore.change(() => null);
      return;
    }
    tableBasketStore.change((before) => before && { ...before, problem });
    // Anything else may be right the next time; this is only right when something is taken out.
    if (code !== 'table.basket_full') return;
    sentText.current = shareInputText;
    toast({ tone: 'error', text: problem });
  });
  const callServer = useEffectEvent(async () => {
    const signal = leaving.current?.signal;
    if (signal === undefined || signal.aborted || document.visibilityState === 'hidden') return;
    const share = shareInput(menu, basketStore.get());
    const shareInputText = JSON.stringify(share);
    const takesNameBack = !isEmptyNameRefused.current && hasFormerName(basketStore.get(), tableBasketStore.get());
    const noName = takesNameBack ? { name: '' } : null;
    const isSent = shareInputText === sentText.current && !takesNameBack;
    try {
      const credentials = { tableSessionId, participantKey: key };
      const { tableSession } = isSent
        ? await call('POST /dining/read-table-session', { body: credentials, signal })
        : await call('POST /dining/share-lines', { body: { ...credentials, ...share, ...noName }, signal });
      if (signal.aborted) return;
      sentText.current = shareInputText;
      takeOverTableSession(
        tableSession,
        isSent ? (tableBasketStore.get()?.sentText ?? shareInputText) : shareInputText,
      );
    } catch (error) {
      if (!isSent && isUnanswered(error)) unanswered.current.push(...share.lines);
      if (signal.aborted) return;
      if (takesNameBack && error instanceof CallError && error.answer?.code === 'request.invalid') {
        isEmptyNameRefused.current = true;
        needsAnotherCall.current = true;
      } else showFailure(error, shareInputText);
    }
  });
  /** One at a time, so that no answer is older than the one before. */
  const synchronize = useEffectEvent(async () => {
    needsAnotherCall.current = isBusy.current;
    if (isBusy.current) return;
    isBusy.current = true;
    await callServer();
    while (needsAnotherCall.current) {
      needsAnotherCall.current = false;
      // oxlint-disable-next-line no-await-in-loop -- lines chosen during a call are sent by the next one
      await callServer();
    }
    isBusy.current = false;
  });
  const sendChanges = useEffectEvent((chosen: string) => {
    if (chosen !== sentText.current) void synchronize();
  });

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      if (controller.signal.aborted) return;
      const isQuiet = Date.now() - changedAt.current > quietAfterMilliseconds;
      timer = setTimeout(() => void synchronize().finally(next), isQuiet ? quietPollMilliseconds : pollMilliseconds);
    };
    const onReturn = () => void synchronize();
    next();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => sendChanges(text), sendDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);

  return null;
}
