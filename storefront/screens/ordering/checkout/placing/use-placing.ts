import { useEffect, useState } from 'react';
import { CallError, isUnanswered } from '#contract/base/client.ts';
import type { PaymentMethod } from '#contract/base/enumerations.ts';
import { fromMajor, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Order, Quote } from '#contract/ordering/orders.ts';
import { afterFailedTry, clearAfterOrder, withPayment, withSentLines } from '../../../../basket/after-order.ts';
import { newOrder } from '../../../../basket/order-input.ts';
import { sharedBasketInput } from '../../../../basket/shared-lines.ts';
import { newKey, type SentLine } from '../../../../basket/stored-basket.ts';
import type { BasketCheck } from '../../../../basket/use-basket-check.ts';
import { useToast } from '../../../../components/toast.tsx';
import { goTo, openSheet } from '../../../../routing/navigation.ts';
import { orderSource } from '../../../../state/order-source.ts';
import { useBasket, useSite, useWholeBasket } from '../../../../site.tsx';
import { isPhoneNeeded, signInAtTable } from '../../../dining/sign-in-at-table.ts';
import { endPayment, leaveToPay } from '../../../payments/begin-payment.ts';
import { cacheOrder } from '../../order/order-cache.ts';
import { askAgain } from './ask-again.ts';
import { isTableAsSeen } from './is-table-as-seen.ts';
import { rememberOrder } from './use-order-after-sign-in.ts';

/** An order without an answer: it is asked for again, the last try was in vain too, or nothing was sent because the phone is offline. */
export type Doubt = 'asking' | 'unanswered' | 'offline';

/** A total that the guest has not seen yet. The tip is that in `now`: a percentage is of another amount once the new quote is taken over. */
interface NewTotal {
  seen: MinorUnits;
  now: MinorUnits;
  tip: Quote['tip'];
}

interface PlacingOptions {
  check: BasketCheck;
  paymentMethod: PaymentMethod | '';
  isPaidOnline: boolean;
}

/** The order on its way to the restaurant: what is sent, what is known of it, and what the guest is asked about it. */
export function usePlacing({ check, paymentMethod, isPaidOnline }: PlacingOptions) {
  const site = useSite();
  const { menu, words, paths, language, call, sessionStore: session, basketStore, tableBasketStore } = site;
  const { change } = useBasket();
  const { basket, table } = useWholeBasket();
  const toast = useToast();
  const [isPlacing, setIsPlacing] = useState(false);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [arrived, setArrived] = useState<Order | null>(null);
  const [newTotal, setNewTotal] = useState<NewTotal | null>(null);
  const { place, totals } = check;
  const chosenTip = check.input?.tip ?? null;
  useEffect(() => {
    const onOnline = () => setDoubt((before) => (before === 'offline' ? null : before));
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  useEffect(() => {
    // Back from the gateway's page may show this one as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsPlacing(false);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  async function send(total: MinorUnits, tip: Quote['tip'], isSecondTry = false): Promise<void> {
    const quoted = check.input && { ...check.input, tip: tip ?? undefined };
    const shared = sharedBasketInput(basketStore.get(), tableBasketStore.get());
    if (quoted === null || (isPlacing && !isSecondTry)) return;
    // An earlier try may have arrived, so the sentence that nothing was sent would be wrong.
    if (!navigator.onLine) return setDoubt((before) => before ?? 'offline');
    setIsPlacing(true);
    setDoubt(null);
    try {
      if (session.get() === null && place.table !== null) {
        await signInAtTable(call, session, {
          table: place.table,
          name: basket.participant?.name || (table?.name ?? ''),
        });
      }
    } catch (error) {
      setIsPlacing(false);
      return explain(error, total);
    }
    const [userId, source] = [session.get()?._id ?? null, orderSource(menu.catalogue.restaurant._id)];
    const [unsent, sent] = [basketStore.get(), { ...basket, paymentMethod }];
    change((before) => withSentLines(before, sent.items));
    const input = {
      body: {
        order: {
          ...newOrder(quoted, sent, { totalPrice: toMajor(total, menu.currency), userId, language, source }),
          ...shared,
        },
      },
      // The stored key, so that another tab with this basket, and a later try, send the same one.
      idempotencyKey: unsent.idempotencyKey,
    };
    try {
      if (isPaidOnline) {
        const { payment: begun } = await askAgain(
          (signal) => call('POST /order/begin-payment', { ...input, signal }),
          () => setDoubt('asking'),
        );
        change((before) => withPayment(before, begun, sent.items));
        return leaveToPay({ paths }, begun);
      }
      const paid = basket.paymentReference === '' ? null : await endPayment({ call }, basket.paymentReference);
      if (paid !== null) return leaveToPay({ paths }, paid);
      const { order: placed } = await askAgain(
        (signal) => call('POST /order/create-order', { ...input, signal }),
        () => setDoubt('asking'),
      );
      goTo(paths.placed(placed._id), { replace: true });
      leaveWith(placed, sent.items);
    } catch (error) {
      setIsPlacing(false);
      setDoubt(null);
      change((before) => afterFailedTry(before, unsent, isUnanswered(error)));
      const { orderId } = basketStore.get();
      if (isUnanswered(error) && orderId !== null && orderId !== unsent.orderId)
        goTo(paths.placed(orderId), { replace: true });
      else if (isUnanswered(error)) setDoubt('unanswered');
      else if (!isSecondTry && (await isTableAsSeen(site, table, error))) await send(total, tip, true);
      else await explain(error, total);
    }
  }

  function leaveWith(placed: Order, sentLines: readonly SentLine[] | null): void {
    cacheOrder(placed, session.get()?.token);
    change((before) => clearAfterOrder(before, placed._id, sentLines));
    tableBasketStore.change((before) => before && { ...before, otherLines: [] });
  }

  function goToSignIn(): void {
    rememberOrder(basketStore, check.input, totals.total);
    goTo(paths.phone('checkout'));
  }

  async function explain(error: unknown, seen: MinorUnits): Promise<void> {
    const { code, details } = (error instanceof CallError ? error.answer : null) ?? {};
    const first = code === 'order.key_reused' ? details?.['order'] : undefined;
    if (first !== undefined) return setArrived(first as Order);
    const quote = code === 'order.price_changed' ? details?.['quote'] : undefined;
    if (quote !== undefined) {
      const { total, tip } = quote as Quote;
      check.acceptQuote(quote as Quote);
      setNewTotal({ seen, now: fromMajor(total, menu.currency), tip });
    } else toast({ text: words.failure(error, 'order'), tone: 'error' });
    // The outlet asks for a number since the menu was read.
    if (code === 'table.phone_needed') return goToSignIn();
    if (session.get() === null && isPhoneNeeded(place, null)) return goTo(paths.phone('checkout'));
    await site.refreshMenu().catch(() => undefined);
    // The slots that are still possible are a tap away; nothing of the basket is lost.
    if (code === 'order.slot_gone' || code === 'order.time_full') openSheet('when');
  }

  return {
    isPlacing,
    doubt,
    /** The order of an earlier try, which has arrived although the basket was changed since; the guest chooses what becomes of it. */
    arrived,
    newTotal,
    sendNow: () => void send(totals.total, chosenTip),
    /** Leads to the sign-in, after which the order goes on. */
    goToSignIn,
    /** Asks about the present total, which is above the one that the guest saw. */
    askAbout: (seen: MinorUnits) => setNewTotal({ seen, now: totals.total, tip: chosenTip }),
    sendAt: ({ now, tip }: NewTotal) => {
      setNewTotal(null);
      void send(now, tip);
    },
    declineTotal: () => setNewTotal(null),
    track: (order: Order) => {
      goTo(paths.order(order._id), { replace: true });
      leaveWith(order, basket.sentLines);
    },
    /** Another key makes another order, so it is made only when the guest asks for one. */
    orderAsWell: () => {
      setArrived(null);
      change((before) => ({ ...before, idempotencyKey: newKey(), sentLines: null }));
      void send(totals.total, chosenTip);
    },
    forgetArrived: () => setArrived(null),
  };
}
