import { memo } from 'react';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import { PlusIcon } from '../../components/icons.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { inLanguage } from '../../language/in-language.ts';
import { availabilityAt, startingPrice } from '../../state/menu.ts';
import type { Place } from '../../state/place.ts';
import { useBasket, useSite } from '../../site.tsx';
import styles from './item-row.module.css';

/** A dish in the menu. What cannot be ordered is shown and leads nowhere (C04). */
export const ItemRow = memo(function ItemRow({
  item,
  place,
  isOff,
  hasPictures,
  isLazy,
}: {
  item: CatalogueItem;
  place: Place;
  /** Its category is switched off here. */
  isOff: boolean;
  hasPictures: boolean;
  isLazy: boolean;
}) {
  const { menu } = useSite();
  const isSoldOut = isOff || availabilityAt(menu, item, place.outlet?._id ?? null, place.startsAt) !== 'available';
  const content = <ItemContent item={item} isSoldOut={isSoldOut} hasPictures={hasPictures} isLazy={isLazy} />;
  return (
    <li className={styles.row}>
      {isSoldOut ? (
        <div className={`${styles.inside} ${styles.soldOut}`}>{content}</div>
      ) : (
        <ItemLink item={item} place={place}>
          {content}
        </ItemLink>
      )}
    </li>
  );
});

/** To the dish; before a place is chosen, to choosing one, with the dish kept in mind. */
function ItemLink({ item, place, children }: { item: CatalogueItem; place: Place; children: React.ReactNode }) {
  const { paths } = useSite();
  const { change } = useBasket();
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

function ItemContent({
  item,
  isSoldOut,
  hasPictures,
  isLazy,
}: {
  item: CatalogueItem;
  isSoldOut: boolean;
  hasPictures: boolean;
  isLazy: boolean;
}) {
  const { menu, words, money, language } = useSite();
  const { price, isFrom } = startingPrice(menu, item);
  const name = inLanguage(item.name, item.nameTranslations, language);
  const description = inLanguage(item.description, item.descriptionTranslations, language);
  return (
    <>
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        {description === '' ? null : (
          <span className={styles.description}>
            <bdi>{description}</bdi>
          </span>
        )}
        <span className={styles.price}>
          {isFrom ? words.from(money(price)) : money(price)}
          {isSoldOut ? <span className={styles.badge}>{words.soldOut}</span> : null}
        </span>
      </span>
      {hasPictures ? (
        <span className={styles.picture}>
          <Thumbnail image={item.image} name={name} isLazy={isLazy} />
          {isSoldOut ? null : <AddMark item={item} />}
        </span>
      ) : isSoldOut ? null : (
        <AddMark item={item} />
      )}
    </>
  );
}

/** A plus, or how many are in the basket already. */
function AddMark({ item }: { item: CatalogueItem }) {
  const { words } = useSite();
  const { basket } = useBasket();
  const count = basket.items.reduce((sum, line) => sum + (line._id === item._id ? line.quantity : 0), 0);
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
