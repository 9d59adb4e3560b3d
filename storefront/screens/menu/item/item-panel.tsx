import { useEffect, useId, useRef, useState } from 'react';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { CloseIcon } from '../../../components/icons.tsx';
import { Notice } from '../../../components/page.tsx';
import { WidePicture } from '../../../components/picture.tsx';
import { useModal } from '../../../components/sheet.tsx';
import { MenuText } from '../../../components/menu-text.tsx';
import { dot } from '../../../language/dot.ts';
import { foodsText } from '../../../language/foods-text.ts';
import { inLanguage, spokenText } from '../../../language/in-language.ts';
import { startingPrice } from '../../../state/menu.ts';
import { goBack, useHydrated } from '../../../routing/navigation.ts';
import { useAddress } from '../../../routing/router.tsx';
import { useNote, useBasket, useSite, useTitle } from '../../../site.tsx';
import { ItemForm, type PlaceOfItem } from './item-form.tsx';
import styles from './item-panel.module.css';

/** One dish, opened above the menu at an address of its own; the whole window on a phone. */
export function ItemPanel({ place }: { place: PlaceOfItem }) {
  const { mode, outlet } = place;
  const { menu, words, paths, language } = useSite();
  const { basket } = useBasket();
  const search = new URLSearchParams(useAddress().search);
  const titleId = useId();
  const dialog = useModal();
  // Open in the server's HTML, to be read without a script. What comes later is opened above the page by the effect.
  const [isOpenAtFirst] = useState(!useHydrated());
  const close = () => goBack(paths.outlet(mode, outlet.name));

  const item = menu.items.get(search.get('itemId') as ItemId);
  const name = item === undefined ? '' : inLanguage(item.name, item.nameTranslations, language);
  const [isNameHidden, setIsNameHidden] = useState(false);
  const line = basket.items.find((other) => other.id === search.get('lineId') && other._id === item?._id);
  return (
    // The backdrop counts as the dialog itself; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      open={isOpenAtFirst}
      className={styles.panel}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={isNameHidden ? `${styles.bar} ${styles.named}` : styles.bar}>
        <button type="button" className={styles.close} aria-label={words.close} onClick={close}>
          <CloseIcon />
        </button>
        <span aria-hidden="true" className={styles.barName}>
          {name}
        </span>
      </div>
      {item === undefined ? (
        <UnknownItem titleId={titleId} />
      ) : (
        <ItemForm
          // Another line of the same dish is another form.
          key={`${item._id} ${line?.id ?? ''}`}
          item={item}
          place={place}
          line={line}
          onDone={close}
          head={<ItemHead item={item} titleId={titleId} name={name} onNameHidden={setIsNameHidden} />}
        />
      )}
    </dialog>
  );
}

function ItemHead({
  item,
  titleId,
  name,
  onNameHidden,
}: {
  item: CatalogueItem;
  titleId: string;
  name: string;
  /** The name has been scrolled out of sight, or back. */
  onNameHidden: (isHidden: boolean) => void;
}) {
  const { menu, words, money, language } = useSite();
  useTitle(name);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const name = heading.current!;
    const observer = new IntersectionObserver(([entry]) => onNameHidden(entry?.isIntersecting === false), {
      root: name.closest('dialog'),
      rootMargin: '-64px 0px 0px',
    });
    observer.observe(name);
    return () => observer.disconnect();
  }, [onNameHidden]);
  const { price, isFrom } = startingPrice(menu, item);
  const description = spokenText(menu, item.description, item.descriptionTranslations, language);
  const facts = [...(item.calories === null ? [] : [words.calories(item.calories)]), foodsText(item, words)].filter(
    Boolean,
  );
  return (
    <>
      {item.image === null ? (
        <div className={styles.noPicture} />
      ) : (
        <WidePicture image={item.image} className={styles.picture} />
      )}
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 ref={heading} id={titleId} className={styles.name}>
            <MenuText of={spokenText(menu, item.name, item.nameTranslations, language)} />
          </h2>
          <span className={styles.price}>{isFrom ? words.from(money(price)) : money(price)}</span>
        </div>
        {description.text === '' ? null : (
          <p className={styles.description}>
            <MenuText of={description} />
          </p>
        )}
        {facts.length === 0 ? null : <p className={styles.facts}>{facts.join(dot)}</p>}
      </div>
    </>
  );
}

function UnknownItem({ titleId }: { titleId: string }) {
  const { words } = useSite();
  useNote({ statusCode: 404 });
  return (
    <div id={titleId} className={styles.unknown}>
      <Notice title={words.notFound}>{words.notFoundHint}</Notice>
    </div>
  );
}
