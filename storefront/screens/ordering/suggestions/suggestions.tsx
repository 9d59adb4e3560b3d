import { useId, useRef, useState } from 'react';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { needsNoChoice, suggestionsFor } from '../../../basket/suggested-dishes.ts';
import { hasRoom } from '../../../basket/stored-basket.ts';
import { announce } from '../../../components/announce.ts';
import controls from '../../../components/controls.module.css';
import { PlusIcon } from '../../../components/icons.tsx';
import { MenuText } from '../../../components/menu-text.tsx';
import { Thumbnail } from '../../../components/picture.tsx';
import { spokenText } from '../../../language/in-language.ts';
import { useAddress } from '../../../routing/router.tsx';
import { useFoodWish } from '../../../state/food-wish.ts';
import { startingPrice } from '../../../state/menu.ts';
import { type Place, placeOf } from '../../../state/place.ts';
import { useStoredText } from '../../../state/stored-text.ts';
import { useTakesOrders } from '../../../state/takes-orders.ts';
import { useSite, useWholeBasket } from '../../../site.tsx';
import { AddButton } from '../../menu/add-button.tsx';
import { useHeldPlace } from './use-held-place.ts';
import styles from './suggestions.module.css';

/**
 * Below the lines of a basket: dishes that the merchant chose to go with them (decision 107). Nothing for a basket of which an order, or its
 * payment, may be on its way. `isBusy`: it is being ordered.
 */
export function Suggestions({ isBusy = false }: { isBusy?: boolean }) {
  const { menu } = useSite();
  const { basket } = useWholeBasket();
  const { path } = useAddress();
  const isOnItsWay = basket.isInDoubt || basket.paymentReference !== '';
  const hasAny = basket.items.some(({ _id }) => menu.items.get(_id)?.goesWith);
  if (!hasAny || (isOnItsWay && !isBusy)) return null;
  return <SuggestedDishes key={path} isBusy={isBusy} />;
}

function SuggestedDishes({ isBusy }: { isBusy: boolean }) {
  const { menu, words } = useSite();
  const { basket } = useWholeBasket();
  const place = placeOf(menu, basket);
  const takesOrders = useTakesOrders(place);
  const [wish] = useFoodWish();
  // The key is that of the basket until it is ordered.
  const [dismissed, dismiss] = useStoredText(`no-suggestions.${menu.catalogue.restaurant._id}`, 'browser');
  // Dishes that were added here stay where they are, so that a second tap adds a second portion and not another dish.
  const [added, setAdded] = useState<readonly ItemId[]>([]);
  const { hold, onPointerLeave } = useHeldPlace(basket.items.length);
  const end = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const isDismissed = dismissed === basket.idempotencyKey;
  const lines = basket.items.map(({ _id }) => _id).filter((id) => !added.includes(id));
  const isShown = takesOrders && !isDismissed && (added.length > 0 || hasRoom(basket));
  const dishes = isShown ? suggestionsFor(menu, lines, place, wish) : [];

  return (
    <>
      {dishes.length === 0 ? null : (
        <section
          className={styles.suggestions}
          aria-labelledby={titleId}
          inert={isBusy}
          onPointerLeave={onPointerLeave}
        >
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {words.suggestions.title}
            </h2>
            <button
              type="button"
              className={controls.text}
              onClick={() => {
                dismiss(basket.idempotencyKey);
                announce(words.suggestions.hidden);
                // The button goes, and the focus must not go with it.
                end.current?.focus({ preventScroll: true });
              }}
            >
              {words.suggestions.dismiss}
            </button>
          </div>
          <ul>
            {dishes.map((item) => (
              <SuggestedDish
                key={item._id}
                item={item}
                place={place}
                onAdd={(tapped) => {
                  hold(tapped);
                  setAdded((before) => (before.includes(item._id) ? before : [...before, item._id]));
                }}
              />
            ))}
          </ul>
        </section>
      )}
      <div ref={end} tabIndex={-1} className={styles.end} />
    </>
  );
}

function SuggestedDish({
  item,
  place,
  onAdd,
}: {
  item: CatalogueItem;
  place: Place;
  /** Before it is added, with what was tapped. */
  onAdd: (tapped: Element) => void;
}) {
  const { menu, words, paths, money, language } = useSite();
  const name = spokenText(menu, item.name, item.nameTranslations, language);
  const { price, isFrom } = startingPrice(menu, item);
  const isPlain = needsNoChoice(menu, item);
  return (
    <li className={styles.dish}>
      <a href={paths.item(place.mode, place.outlet!.name, item._id)} className={styles.link}>
        <Thumbnail image={item.image} name={name.text} />
        <span className={styles.words}>
          <span className={styles.name}>
            <MenuText of={name} />
          </span>
          <span className={styles.price}>{isFrom ? words.from(money(price)) : money(price)}</span>
        </span>
        {isPlain ? null : (
          <span aria-hidden="true" className={styles.mark}>
            <PlusIcon />
          </span>
        )}
      </a>
      {isPlain ? (
        // The button inside is the one that is pressed.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span className={styles.adding} onClickCapture={(event) => onAdd(event.currentTarget)}>
          <AddButton item={item} name={name} place={place} />
        </span>
      ) : null}
    </li>
  );
}
