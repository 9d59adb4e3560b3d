import type { BasketLine } from '../../../basket/stored-basket.ts';
import type { BasketCheck } from '../../../basket/use-basket-check.ts';
import controls from '../../../components/controls.module.css';
import { isPlaceMissing } from '../../../state/place-complete.ts';
import { useSite, useWholeBasket } from '../../../site.tsx';
import { ChoosePlaceButton } from '../../outlets/choose-place-button.tsx';
import { NextSlot } from '../order-time/next-slot.tsx';
import styles from './checkout-screen.module.css';
import type { CheckoutState } from './checkout-state.ts';
import type { Doubt } from './placing/use-placing.ts';
import { RemoveAndOrder } from './remove-and-order.tsx';

interface PlaceOrderBarProps {
  check: BasketCheck;
  state: CheckoutState;
  isBusy: boolean;
  doubt: Doubt | null;
  onOrder: () => void;
  /** The guest leaves these lines out; called before they go. */
  onLeaveOut: (lines: readonly BasketLine[]) => void;
}

/** The one button that orders, with what keeps the order back above it. */
export function PlaceOrderBar({ check, state, isBusy, doubt, onOrder, onLeaveOut }: PlaceOrderBarProps) {
  const { words, paths, money } = useSite();
  const { basket, table } = useWholeBasket();
  const { place, totals } = check;
  const { methods, isPaidOnline, reason, isTableTold, soldOut, isLeft } = state;
  if (isPlaceMissing(place)) return <ChoosePlaceButton mode={place.mode} />;
  const obstacle = reason ?? (isTableTold ? null : (table?.problem ?? null));
  const totalText = check.isTotalOpen ? '…' : money(totals.total);
  function buttonText(): string {
    if (isPaidOnline) return isBusy ? words.openingPayment : words.pay(totalText);
    return !isBusy ? words.placeOrder : doubt === 'asking' ? words.askingAgain : words.placing;
  }
  return (
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
        <RemoveAndOrder lines={soldOut} isPaidOnline={isPaidOnline} onRemove={() => onLeaveOut(soldOut)} />
      ) : null}
      {doubt === null || doubt === 'asking' || (doubt === 'unanswered' && !basket.isInDoubt) ? null : (
        <p role="alert" className={styles.reason}>
          {doubt === 'offline' ? words.offlineNotSent : isPaidOnline ? words.unansweredPayment : words.unansweredOrder}
        </p>
      )}
      <button
        type="button"
        className={`${controls.primary} ${controls.wide} ${isPaidOnline ? '' : controls.withAmount}`}
        aria-busy={isBusy}
        disabled={reason !== null || methods.length === 0 || !isTableTold || check.isTotalOpen}
        onClick={onOrder}
      >
        <span className={isBusy ? `${styles.placing} ${controls.busy}` : undefined}>{buttonText()}</span>
        {isPaidOnline ? null : <span className={controls.amount}>{totalText}</span>}
      </button>
    </>
  );
}
