import { useRef } from 'react';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import { restoreLine } from '../../basket/edit-lines.ts';
import { plainLine } from '../../basket/plain-line.ts';
import { basketTotals } from '../../basket/price.ts';
import { addLine, hasRoom, orderingModeOf, portionsIn, setQuantity } from '../../basket/stored-basket.ts';
import { announce } from '../../components/announce.ts';
import { MinusIcon, PlusIcon, TrashIcon } from '../../components/icons.tsx';
import { menuLabel } from '../../components/menu-text.tsx';
import { moveFocus } from '../../components/move-focus.ts';
import { useToast } from '../../components/toast.tsx';
import type { SpokenText } from '../../language/in-language.ts';
import type { Place } from '../../state/place.ts';
import { useChangeBasket, usePortionsOf, useSite } from '../../site.tsx';
import styles from './add-button.module.css';

/** Adds at once a dish of which nothing has to be chosen; then it counts, and takes portions out again. */
export function AddButton({ item, name, place }: { item: CatalogueItem; name: SpokenText; place: Place }) {
  const { menu, words, money, basketStore } = useSite();
  const change = useChangeBasket();
  const toast = useToast();
  const count = usePortionsOf(item._id);
  const plus = useRef<HTMLButtonElement>(null);

  function add(): void {
    if (!hasRoom(basketStore.get())) return toast({ text: words.basketFull, tone: 'error' });
    const { mode, outlet } = place;
    change((before) => {
      const here = outlet === null ? {} : { outlet: { _id: outlet._id, name: outlet.name } };
      const basket = { ...before, orderingMode: orderingModeOf(mode), ...here };
      return addLine(basket, plainLine(item), menu.catalogue.restaurant.chargeOptions);
    });
    const basket = basketStore.get();
    announce(words.added(name.text, words.itemCount(portionsIn(basket)), money(basketTotals(menu, basket).total)));
  }

  function remove(): void {
    const { items } = basketStore.get();
    // A line with a note was written on purpose, so it goes last.
    const [line] = items
      .filter(({ _id }) => _id === item._id)
      .sort((one, other) => one.note.length - other.note.length);
    if (line === undefined) return;
    // The plus brings the dish back, and not what was written for it.
    const isWritten = line.quantity === 1 && line.note !== '';
    if (count === 1) moveFocus(plus.current);
    if (count === 1 && !isWritten) announce(words.removed(name.text));
    change((before) => setQuantity(before, line.id, line.quantity - 1));
    if (!isWritten) return;
    const undo = () => change((before) => restoreLine(before, line, items.indexOf(line)));
    toast({ text: words.removed(name.text), tone: 'note', action: { label: words.undo, run: undo } });
  }

  const adding = menuLabel(words.addDish, name);
  const removing = menuLabel(words.removeDish, name);
  return (
    <span className={count === 0 ? styles.single : styles.counter}>
      {count === 0 ? null : (
        <button type="button" className={styles.button} aria-label={removing.label} onClick={remove}>
          {removing.hidden}
          {count === 1 ? <TrashIcon /> : <MinusIcon />}
        </button>
      )}
      {count === 0 ? null : (
        <span className={styles.count}>
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{words.inBasket(count)}</span>
        </span>
      )}
      {/* The same button before and after, so that quick taps all count. */}
      <button ref={plus} type="button" className={styles.button} aria-label={adding.label} onClick={add}>
        {adding.hidden}
        <span className={styles.mark}>
          <PlusIcon />
        </span>
      </button>
    </span>
  );
}
