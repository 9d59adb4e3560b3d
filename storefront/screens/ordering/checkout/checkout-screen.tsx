import { useRef, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import { fromMajor, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Quote } from '#contract/ordering/orders.ts';
import { newOrder, quoteInput } from '../../../basket/order-input.ts';
import { clearAfterOrder, newKey } from '../../../basket/stored-basket.ts';
import { isTableUpToDate, sharedBasketInput } from '../../../basket/shared-lines.ts';
import { isBelowMinimum, useBasketCheck } from '../../../basket/use-basket-check.ts';
import controls from '../../../components/controls.module.css';
import { Notice, Page } from '../../../components/page.tsx';
import { useToast } from '../../../components/toast.tsx';
import { Totals } from '../../../components/totals.tsx';
import { paymentMethodsOf } from '../../../state/menu.ts';
import { goTo, openSheet } from '../../../routing/navigation.ts';
import { isAddressComplete, isPlaceMissing } from '../../../state/place.ts';
import { useBasket, useSite, useWholeBasket } from '../../../site.tsx';
import { cacheOrder } from '../order/order-cache.ts';
import { ChoosePlaceButton } from '../../outlets/choose-place-button.tsx';
import { NextSlot } from '../order-time/next-slot.tsx';
import { OrderTimeSection } from '../order-time/order-time-section.tsx';
import styles from './checkout-screen.module.css';
import { OrderLines } from './order-lines.tsx';
import { Payment } from './payment.tsx';
import { PlaceSection } from './place-section.tsx';
import { PriceChanged } from './price-changed.tsx';

/** `/checkout`, 'Your order': where, how it is paid, what it costs, and the one button that orders. */
export function CheckoutScreen() {
  const {
    menu,
    words,
    paths,
    money,
    call,
    sessionStore: session,
    basketStore,
    tableBasketStore,
    refreshMenu,
  } = useSite();
  const { change } = useBasket();
  const { basket, table } = useWholeBasket();
  const toast = useToast();
  const check = useBasketCheck();
  const [isPlacing, setIsPlacing] = useState(false);
  const [isPaymentMissing, setIsPaymentMissing] = useState(false);
  const [isAddressMissing, setIsAddressMissing] = useState(false);
  const [newTotal, setNewTotal] = useState<{ seen: MinorUnits; now: MinorUnits } | null>(null);
  const payment = useRef<HTMLDivElement>(null);
  const { place, totals, blockers } = check;

  if (basket.items.length === 0 && !isPlacing) {
    return (
      <Page title={words.yourOrder} backTo={paths.basket()}>
        <Notice
          title={words.emptyBasket}
          action={
            <a href={paths.menu()} className={controls.primary}>
              {words.backToMenu}
            </a>
          }
        />
      </Page>
    );
  }

  const terms = place.outlet?.modes[place.mode];
  const methods = terms?.acceptsOrders ? paymentMethodsOf(terms, place.mode) : [];
  const hasMethod = basket.paymentMethod !== '' && methods.includes(basket.paymentMethod);
  const reason =
    blockers[0] ??
    (check.hasBrokenLine ? words.fixLines : isBelowMinimum(totals) ? words.addMore(money(totals.missing)) : null);
  const isTableTold = isTableUpToDate(menu, basketStore.get(), table);
  const obstacle = reason ?? (isTableTold ? null : (table?.problem ?? null));

  function order(): void {
    const isDelivery = place.mode === 'delivery';
    setIsAddressMissing(isDelivery && !isAddressComplete(basket.address));
    setIsPaymentMissing(!hasMethod);
    if (isDelivery && !isAddressComplete(basket.address)) return openSheet('new-address');
    if (!hasMethod) return payment.current?.querySelector<HTMLElement>('input')?.focus();
    if (session.get() === null) return goTo(paths.phone('checkout'));
    void send(totals.total);
  }

  async function send(total: MinorUnits): Promise<void> {
    const quoted = quoteInput(menu, basket, place);
    const shared = sharedBasketInput(basketStore.get(), table);
    if (quoted === null || isPlacing) return;
    setIsPlacing(true);
    try {
      const userId = session.get()?._id ?? null;
      const { order: placed } = await call('POST /order/create-order', {
        body: {
          order: { ...newOrder(quoted, basket, { totalPrice: toMajor(total, menu.currency), userId }), ...shared },
        },
        // The stored key, so that another tab with this basket sends the same one.
        idempotencyKey: basketStore.get().idempotencyKey,
      });
      cacheOrder(placed);
      goTo(paths.placed(placed._id), { replace: true });
      change((before) => clearAfterOrder(before, placed._id));
      tableBasketStore.change((before) => before && { ...before, otherLines: [] });
    } catch (error) {
      setIsPlacing(false);
      await explain(error, total);
    }
  }

  async function explain(error: unknown, seen: MinorUnits): Promise<void> {
    const code = error instanceof CallError ? error.answer?.code : undefined;
    const quote = code === 'order.price_changed' ? (error as CallError).answer?.details?.['quote'] : undefined;
    if (quote !== undefined) setNewTotal({ seen, now: fromMajor((quote as Quote).total, menu.currency) });
    else toast({ text: words.failure(error, 'order'), tone: 'error' });
    // The first try had reached the kitchen: what is in the basket now would be another order.
    if (code === 'order.key_reused') change((before) => ({ ...before, idempotencyKey: newKey() }));
    if (session.get() === null) return goTo(paths.phone('checkout'));
    await refreshMenu().catch(() => undefined);
    // The slots that are still possible are a tap away; nothing of the basket is lost.
    if (code === 'order.slot_gone') openSheet('when');
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
            <button
              type="button"
              className={`${controls.primary} ${controls.wide} ${controls.withAmount}`}
              aria-busy={isPlacing}
              disabled={reason !== null || methods.length === 0 || !isTableTold}
              onClick={order}
            >
              <span className={isPlacing ? `${styles.placing} ${controls.busy}` : undefined}>
                {isPlacing ? words.placing : words.placeOrder}
              </span>
              <span className={controls.amount}>{money(totals.total)}</span>
            </button>
          </>
        )
      }
    >
      <div className={styles.sections}>
        {check.isUnattended && reason === null ? <output className={controls.news}>{words.unattended}</output> : null}
        <PlaceSection place={place} isMissing={isAddressMissing} />
        {isPlaceMissing(place) ? null : <OrderTimeSection place={place} />}
        <div ref={payment}>
          <Payment
            place={place}
            methods={methods}
            isMissing={isPaymentMissing && !hasMethod}
            onChoose={() => setIsPaymentMissing(false)}
          />
        </div>
        <OrderLines basket={basket} />
        <Totals amounts={totals} isPlaceKnown={place.outlet !== null} />
      </div>
      {newTotal === null ? null : (
        <PriceChanged
          {...newTotal}
          onPlace={() => {
            setNewTotal(null);
            void send(newTotal.now);
          }}
          onCancel={() => setNewTotal(null)}
        />
      )}
    </Page>
  );
}
