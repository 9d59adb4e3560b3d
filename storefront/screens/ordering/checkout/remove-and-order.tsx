import { namesOfLine } from '../../../basket/names-of-line.ts';
import { type BasketLine, setQuantity } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { gap, MenuSentence } from '../../../components/menu-text.tsx';
import { useBasket, useSite } from '../../../site.tsx';
import styles from './checkout-screen.module.css';

interface RemoveAndOrderProps {
  lines: readonly BasketLine[];
  isPaidOnline: boolean;
  /** Before the lines go. */
  onRemove: () => void;
}

/** Orders the basket without the dishes that cannot be had. */
export function RemoveAndOrder({ lines, isPaidOnline, onRemove }: RemoveAndOrderProps) {
  const { menu, words, language } = useSite();
  const { change } = useBasket();
  return (
    <button
      type="button"
      className={`${controls.secondary} ${controls.wide} ${styles.instead}`}
      onClick={() => {
        onRemove();
        change((before) => lines.reduce((rest, { id }) => setQuantity(rest, id, 0), before));
      }}
    >
      {/* One part of the button, which would stand its words and names side by side. */}
      <span>
        <MenuSentence
          sentence={(isPaidOnline ? words.removeAndPay : words.removeAndPlace)(words.list(lines.map(() => gap)))}
          of={lines.map((line) => namesOfLine(menu, line, language).name)}
        />
      </span>
    </button>
  );
}
