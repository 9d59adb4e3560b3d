import { type CSSProperties, useMemo, useState } from 'react';
import type { CatalogueCategory, CatalogueItem } from '#contract/menu/catalogue.ts';
import controls from '../../components/controls.module.css';
import { SearchIcon } from '../../components/icons.tsx';
import { Notice } from '../../components/page.tsx';
import { foldText } from '../../language/fold-text.ts';
import { inLanguage } from '../../language/in-language.ts';
import type { Place } from '../../state/place.ts';
import { useSite } from '../../site.tsx';
import { CategoryNav } from './category-nav.tsx';
import { ItemRow } from './item-row.tsx';
import styles from './menu-list.module.css';

/** The dishes: searched, or by category. */
export function MenuList({ place }: { place: Place }) {
  const { menu, words } = useSite();
  const [search, setSearch] = useState('');
  const categories = useMemo(() => menu.catalogue.categories.filter(({ items }) => items.length > 0), [menu]);
  // Where no dish has a picture, a column of initials would be noise.
  const hasPictures = menu.catalogue.items.some((item) => item.image !== null);
  const isSearching = search.trim() !== '';

  if (categories.length === 0) return <Notice title={words.emptyMenu} />;
  return (
    <>
      <search className={styles.search}>
        <SearchIcon />
        <input
          type="search"
          className={styles.searchBox}
          aria-label={words.searchMenu}
          placeholder={words.searchMenu}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // The keyboard is about to cover half of the window.
          onFocus={(event) => event.target.scrollIntoView({ block: 'start' })}
        />
      </search>
      {!isSearching ? (
        <>
          <CategoryNav categories={categories} />
          {categories.map((category, index) => (
            <CategorySection
              key={category._id}
              category={category}
              place={place}
              hasPictures={hasPictures}
              isFirst={index === 0}
            />
          ))}
        </>
      ) : (
        <Results search={search.trim()} place={place} hasPictures={hasPictures} onClear={() => setSearch('')} />
      )}
    </>
  );
}

function CategorySection({
  category,
  place,
  hasPictures,
  isFirst,
}: {
  category: CatalogueCategory;
  place: Place;
  hasPictures: boolean;
  isFirst: boolean;
}) {
  const { menu, language } = useSite();
  const items = category.items.flatMap((itemId) => menu.items.get(itemId) ?? []);
  const isOff = place.outlet !== null && category.InActiveOutletIds.includes(place.outlet._id);
  return (
    <section
      id={`category-${category._id}`}
      className={styles.category}
      // Its height can be told before it is laid out, which happens when it comes near.
      style={{ '--dishes': items.length } as CSSProperties}
      aria-labelledby={`name-${category._id}`}
    >
      <h2 id={`name-${category._id}`} className={styles.categoryName} tabIndex={-1}>
        <bdi>{inLanguage(category.name, category.nameTranslations, language)}</bdi>
      </h2>
      <ul>
        {items.map((item, index) => (
          <ItemRow
            key={item._id}
            item={item}
            place={place}
            isOff={isOff}
            hasPictures={hasPictures}
            isLazy={!isFirst || index > 3}
          />
        ))}
      </ul>
    </section>
  );
}

function Results({
  search,
  place,
  hasPictures,
  onClear,
}: {
  search: string;
  place: Place;
  hasPictures: boolean;
  onClear: () => void;
}) {
  const { menu, words } = useSite();
  const listed = new Set(menu.catalogue.categories.flatMap((category) => category.items));
  const searched = foldText(search);
  const matches = (item: CatalogueItem) =>
    foldText(
      [
        item.name,
        item.description,
        ...Object.values(item.nameTranslations),
        ...Object.values(item.descriptionTranslations),
      ].join('\n'),
    ).includes(searched);
  const found = menu.catalogue.items.filter((item) => listed.has(item._id) && matches(item));
  return (
    <output className={styles.results}>
      {found.length === 0 ? (
        <Notice
          title={words.noResults(search)}
          action={
            <button type="button" className={controls.text} onClick={onClear}>
              {words.clearSearch}
            </button>
          }
        />
      ) : (
        <ul>
          {found.map((item) => (
            <ItemRow key={item._id} item={item} place={place} isOff={false} hasPictures={hasPictures} isLazy />
          ))}
        </ul>
      )}
    </output>
  );
}
