import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels that rounding may take from a position. */
const ROUNDING = 2;

/**
 * The page of each ticket, from 0 on. The browser has laid the tickets out in columns of the board's height; columns
 * for which the board has no width are further pages, each as wide as the board and one gap.
 */
export function usePages(flow: RefObject<HTMLElement | null>, gap: number): readonly number[] {
  const [pages, setPages] = useState<readonly number[]>([]);
  // After every change of what is shown, before it is painted.
  useLayoutEffect(() => {
    const element = flow.current;
    if (element === null) return;
    const measure = () => {
      const board = element.getBoundingClientRect();
      const isRtl = getComputedStyle(element).direction === 'rtl';
      const next = [...element.querySelectorAll('[data-ticket]')].map((ticket) => {
        const box = ticket.getBoundingClientRect();
        const distance = isRtl ? board.right - box.right : box.left - board.left;
        return Math.max(0, Math.floor((distance + ROUNDING) / (board.width + gap)));
      });
      setPages((before) =>
        before.length === next.length && before.every((page, index) => page === next[index]) ? before : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const ticket of element.querySelectorAll('[data-ticket]')) observer.observe(ticket);
    return () => observer.disconnect();
  });
  return pages;
}
