import { takesOrdersNow } from '../../../basket/slots.ts';
import controls from '../../../components/controls.module.css';
import { openSheet } from '../../../routing/navigation.ts';
import { minutesNow } from '../../../state/menu.ts';
import type { Place } from '../../../state/place.ts';
import { useBasket, useNow, useSite } from '../../../site.tsx';
import { slotText } from '../../../language/slot-text.ts';
import type { Quote } from '#contract/ordering/orders.ts';
import { quotedMinutes, soonText } from './soon-text.ts';
import { Section } from '../checkout/section.tsx';
import styles from './order-time.module.css';

/** For when the order is: as soon as possible, which a full kitchen makes later than usual, or the time that was chosen. */
export function OrderTimeSection({ place: { mode, outlet }, quote }: { place: Place; quote: Quote | null }) {
  const { words, language } = useSite();
  const { basket } = useBasket();
  const now = useNow();
  const minutes = minutesNow(outlet, mode, now);
  if (outlet === null || minutes === null || mode === 'dine-in') return null;
  const { orderDate } = basket;
  const soon = soonText(words, mode, quote === null ? minutes : quotedMinutes(quote, mode));
  return (
    <Section
      title={words.when}
      action={
        <button type="button" className={controls.text} aria-haspopup="dialog" onClick={() => openSheet('when')}>
          {words.change}
        </button>
      }
    >
      {orderDate === null && takesOrdersNow(outlet, mode, now) ? (
        <>
          <p>{words.asap}</p>
          <p className={styles.hint}>{soon}</p>
        </>
      ) : orderDate === null ? (
        <p className={styles.hint}>{words.chooseTime}</p>
      ) : (
        <p className={styles.chosen}>{slotText(new Date(orderDate), now, outlet.timeZone, words, language)}</p>
      )}
    </Section>
  );
}
