import { useEffect, useEffectEvent, useId } from 'react';
import type { PaymentMethod } from '#contract/base/enumerations.ts';
import { orderingModeOf } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { otherModeOf } from '../../../state/menu.ts';
import type { Place } from '../../../state/place.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { isOnline } from '../../payments/online-method.ts';
import { useChooseOrderType } from '../../outlets/choose-order-type.ts';
import styles from './payment.module.css';
import { Section } from './section.tsx';

/** The methods that the outlet takes in this mode, if it takes orders in it at all; where it takes none, the sentence that switches the mode (C11). */
export function Payment({
  place,
  methods,
  isFree,
  isMissing,
  onChoose,
}: {
  place: Place;
  methods: readonly PaymentMethod[];
  /** The order costs nothing: there is nothing to choose. */
  isFree: boolean;
  /** The guest tried to order without choosing. */
  isMissing: boolean;
  onChoose: () => void;
}) {
  const { words } = useSite();
  const { basket, change } = useBasket();
  const errorId = useId();

  function choose(method: PaymentMethod | ''): void {
    change((before) => ({ ...before, paymentMethod: method }));
    onChoose();
  }

  // The only method is chosen beforehand; like any other it can be unchecked.
  const only = methods.length === 1 && !isFree ? methods[0]! : null;
  const chooseOnly = useEffectEvent((method: PaymentMethod) => {
    if (basket.paymentMethod !== method) choose(method);
  });
  useEffect(() => {
    if (only !== null) chooseOnly(only);
  }, [only]);

  if (place.outlet === null) return null;
  if (methods.length === 0) return <ModeNotAvailable place={place} />;
  if (isFree) {
    return (
      <Section title={words.payment}>
        <p className={styles.free}>{words.nothingToPay}</p>
      </Section>
    );
  }
  return (
    <Section title={words.payment} role="radiogroup">
      {isMissing ? (
        <p id={errorId} role="alert" className={controls.error}>
          {words.choosePayment}
        </p>
      ) : null}
      <div>
        {methods.map((method) => (
          <label key={method} className={styles.method}>
            <input
              type="radio"
              name="payment"
              aria-describedby={isMissing ? errorId : undefined}
              checked={basket.paymentMethod === method}
              onChange={() => choose(method)}
              // A radio button tells nobody that it was pressed again (order-operations 5: unchecking clears).
              onClick={() => {
                if (basket.paymentMethod === method) choose('');
              }}
            />
            {isOnline(method) ? words.payOnline : words.payments[method]}
          </label>
        ))}
      </div>
    </Section>
  );
}

function ModeNotAvailable({ place: { mode, outlet } }: { place: Place }) {
  const { words } = useSite();
  const chooseOrderType = useChooseOrderType();
  const otherMode = outlet && otherModeOf(outlet, mode);
  return (
    <Section title={words.payment}>
      {otherMode === null ? (
        <p className={styles.unavailable}>{words.notTakingOrders}</p>
      ) : (
        <button
          type="button"
          className={styles.unavailable}
          onClick={() => chooseOrderType(orderingModeOf(otherMode), { stay: true })}
        >
          {words.modeNotAvailable(mode, otherMode)}
        </button>
      )}
    </Section>
  );
}
