import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, isUnanswered } from '#contract/base/client.ts';
import { fromMajor, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Order, Quote } from '#contract/ordering/orders.ts';
import { newOrder } from '../../../basket/order-input.ts';
import { afterFailedTry, clearAfterOrder, withPayment, withSentLines } from '../../../basket/after-order.ts';
import { type BasketLine, newKey, type SentLine } from '../../../basket/stored-basket.ts';
import { isTableUpToDate, sharedBasketInput } from '../../../basket/shared-lines.ts';
import { linesToRemove } from '../../../basket/check.ts';
import { isBelowMinimum, useBasketCheck } from '../../../basket/use-basket-check.ts';
import controls from '../../../components/controls.module.css';
import { Page } from '../../../components/page.tsx';
import { useToast } from '../../../components/toast.tsx';
import { Totals } from '../../../components/totals.tsx';
import { paymentMethodsOf } from '../../../state/menu.ts';
import { goTo, openSheet } from '../../../routing/navigation.ts';
import { orderSource } from '../../../state/order-source.ts';
import { isAddressComplete, isPlaceMissing } from '../../../state/place-complete.ts';
import { Unattended } from '../../../components/unattended.tsx';
import { useBasket, useSite, useWholeBasket } from '../../../site.tsx';
import { cacheOrder } from '../order/order-cache.ts';
import { Consent } from '../../customers/account/consent.tsx';
import { isPhoneNeeded, signInAtTable } from '../../dining/sign-in-at-table.ts';
import { leaveToPay, endPayment } from '../../payments/begin-payment.ts';
import { BegunPayment } from '../../payments/begun-payment.tsx';
import { methodToSend, onlineMethodOf } from '../../payments/online-method.ts';
import { ChoosePlaceButton } from '../../outlets/choose-place-button.tsx';
import { NextSlot } from '../order-time/next-slot.tsx';
import { OrderTimeSection } from '../order-time/order-time-section.tsx';
import { EmptyBasket } from '../basket/empty-basket.tsx';
import styles from './checkout-screen.module.css';
import { AlreadyArrived } from './already-arrived.tsx';
import { askAgain } from './ask-again.ts';
import { OfferCode } from './offer-code.tsx';
import { OrderLines } from './order-lines.tsx';
import { Payment } from './payment.tsx';
import { PlaceSection } from './place-section.tsx';
import { PriceChanged } from './price-changed.tsx';
import { isTableAsSeen } from './is-table-as-seen.ts';
import { RemoveAndOrder } from './remove-and-order.tsx';
import { focusWrongTip, TipSection } from './tip-section.tsx';
import { useOnceSettled } from './use-once-settled.ts';
import { useOrderAfterSignIn } from './use-order-after-sign-in.ts';

/** `/checkout`, 'Your order': where, how it is paid, what it costs, and the one button that orders. */
export function CheckoutScreen() {
  const site = useSite();
  const { menu, words, paths, money, language, call, sessionStore: session, basketStore, tableBasketStore } = site;
  const { change } = useBasket();
  const { basket, table } = useWholeBasket();
  const toast = useToast();
  const check = useBasketCheck();
  const [isPlacing, setIsPlacing] = useState(false);
  const [isPaymentMissing, setIsPaymentMissing] = useState(false);
  const [isAddressMissing, setIsAddressMissing] = useState(false);
  /** No answer came: it is asked for again, or the last try was in vain too. */
  const [doubt, setDoubt] = useState<'asking' | 'unanswered' | 'offline' | null>(null);
  const [arrived, setArrived] = useState<Order | null>(null);
  /** The tip is that in `now`: a percentage is of another amount once the new quote is taken over. */
  const [newTotal, setNewTotal] = useState<{ seen: MinorUnits; now: MinorUnits; tip: Quote['tip'] } | null>(null);
  const payment = useRef<HTMLDivElement>(null);
  const tipField = useRef<HTMLInputElement>(null);
  const { place, totals, blockers } = check;
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

  const terms = place.outlet?.modes[place.mode];
  const atDoor = terms?.acceptsOrders ? paymentMethodsOf(terms, place.mode) : [];
  const online = atDoor.length === 0 ? null : onlineMethodOf(menu, place);
  const methods = online === null ? atDoor : [online, ...atDoor];
  const paymentMethod = methodToSend(basket.paymentMethod, atDoor, totals.total);
  const isPaidOnline = online !== null && paymentMethod === online;
  const hasMethod = paymentMethod !== '' && methods.includes(paymentMethod);
  const reason =
    blockers[0] ??
    (check.hasBrokenLine ? words.fixLines : isBelowMinimum(totals) ? words.addMore(money(totals.missing)) : null);
  const isTableTold = isTableUpToDate(menu, basketStore.get(), table);
  const obstacle = reason ?? (isTableTold ? null : (table?.problem ?? null));
  const soldOut = check.hasBrokenLine ? linesToRemove(basket.items, check) : [];
  const isLeft = basket.items.length > soldOut.length && blockers.length === 0;
  /** The lines that the guest agreed to leave out; the order follows once the basket is without them. */
  const leftOut = useRef<readonly BasketLine[]>([]);
  const placeWithout = useEffectEvent(() => {
    if (reason === null) order();
  });
  useEffect(() => {
    const isOut = !leftOut.current.some(({ id }) => basket.items.some((line) => line.id === id));
    if (leftOut.current.length === 0 || !isOut) return;
    leftOut.current = [];
    placeWithout();
  }, [basket.items]);

  const canOrder = reason === null && isTableTold;
  /** The total that the guest saw when ordering, which may go down while the server is asked, and not up. */
  const tapped = useRef(totals.total);
  const { isWaiting, start: waitAndOrder } = useOnceSettled(check.isSettled, () => {
    if (canOrder) orderAtMost(tapped.current);
  });
  const rememberOrder = useOrderAfterSignIn({ ...check, canOrder, orderAtMost });

  if (basket.items.length === 0 && !isPlacing) {
    return (
      <Page title={words.yourOrder} backTo={paths.basket()}>
        <EmptyBasket />
      </Page>
    );
  }

  function order(): void {
    if (focusWrongTip(tipField)) return;
    tapped.current = totals.total;
    if (check.isSettled) orderNow();
    else waitAndOrder();
  }

  function orderAtMost(seen: MinorUnits): void {
    if (totals.total > seen) setNewTotal({ seen, now: totals.total, tip: chosenTip });
    else orderNow();
  }

  function orderNow(): void {
    // It may have been typed while the server was asked.
    if (focusWrongTip(tipField)) return;
    const isDelivery = place.mode === 'delivery';
    setIsAddressMissing(isDelivery && !isAddressComplete(basket.address));
    setIsPaymentMissing(!hasMethod);
    if (isDelivery && !isAddressComplete(basket.address)) return openSheet('delivery-address');
    if (!hasMethod) return payment.current?.querySelector<HTMLElement>('input')?.focus();
    if (isPhoneNeeded(place, session.get())) return goToSignIn();
    void send(totals.total, chosenTip);
  }

  function goToSignIn(): void {
    rememberOrder(totals.total);
    goTo(paths.phone('checkout'));
  }

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
          () => call('POST /order/begin-payment', input),
          () => setDoubt('asking'),
        );
        change((before) => withPayment(before, begun, sent.items));
        return leaveToPay({ paths }, begun);
      }
      const paid = basket.paymentReference === '' ? null : await endPayment({ call }, basket.paymentReference);
      if (paid !== null) return leaveToPay({ paths }, paid);
      const { order: placed } = await askAgain(
        () => call('POST /order/create-order', input),
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

  /** Another key makes another order, so it is made only when the guest asks for one. */
  function orderAsWell(): void {
    setArrived(null);
    change((before) => ({ ...before, idempotencyKey: newKey(), sentLines: null }));
    void send(totals.total, chosenTip);
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

  const isBusy = isPlacing || isWaiting;
  const totalText = check.isTotalOpen ? '…' : money(totals.total);
  function buttonText(): string {
    if (isPaidOnline) return isBusy ? words.openingPayment : words.pay(totalText);
    return !isBusy ? words.placeOrder : doubt === 'asking' ? words.askingAgain : words.placing;
  }

  return (
    <Page
      title={words.yourOrder}
      backTo={paths.basket()}
      footer={
        isPlaceMissing(place) ? (
          <ChoosePlaceButton mode={place.mode} />
        ) : (
          <>
            {obstacle === null || methods.length === 0 ? null : (
              <p className={styles.reason}>
                {obstacle}{' '}
                <a href={paths.basket()} className={styles.reasonLink}>
                  {words.backToBasket}
                </a>
              </p>
            )}
            <NextSlot slot={check.nextSlot} place={place} />
            {soldOut.length > 0 && isLeft && place.mode !== 'dine-in' ? (
              <RemoveAndOrder
                lines={soldOut}
                isPaidOnline={isPaidOnline}
                onRemove={() => {
                  leftOut.current = soldOut;
                }}
              />
            ) : null}
            {doubt === null || doubt === 'asking' || (doubt === 'unanswered' && !basket.isInDoubt) ? null : (
              <p role="alert" className={styles.reason}>
                {doubt === 'offline'
                  ? words.offlineNotSent
                  : isPaidOnline
                    ? words.unansweredPayment
                    : words.unansweredOrder}
              </p>
            )}
            <button
              type="button"
              className={`${controls.primary} ${controls.wide} ${isPaidOnline ? '' : controls.withAmount}`}
              aria-busy={isBusy}
              disabled={reason !== null || methods.length === 0 || !isTableTold || check.isTotalOpen}
              onClick={order}
            >
              <span className={isBusy ? `${styles.placing} ${controls.busy}` : undefined}>{buttonText()}</span>
              {isPaidOnline ? null : <span className={controls.amount}>{totalText}</span>}
            </button>
          </>
        )
      }
    >
      <div className={styles.sections}>
        {basket.paymentReference === '' || isPlacing ? null : (
          <BegunPayment key={basket.paymentReference} reference={basket.paymentReference} />
        )}
        {check.isUnattended && reason === null ? <Unattended outlet={place.outlet} /> : null}
        <PlaceSection place={place} isMissing={isAddressMissing} />
        {isPlaceMissing(place) ? null : <OrderTimeSection place={place} quote={check.quote} />}
        <div ref={payment}>
          <Payment
            place={place}
            methods={methods}
            isFree={totals.total === 0}
            isMissing={isPaymentMissing && !hasMethod}
            onChoose={() => setIsPaymentMissing(false)}
          />
        </div>
        {place.outlet === null ? null : <TipSection totals={totals} mode={place.mode} field={tipField} />}
        <OrderLines basket={basket} soldOut={soldOut} isBusy={isBusy} />
        <OfferCode check={check} />
        <Totals amounts={check.amounts} isPlaceKnown={place.outlet !== null} isOpen={check.isTotalOpen} />
        <Consent source="checkout" />
      </div>
      {arrived === null ? null : (
        <AlreadyArrived
          order={arrived}
          onTrack={() => {
            goTo(paths.order(arrived._id), { replace: true });
            leaveWith(arrived, basket.sentLines);
          }}
          onOrderAsWell={orderAsWell}
          onCancel={() => setArrived(null)}
        />
      )}
      {newTotal === null ? null : (
        <PriceChanged
          {...newTotal}
          isPaidOnline={isPaidOnline}
          onPlace={() => {
            setNewTotal(null);
            void send(newTotal.now, newTotal.tip);
          }}
          onCancel={() => setNewTotal(null)}
        />
      )}
    </Page>
  );
}
