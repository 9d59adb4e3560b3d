import controls from '../../../components/controls.module.css';
import { openSheet } from '../../../routing/navigation.ts';
import type { Place } from '../../../state/place.ts';
import { useBasket, useNow, useSite } from '../../../site.tsx';
import { slotText } from '../../../language/slot-text.ts';
import styles from './order-time.module.css';

/** Where the order cannot be had at its time: the next one that it can, with one tap, or any other (decision 21). */
export function NextSlot({ slot, place: { outlet } }: { slot: Date | null; place: Place }) {
  const { words, language } = useSite();
  const { change } = useBasket();
  const now = useNow();
  if (slot === null || outlet === null) return null;
  return (
    <div className={styles.answers}>
      <button
        type="button"
        className={`${controls.secondary} ${controls.wide}`}
        onClick={() => change((before) => ({ ...before, orderDate: slot.toISOString() }))}
      >
        {words.orderForSlot(slotText(slot, now, outlet.timeZone, words, language))}
      </button>
      <button type="button" className={controls.text} aria-haspopup="dialog" onClick={() => openSheet('when')}>
        {words.otherTime}
      </button>
    </div>
  );
}
