import { openSheet } from '../../routing/navigation.ts';
import { placeOf } from '../../state/place.ts';
import { useBasket, useNow, useSite } from '../../site.tsx';
import { slotPhrase } from '../../language/slot-text.ts';
import styles from './scheduled-time-button.module.css';

/** The time that was chosen, or that one can be: for where the outlet is closed, and for whoever has chosen. */
export function ScheduledTimeButton() {
  const { menu, words, language } = useSite();
  const { basket } = useBasket();
  const now = useNow();
  const { outlet, mode } = placeOf(menu, basket);
  if (outlet === null || mode === 'dine-in') return null;
  const chosen = basket.orderDate === null ? null : new Date(basket.orderDate);
  // A time that has passed is not shown here: the basket says so.
  const isAhead = chosen !== null && chosen > now;
  return (
    <button type="button" className={styles.later} aria-haspopup="dialog" onClick={() => openSheet('when')}>
      {isAhead ? words.forSlot(slotPhrase(chosen, now, outlet.timeZone, words, language)) : words.scheduleOrder}
    </button>
  );
}
