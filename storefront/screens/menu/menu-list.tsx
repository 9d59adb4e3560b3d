import { type CSSProperties, memo, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import { SearchIcon } from '../../components/icons.tsx';
import { Notice } from '../../components/page.tsx';
import { MenuText } from '../../components/menu-text.tsx';
import { spokenText } from '../../language/in-language.ts';
import { availabilityAt, type Menu } from '../../state/menu.ts';
import type { Place } from '../../state/place.ts';
import type { ShownCategory } from '../../state/sales.ts';
import { useTakesOrders } from '../../state/takes-orders.ts';
import { useSite } from '../../site.tsx';
import { Optional } from '../../components/boundary.tsx';
import { lazyPart } from '../lazy.tsx';
import { CategoryNav } from './category-nav.tsx';
import { ItemRow } from './item-row.tsx';
import styles from './menu-list.module.css';

export const loadSearchResults = () => import('./search/search-results.tsx').then((file) => file.SearchResults);
const SearchResults = lazyPart(loadSearchResults);

/** Dishes in the row of popular ones; fewer than the least are no row. */
const popularMin = 3;
const popularMax = 8;
const popularId = 'popular';

/** The dishes: searched, or by category. */
export function MenuList({ place }: { place: Place }) {
  const { menu, words, language } = useSite();
  const categories = useMemo(() => menu.catalogue.categories.filter(({ items, note }) => items[0] ?? note), [menu]);
  const popular = useMemo(() => popularAt(menu, place), [menu, place]);
  const canAdd = useTakesOrders(place);
  const input = useRef<HTMLInputElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  // The letter is painted before its results.
  const searched = useDeferredValue(search);
  const isSearching = searched !== '';
  // Where no dish has a picture, a column of initials would be noise.
  const hasPictures = menu.catalogue.items.some((item) => item.image !== null);
  const sections = useMemo(
    () => [
      ...(popular.length === 0 ? [] : [{ id: popularId, name: { text: words.popular } }]),
      ...categories.map(({ _id, name, nameTranslations }) => ({
        id: _id,
        name: spokenText(menu, name, nameTranslations, language),
      })),
    ],
    [menu, categories, popular, words, language],
  );

  // Typed before the script ran, or put back by the browser after a reload. An empty menu has no field.
  useEffect(() => setSearch(input.current?.value ?? ''), []);
  useReturn(isSearching, top);

  function clear(): void {
    input.current!.value = '';
    setSearch('');
    input.current!.focus();
  }

  if (categories.length === 0) return <Notice title={words.emptyMenu} />;
  return (
    <>
      <div ref={top} className={styles.top} />
      <div className={styles.bar}>
        <search className={styles.search}>
          <SearchIcon />
          <input
            ref={input}
            type="search"
            className={styles.searchBox}
            aria-label={words.searchMenu}
            placeholder={words.searchMenu}
            onChange={(event) => setSearch(event.target.value)}
            onFocus={() => void loadSearchResults().catch(() => undefined)}
            // Opened by a tap it offers what dishes contain to choose by; who comes by keyboard types first, or goes on.
            onClick={() => setSearch(search || (isDeclared(menu) ? ' ' : ''))}
          />
        </search>
        <CategoryNav sections={sections} />
      </div>
      <div className={isSearching ? styles.covered : undefined}>
        <Sections categories={categories} popular={popular} place={place} hasPictures={hasPictures} canAdd={canAdd} />
      </div>
      {isSearching ? (
        <div className={styles.results}>
          <Optional place={searched}>
            <SearchResults search={searched} place={place} hasPictures={hasPictures} canAdd={canAdd} onClear={clear} />
          </Optional>
        </div>
      ) : null}
    </>
  );
}

function isDeclared({ catalogue }: Menu): boolean {
  return catalogue.items.some(({ allergens, diets }) => allergens[0] ?? diets[0]);
}

/** The popular dishes that can be had at the place. */
function popularAt(menu: Menu, { outlet, startsAt }: Place): CatalogueItem[] {
  const items = menu.catalogue.popular
    .flatMap((id) => menu.items.get(id) ?? [])
    .filter((item) => availabilityAt(menu, item, outlet?._id ?? null, startsAt) === 'available');
  return items.length < popularMin ? [] : items.slice(0, popularMax);
}

/** Shows the results from their beginning, and the menu where it was left. */
function useReturn(isSearching: boolean, top: React.RefObject<HTMLDivElement | null>): void {
  const leftAt = useRef<number | null>(null);
  useEffect(() => {
    if (isSearching) {
      leftAt.current = scrollY;
      const begin = top.current?.offsetTop ?? 0;
      if (scrollY > begin) scrollTo(0, begin);
    } else if (leftAt.current !== null) {
      scrollTo(0, leftAt.current);
      leftAt.current = null;
    }
  }, [isSearching, top]);
}

interface SectionsProps {
  categories: readonly ShownCategory[];
  popular: readonly CatalogueItem[];
  place: Place;
  hasPictures: boolean;
  canAdd: boolean;
}

/** Not rendered again while the guest types. What is below the first view is hydrated after it, one category at a time. */
const Sections = memo(function Sections({ categories, popular, place, hasPictures, canAdd }: SectionsProps) {
  return (
    <>
      {popular.length === 0 ? null : <Popular items={popular} place={place} canAdd={canAdd} />}
      {categories.map((category, index) => (
        <Suspense key={category._id}>
          <CategorySection
            category={category}
            place={place}
            hasPictures={hasPictures}
            canAdd={canAdd}
            isFirst={index === 0 && popular.length === 0}
          />
        </Suspense>
      ))}
    </>
  );
});

function Popular({
  items,
  place,
  canAdd,
}: Pick<SectionsProps, 'place' | 'canAdd'> & { items: readonly CatalogueItem[] }) {
  const { words } = useSite();
  return (
    <section id={`category-${popularId}`} className={styles.popular} aria-labelledby={`name-${popularId}`}>
      <h2 id={`name-${popularId}`} className={styles.categoryName} tabIndex={-1}>
        {words.popular}
      </h2>
      <ul className={styles.cards}>
        {items.map((item, index) => (
          <ItemRow
            key={item._id}
            item={item}
            place={place}
            isOff={false}
            hasPictures
            canAdd={canAdd}
            isLazy={index > 2}
            isCard
          />
        ))}
      </ul>
    </section>
  );
}

function CategorySection({
  category,
  place,
  hasPictures,
  canAdd,
  isFirst,
}: Omit<SectionsProps, 'categories' | 'popular'> & { category: ShownCategory; isFirst: boolean }) {
  const { menu, language } = useSite();
  const { note } = category;
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
        <MenuText of={spokenText(menu, category.name, category.nameTranslations, language)} />
      </h2>
      {note && (
        <p>
          {note.text} {note.scheduleText && <a href="#when">{note.scheduleText}</a>}
        </p>
      )}
      <ul>
        {items.map((item, index) => (
          <ItemRow
            key={item._id}
            item={item}
            place={place}
            isOff={isOff}
            hasPictures={hasPictures}
            canAdd={canAdd}
            isLazy={!isFirst || index > 3}
          />
        ))}
      </ul>
    </section>
  );
}
