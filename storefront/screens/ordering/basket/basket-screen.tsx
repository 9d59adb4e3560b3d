import { useId } from 'react';
import { limits } from '#contract/base/limits.ts';
import { lettersOver } from '../../../basket/letters-over.ts';
import { isBelowMinimum, useBasketCheck } from '../../../basket/use-basket-check.ts';
import { orderingModeOf } from '../../../basket/stored-basket.ts';
import { BasketLines } from '../../../components/basket-lines.tsx';
import controls from '../../../components/controls.module.css';
import { NoteCount } from '../../../components/note-count.tsx';
import { OfferHints } from '../../../components/offer-hints.tsx';
import { Page } from '../../../components/page.tsx';
import { Totals } from '../../../components/totals.tsx';
import { goTo, useHydrated } from '../../../routing/navigation.ts';
import { isPlaceMissing } from '../../../state/place-complete.ts';
import { Unattended } from '../../../components/unattended.tsx';
import { useBasket, useSite, useWholeBasket } from '../../../site.tsx';
import { ChoosePlaceButton } from '../../outlets/choose-place-button.tsx';
import { useChooseOrderType } from '../../outlets/choose-order-type.ts';
import { NextSlot } from '../order-time/next-slot.tsx';
import { OrderTimeSection } from '../order-time/order-time-section.tsx';
import { Suggestions } from '../suggestions/suggestions.tsx';
import { AddMore } from './add-more.tsx';
import { EmptyBasket } from './empty-basket.tsx';
import styles from './basket-screen.module.css';
import { OwnName, TableGuests, TableOrders } from './table-guests.tsx';

/** `/basket`: the lines, a note for the kitchen, what it costs, and whether it can be ordered as it is. */
export function BasketScreen() {
  const { words, paths, money } = useSite();
  const { basket } = useWholeBasket();
  const isHydrated = useHydrated();
  const check = useBasketCheck();
  const chooseOrderType = useChooseOrderType();
  const { place, totals, blockers, modeInstead } = check;

  if (basket.items.length === 0) {
    return (
      <Page title={words.basket}>
        {isHydrated ? <EmptyBasket /> : null}
        <TableOrders />
      </Page>
    );
  }

  const backTo = place.outlet === null ? paths.menu() : paths.outlet(place.mode, place.outlet.name);
  const over = lettersOver(basket.specialInstruction, limits.specialInstruction);
  const reason =
    blockers[0] ??
    (check.hasBrokenLine ? words.fixLines : null) ??
    (over > 0 ? `${words.specialInstructions}: ${words.lettersOver(over)}` : null);
  return (
    <Page
      title={words.basket}
      backTo={backTo}
      footer={
        isPlaceMissing(place) ? (
          <ChoosePlaceButton mode={place.mode} />
        ) : (
          <>
            {reason === null ? (
              <AddMore totals={totals} />
            ) : modeInstead === null ? (
              <p className={styles.reason}>{reason}</p>
            ) : (
              <button
                type="button"
                className={styles.unavailable}
                onClick={() => chooseOrderType(orderingModeOf(modeInstead), { stay: true })}
              >
                {reason}
              </button>
            )}
            <NextSlot slot={check.nextSlot} place={place} />
            <button
              type="button"
              className={`${controls.primary} ${controls.wide} ${controls.withAmount}`}
              disabled={reason !== null || isBelowMinimum(totals)}
              onClick={() => goTo(paths.checkout())}
            >
              {words.reviewOrder}
              <span className={controls.amount}>{check.isTotalOpen ? '…' : money(totals.total)}</span>
            </button>
          </>
        )
      }
    >
      {check.changes.some((change) => change.kind === 'repriced') ? (
        <output className={controls.news}>{words.pricesChanged}</output>
      ) : null}
      {check.isUnattended && reason === null ? <Unattended outlet={place.outlet} /> : null}
      {basket.isInDoubt ? (
        <p role="alert" className={controls.news}>
          {words.unansweredOrder}{' '}
          <a href={paths.checkout()} className={controls.text}>
            {words.askAgain}
          </a>
        </p>
      ) : null}
      <OwnName />
      <BasketLines problems={check.problems} />
      <TableGuests changes={check.changes} />
      <Suggestions />
      <a href={backTo} className={controls.text}>
        {words.addMoreDishes}
      </a>
      <Instruction />
      {isPlaceMissing(place) || place.mode === 'dine-in' ? null : (
        <div className={styles.when}>
          <OrderTimeSection place={place} quote={check.quote} />
        </div>
      )}
      <OfferHints quote={check.quote} place={place} />
      <Totals amounts={check.amounts} isPlaceKnown={place.outlet !== null} isOpen={check.isTotalOpen} />
      <TableOrders />
    </Page>
  );
}

function Instruction() {
  const { words } = useSite();
  const { basket, change } = useBasket();
  const hintId = useId();
  return (
    <div className={styles.instruction}>
      <label className={controls.field}>
        <span className={controls.label}>{words.specialInstructions}</span>
        <textarea
          className={controls.input}
          rows={2}
          placeholder={words.specialInstructionsHint}
          aria-invalid={lettersOver(basket.specialInstruction, limits.specialInstruction) > 0}
          aria-describedby={hintId}
          value={basket.specialInstruction}
          onChange={(event) => change((before) => ({ ...before, specialInstruction: event.target.value }))}
        />
      </label>
      <NoteCount id={hintId} text={basket.specialInstruction} most={limits.specialInstruction} />
    </div>
  );
}
