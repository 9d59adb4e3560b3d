import { memo, type ReactNode } from 'react';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import { PlusIcon } from '../../components/icons.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { MenuText } from '../../components/menu-text.tsx';
import { spokenText } from '../../language/in-language.ts';
import { availabilityAt, startingPrice } from '../../state/menu.ts';
import type { Place } from '../../state/place.ts';
import { useChangeBasket, usePortionsOf, useSite } from '../../site.tsx';
import { AddButton } from './add-button.tsx';
import styles from './item-row.module.css';

interface ItemRowProps {
  item: CatalogueItem;
  place: Place;
  /** Its category is switched off here. */
  isOff: boolean;
  hasPictures: boolean;
  isLazy: boolean;
  /** Whether the place takes orders, so that a dish without options is added by its plus. */
  canAdd: boolean;
  /** Picture above the words, in a row that is scrolled sideways. */
  isCard?: boolean;
}

/** A dish in the menu. What cannot be ordered is shown and leads nowhere (C04). */
export const ItemRow = memo(function ItemRow({
  item,
  place,
  isOff,
  hasPictures,
  isLazy,
  canAdd,
  isCard = false,
}: ItemRowProps) {
  const { menu, words, money, language } = useSite();
  const isSoldOut = isOff || availabilityAt(menu, item, place.outlet?._id ?? null, place.startsAt) !== 'available';
  const name = spokenText(menu, item.name, item.nameTranslations, language);
  const description = spokenText(menu, item.description, item.descriptionTranslations, language);
  const { price, isFrom } = startingPrice(menu, item);
  const hasButton = canAdd && !isSoldOut && item.modifierList.length === 0;
  const hasPicture = hasPictures || isCard;
  const content = (
    <>
      <span className={styles.words}>
        <span className={styles.name}>
          <MenuText of={name} />
        </span>
        {isCard || description.text === '' ? null : (
          <span className={styles.description}>
            <MenuText of={description} />
          </span>
        )}
        <span className={styles.price}>
          {isFrom ? words.from(money(price)) : money(price)}
          {isSoldOut ? <span className={styles.badge}>{words.soldOut}</span> : null}
        </span>
      </span>
      {hasPicture ? (
        <span className={styles.picture}>
          <Thumbnail image={item.image} name={name.text} isLazy={isLazy} />
          {isSoldOut || hasButton ? null : <AddMark item={item} />}
        </span>
      ) : isSoldOut || hasButton ? null : (
        <AddMark item={item} />
      )}
    </>
  );
  return (
    <li className={`${isCard ? styles.card : styles.row} ${hasPicture ? styles.pictured : ''}`}>
      {isSoldOut ? (
        <div className={`${styles.inside} ${styles.soldOut}`}>{content}</div>
      ) : (
        <ItemLink item={item} place={place}>
          {content}
        </ItemLink>
      )}
      {hasButton ? (
        <span className={styles.adding}>
          <AddButton item={item} name={name} place={place} />
        </span>
      ) : null}
    </li>
  );
});

/** To the dish; before a place is chosen, to choosing one, with the dish kept in mind. */
function ItemLink({ item, place, children }: { item: CatalogueItem; place: Place; children: ReactNode }) {
  const { paths } = useSite();
  const change = useChangeBasket();
  const { mode, outlet } = place;
  if (outlet !== null) {
    return (
      <a href={paths.item(mode, outlet.name, item._id)} className={styles.inside}>
        {children}
      </a>
    );
  }
  return (
    <a
      href={paths.choosePlace(mode)}
      className={styles.inside}
      onClick={() => change((before) => ({ ...before, item: item._id }))}
    >
      {children}
    </a>
  );
}

/** For a dish with options, which a tap opens: a plus, or how many are in the basket already. */
function AddMark({ item }: { item: CatalogueItem }) {
  const { words } = useSite();
  const count = usePortionsOf(item._id);
  if (count > 0) {
    return (
      <span className={`${styles.mark} ${styles.count}`}>
        <span aria-hidden="true">{count}</span>
        <span className="visually-hidden">{words.inBasket(count)}</span>
      </span>
    );
  }
  return (
    <span aria-hidden="true" className={styles.mark}>
      <PlusIcon />
    </span>
  );
}
