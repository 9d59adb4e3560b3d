import { memo, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MenuText } from '../../components/menu-text.tsx';
import type { SpokenText } from '../../language/in-language.ts';
import { useSite } from '../../site.tsx';
import styles from './category-nav.module.css';

/** Pixels from the top of the window below which a category is the one being read: bar and tabs, which grow with the text, and a little more. */
function readingLineOf(): number {
  const { fontSize } = getComputedStyle(document.documentElement);
  return (Number.parseFloat(fontSize) / 16) * (56 + 48) + 16;
}

/** Links to the categories that stick to the top and follow the scrolling (C01). */
export const CategoryNav = memo(function CategoryNav({
  sections,
}: {
  sections: readonly { id: string; name: SpokenText }[];
}) {
  const { words } = useSite();
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  /** Until then the tab that was tapped stays current: the last category may be too short to reach the top. */
  const heldUntil = useRef(0);
  const shown = current ?? sections[0]?.id;

  const onSeen = useEffectEvent((seen: ReadonlySet<string>) => {
    if (performance.now() < heldUntil.current) return;
    const isAbove = (sectionOf(sections[0]!.id)?.getBoundingClientRect().top ?? 0) > readingLineOf();
    const first = isAbove ? sections[0] : sections.find((section) => seen.has(section.id));
    if (first !== undefined) setCurrent(first.id);
  });

  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.id.slice('category-'.length);
          if (isIntersecting) seen.add(id);
          else seen.delete(id);
        }
        onSeen(seen);
      },
      { rootMargin: `-${readingLineOf()}px 0px -50% 0px` },
    );
    for (const { id } of sections) {
      const section = sectionOf(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);

  useEffect(() => {
    const tab = nav.current?.querySelector(`[href="#category-${current}"]`);
    if (nav.current && tab) center(nav.current, tab);
  }, [current]);

  useEffect(() => {
    const root = nav.current!;
    // A wheel turns one way only; at the end of the tabs it scrolls the page again.
    const onWheel = (event: WheelEvent) => {
      // With Ctrl, and by two fingers on a trackpad, it is zoom.
      if (event.ctrlKey || event.deltaX !== 0) return;
      const before = root.scrollLeft;
      const way = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
      root.scrollLeft += root.matches(':dir(rtl)') ? -way : way;
      if (root.scrollLeft !== before) event.preventDefault();
    };
    root.addEventListener('wheel', onWheel, { passive: false });
    return () => root.removeEventListener('wheel', onWheel);
  }, []);

  function show(event: MouseEvent, id: string): void {
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
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#category-${id}`}
              className={styles.tab}
              aria-current={id === shown ? 'true' : undefined}
              onClick={(event) => show(event, id)}
              onFocus={({ currentTarget }) => {
                // Browsers leave one that is in sight in part; under a finger or a pointer nothing may move.
                if (nav.current && currentTarget.matches(':focus-visible')) center(nav.current, currentTarget);
              }}
            >
              <MenuText of={name} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
});

function sectionOf(id: string): HTMLElement | null {
  return document.getElementById(`category-${id}`);
}

/** Sideways only: `scrollIntoView` would move the page as well. */
function center(nav: Element, tab: Element): void {
  const outer = nav.getBoundingClientRect();
  const inner = tab.getBoundingClientRect();
  nav.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) });
}
