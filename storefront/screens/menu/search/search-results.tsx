import { startTransition, useEffect, useMemo, useState } from 'react';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import type { ItemId } from '#contract/base/ids.ts';
import controls from '../../../components/controls.module.css';
import { MenuText } from '../../../components/menu-text.tsx';
import { spokenText } from '../../../language/in-language.ts';
import { useFoodWish } from '../../../state/food-wish.ts';
import type { Place } from '../../../state/place.ts';
import { useSite } from '../../../site.tsx';
import { ItemRow } from '../item-row.tsx';
import { FoodFilter } from './food-filter.tsx';
import { indexMenu, searchMenu } from './search-menu.ts';
import styles from './search-results.module.css';

/** Rows that fill the first view; the others follow in portions, so that none holds up the next letter. */
const firstRows = 10;
const moreRows = 20;

const noUnsold: Record<ItemId, string> = {};

interface SearchResultsProps {
  /** Blank: the guest has opened the search, and may choose by what dishes contain. */
  search: string;
  place: Place;
  hasPictures: boolean;
  canAdd: boolean;
  onClear: () => void;
}

/** The dishes found, in a list of their own. */
export function SearchResults({ search: typed, place, hasPictures, canAdd, onClear }: SearchResultsProps) {
  const { menu, words } = useSite();
  const text = typed.trim();
  const [wish, setWish] = useFoodWish();
  const index = useMemo(() => indexMenu(menu, words.food, place), [menu, words, place]);
  const { found: all, hasLeftOut } = useMemo(() => searchMenu(index, text, wish), [index, text, wish]);
  // The dishes that can be had now come first.
  const { unsold = noUnsold } = menu.catalogue;
  const found = useMemo(
    () => [...all.filter((id) => !(id in unsold)), ...all.filter((id) => id in unsold)],
    [all, unsold],
  );
  const search = JSON.stringify([text, wish]);
  const [shown, setShown] = useState({ search, count: firstRows });
  const count = shown.search === search ? shown.count : firstRows;

  useEffect(() => {
    if (count >= found.length) return;
    const timer = setTimeout(() => startTransition(() => setShown({ search, count: count + moreRows })), 100);
    return () => clearTimeout(timer);
  }, [count, found, search]);

  return (
    <>
      <FoodFilter index={index} wish={wish} onWish={setWish} onClose={onClear} />
      {/* Read aloud without the dishes. */}
      <output className={found.length === 0 ? undefined : styles.count}>
        {found.length === 0 ? (
          <p className={styles.none}>{text === '' ? words.noDishSuits : words.noResults(text)}</p>
        ) : (
          words.dishesFound(found.length)
        )}
      </output>
      {hasLeftOut ? <p className={controls.news}>{words.askAboutAllergens}</p> : null}
      {found.length === 0 ? (
        <p className={styles.clear}>
          <button type="button" className={controls.text} onClick={onClear}>
            {words.clearSearch}
          </button>
        </p>
      ) : (
        <ul>
          {found
            .slice(0, count)
            .map((id) =>
              unsold[id] === undefined ? (
                <ItemRow
                  key={id}
                  item={menu.items.get(id)!}
                  place={place}
                  isOff={false}
                  hasPictures={hasPictures}
                  canAdd={canAdd}
                  isLazy
                />
              ) : (
                <UnsoldDish key={id} item={menu.items.get(id)!} when={unsold[id]} />
              ),
            )}
        </ul>
      )}
    </>
  );
}

/** A dish of menus that are not sold now, with when they are. */
function UnsoldDish({ item: { name, nameTranslations }, when }: { item: CatalogueItem; when: string }) {
  const { menu, language } = useSite();
  return (
    <li className={styles.unsold}>
      <MenuText of={spokenText(menu, name, nameTranslations, language)} />
      <span className={styles.when}>{when}</span>
    </li>
  );
}
