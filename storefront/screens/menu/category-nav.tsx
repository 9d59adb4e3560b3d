import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CatalogueCategory } from '#contract/menu/catalogue.ts';
import type { CategoryId } from '#contract/base/ids.ts';
import { inLanguage } from '../../language/in-language.ts';
import { useSite } from '../../site.tsx';
import styles from './category-nav.module.css';

/** Below this distance from the top of the window a category is the one being read: bar and tabs, and a little more. */
const readingLine = 56 + 48 + 16;

/** Links to the categories that stick to the top and follow the scrolling (C01). */
export function CategoryNav({ categories }: { categories: readonly CatalogueCategory[] }) {
  const { words, language } = useSite();
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<CategoryId | null>(null);
  /** Until then the tab that was tapped stays current: the last category may be too short to reach the top. */
  const heldUntil = useRef(0);
  const shown = current ?? categories[0]?._id;

  const onSeen = useEffectEvent((seen: ReadonlySet<CategoryId>) => {
    if (performance.now() < heldUntil.current) return;
    const isAbove = (sectionOf(categories[0]!._id)?.getBoundingClientRect().top ?? 0) > readingLine;
    const first = isAbove ? categories[0] : categories.find((category) => seen.has(category._id));
    if (first !== undefined) setCurrent(first._id);
  });

  useEffect(() => {
    const seen = new Set<CategoryId>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.id.slice('category-'.length) as CategoryId;
          if (isIntersecting) seen.add(id);
          else seen.delete(id);
        }
        onSeen(seen);
      },
      { rootMargin: `-${readingLine}px 0px -50% 0px` },
    );
    for (const category of categories) {
      const section = sectionOf(category._id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [categories]);

  useEffect(() => {
    const tab = nav.current?.querySelector(`[href="#category-${current}"]`);
    if (nav.current && tab) center(nav.current, tab);
  }, [current]);

  function show(event: MouseEvent, id: CategoryId): void {
    event.preventDefault();
    heldUntil.current = event.timeStamp + 500;
    setCurrent(id);
    const heading = sectionOf(id)?.querySelector('h2');
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }

  return (
    <nav ref={nav} className={styles.nav} aria-label={words.menuCategories}>
      <ul className={styles.tabs}>
        {categories.map((category) => (
          <li key={category._id}>
            <a
              href={`#category-${category._id}`}
              className={styles.tab}
              aria-current={category._id === shown ? 'true' : undefined}
              onClick={(event) => show(event, category._id)}
            >
              <bdi>{inLanguage(category.name, category.nameTranslations, language)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function sectionOf(id: CategoryId): HTMLElement | null {
  return document.getElementById(`category-${id}`);
}

/** Sideways only: `scrollIntoView` would move the page as well. */
function center(nav: Element, tab: Element): void {
  const outer = nav.getBoundingClientRect();
  const inner = tab.getBoundingClientRect();
  nav.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) });
}
