import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MinorUnits } from '#contract/base/money.ts';
import type { BasketLine } from '../../../basket/stored-basket.ts';
import { useBasketCheck } from '../../../basket/use-basket-check.ts';
import { Page } from '../../../components/page.tsx';
import { Totals } from '../../../components/totals.tsx';
import { Unattended } from '../../../components/unattended.tsx';
import { openSheet } from '../../../routing/navigation.ts';
import { isAddressComplete, isPlaceMissing } from '../../../state/place-complete.ts';
import { useSite, useWholeBasket } from '../../../site.tsx';
import { Consent } from '../../customers/account/consent.tsx';
import { isPhoneNeeded } from '../../dining/sign-in-at-table.ts';
import { BegunPayment } from '../../payments/begun-payment.tsx';
import { EmptyBasket } from '../basket/empty-basket.tsx';
import { OrderTimeSection } from '../order-time/order-time-section.tsx';
import styles from './checkout-screen.module.css';
import { checkoutState } from './checkout-state.ts';
import { OfferCode } from './offer-code.tsx';
import { OrderLines } from './order-lines.tsx';
import { Payment } from './payment.tsx';
import { PlaceOrderBar } from './place-order-bar.tsx';
import { PlaceSection } from './place-section.tsx';
import { AlreadyArrived } from './placing/already-arrived.tsx';
import { PriceChanged } from './placing/price-changed.tsx';
import { useOnceSettled } from './placing/use-once-settled.ts';
import { useOrderAfterSignIn } from './placing/use-order-after-sign-in.ts';
import { usePlacing } from './placing/use-placing.ts';
import { focusWrongTip, TipSection } from './tip-section.tsx';

/** `/checkout`, 'Your order': where, how it is paid, what it costs, and the one button that orders. */
export function CheckoutScreen() {
  const site = useSite();
  const { words, paths, sessionStore: session } = site;
  const { basket, table } = useWholeBasket();
  const check = useBasketCheck();
  const [isPaymentMissing, setIsPaymentMissing] = useState(false);
  const [isAddressMissing, setIsAddressMissing] = useState(false);
  const payment = useRef<HTMLDivElement>(null);
  const tipField = useRef<HTMLInputElement>(null);
  const { place, totals } = check;
  const state = checkoutState(site, { basket, table }, check);
  const { methods, paymentMethod, hasMethod, isPaidOnline, reason, soldOut } = state;
  const placing = usePlacing({ check, paymentMethod, isPaidOnline });
  const { isPlacing, doubt, arrived, newTotal } = placing;
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

  const canOrder = reason === null && state.isTableTold;
  /** The total that the guest saw when ordering, which may go down while the server is asked, and not up. */
  const tapped = useRef(totals.total);
  const { isWaiting, start: waitAndOrder } = useOnceSettled(check.isSettled, () => {
    if (canOrder) orderAtMost(tapped.current);
  });
  const tableProblem = table?.problem ?? null;
  useOrderAfterSignIn({
    input: check.input,
    isReady: check.isSettled && (state.isTableTold || tableProblem !== null),
    canOrder,
    orderAtMost,
  });
  const isBusy = isPlacing || isWaiting;

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
    if (totals.total > seen) placing.askAbout(seen);
    else orderNow();
  }

  function orderNow(): void {
    // It may have been typed while the server was asked.
    if (focusWrongTip(tipField)) return;
    const isDelivery = place.mode === 'delivery';
    setIsAddressMissing(isDelivery && !isAddressComplete(basket.address));
    setIsPaymentMissing(!hasMethod);
    if (isDelivery && !isAddressComplete(basket.address)) return openSheet('delivery-address');
    if (!hasMethod) return showPayment();
    if (isPhoneNeeded(place, session.get())) return placing.goToSignIn();
    placing.sendNow();
  }

  /** In the middle, where the bar at the bottom covers neither the message nor a method. */
  function showPayment(): void {
    payment.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
    payment.current?.scrollIntoView({ block: 'center' });
  }

  return (
    <Page
      title={words.yourOrder}
      backTo={paths.basket()}
      footer={
        <PlaceOrderBar
          check={check}
          state={state}
          isBusy={isBusy}
          doubt={doubt}
          onOrder={order}
          onLeaveOut={(lines) => {
            leftOut.current = lines;
          }}
        />
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
          onTrack={() => placing.track(arrived)}
          onOrderAsWell={placing.orderAsWell}
          onCancel={placing.forgetArrived}
        />
      )}
      {newTotal === null ? null : (
        <PriceChanged
          {...newTotal}
          isPaidOnline={isPaidOnline}
          onPlace={() => placing.sendAt(newTotal)}
          onCancel={placing.declineTotal}
        />
      )}
    </Page>
  );
}
