import { namesOfLine } from '../../../basket/names-of-line.ts';
import { type BasketLine, setQuantity } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { gap, MenuSentence } from '../../../components/menu-text.tsx';
import { useBasket, useSite } from '../../../site.tsx';

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
      className={`${controls.secondary} ${controls.wide}`}
      onClick={() => {
        onRemove();
        change((before) => lines.reduce((rest, { id }) => setQuantity(rest, id, 0), before));
      }}
    >
      <MenuSentence
        sentence={(isPaidOnline ? words.removeAndPay : words.removeAndPlace)(words.list(lines.map(() => gap)))}
        of={lines.map((line) => namesOfLine(menu, line, language).name)}
      />
    </button>
  );
}
