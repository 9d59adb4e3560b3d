import { useId } from 'react';
import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import { wallTime } from '#contract/base/time.ts';
import { freeSlots, slotsAt, takesOrdersNow } from '../../../basket/slots.ts';
import { CheckIcon } from '../../../components/icons.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { closeSheet } from '../../../routing/navigation.ts';
import type { ModePath } from '../../../routing/paths.ts';
import { placeOf } from '../../../state/place.ts';
import { useBasket, useNow, useSite } from '../../../site.tsx';
import { slotText } from '../../../language/slot-text.ts';
import { stateText, timeText } from '../../../language/times.ts';
import { minutesNow, outletState } from '../../../state/menu.ts';
import { quotedMinutes, soonText } from './soon-text.ts';
import { useKitchenQuote } from './use-kitchen-quote.ts';
import { ChoosePlaceButton } from '../../outlets/choose-place-button.tsx';
import styles from './order-time.module.css';

/** The drawer of the time: as soon as possible, and every time of today and tomorrow that is left (decision 21). */
export function OrderTimeSheet() {
  const { menu, words } = useSite();
  const { basket } = useBasket();
  const { outlet, mode } = placeOf(menu, basket);
  return (
    <Sheet name="when" title={words.when}>
      {outlet === null ? (
        <div className={styles.times}>
          <p className={styles.hint}>{words.choosePlaceFirst}</p>
          <ChoosePlaceButton mode={mode} />
        </div>
      ) : (
        <Times outlet={outlet} mode={mode} />
      )}
    </Sheet>
  );
}

function Times({ outlet, mode }: { outlet: CatalogueOutlet; mode: ModePath }) {
  const { words, language } = useSite();
  const { basket, change } = useBasket();
  const now = useNow();
  const { timeZone } = outlet;
  const slots = slotsAt(outlet, mode, now);
  const today = wallTime(now, timeZone).date;
  const isToday = (slot: Date) => wallTime(slot, timeZone).date === today;
  const choose = (orderDate: string | null) => {
    change((before) => ({ ...before, orderDate }));
    closeSheet();
  };
  const quote = useKitchenQuote();
  const free = freeSlots(slots, quote);
  const isFullNow = quote?.problems.some(({ code }) => code === 'order.time_full') ?? false;
  const canNow = takesOrdersNow(outlet, mode, now) && !isFullNow;
  const state = outletState(outlet, mode, now);
  const whyClosed = state.kind === 'open' ? words.notToday : stateText(state, { now, outlet, words, language });
  const whyNot = isFullNow ? words.kitchenFull : whyClosed;
  const minutes = quote === null ? (minutesNow(outlet, mode, now) ?? 0) : quotedMinutes(quote, mode);
  const soon = soonText(words, mode, minutes);
  const group = (title: string, days: Date[]) => (
    <SlotGroup
      title={title}
      slots={days}
      isFirst={days[0] === slots[0]}
      isFull={(slot) => !free.includes(slot)}
      chosen={basket.orderDate}
      onChoose={choose}
      label={(slot) => slotText(slot, now, timeZone, words, language)}
      time={(slot) => timeText(slot, timeZone)}
    />
  );
  return (
    <div className={styles.times}>
      <button
        type="button"
        className={styles.asap}
        aria-pressed={basket.orderDate === null}
        disabled={!canNow}
        onClick={() => choose(null)}
      >
        <span>
          <span className={styles.name}>{words.asap}</span>
          <span className={styles.hint}>{canNow ? soon : whyNot}</span>
        </span>
        {basket.orderDate === null ? <CheckIcon /> : null}
      </button>
      {free.length < slots.length ? <p className={styles.hint}>{words.fullSlotsHint}</p> : null}
      {group(words.slotDays.today, slots.filter(isToday))}
      {group(
        words.slotDays.tomorrow,
        slots.filter((slot) => !isToday(slot)),
      )}
      {slots.length === 0 ? <p className={styles.hint}>{words.noSlots}</p> : null}
    </div>
  );
}

interface SlotGroupProps {
  title: string;
  slots: readonly Date[];
  /** Whether the next times are among them: those are open. */
  isFirst: boolean;
  /** The kitchen cannot make the basket for it. */
  isFull: (slot: Date) => boolean;
  chosen: string | null;
  onChoose: (orderDate: string) => void;
  /** With its day, for who hears it. */
  label: (slot: Date) => string;
  time: (slot: Date) => string;
}

/** The times of a day, folded by the hour. */
function SlotGroup({ title, slots, isFirst, isFull, chosen, onChoose, label, time }: SlotGroupProps) {
  const { words } = useSite();
  const titleId = useId();
  if (slots.length === 0) return null;
  const isChosen = (slot: Date) => chosen !== null && Date.parse(chosen) === slot.getTime();
  const hours = [...Map.groupBy(slots, (slot) => time(slot).slice(0, 2)).values()];
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.day}>
        {title}
      </h3>
      {hours.map((inHour, index) => (
        <details
          key={inHour[0]!.getTime()}
          className={styles.hour}
          open={(isFirst && index === 0) || inHour.some(isChosen)}
        >
          <summary className={styles.hourName}>
            {[...new Set([inHour[0]!, inHour.at(-1)!].map(time))].join(' – ')}
          </summary>
          <ul className={styles.slots}>
            {inHour.map((slot) => (
              <li key={slot.getTime()}>
                <button
                  type="button"
                  className={styles.slot}
                  aria-label={isFull(slot) ? words.fullSlot(label(slot)) : label(slot)}
                  aria-pressed={isChosen(slot)}
                  disabled={isFull(slot)}
                  onClick={() => onChoose(slot.toISOString())}
                >
                  {time(slot)}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
