import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps what was tapped under the finger while the lines above it grow: `hold` before the change, `version` tells that it is there. Until the
 * mouse has left the part, lines that scroll by themselves scroll instead of growing.
 */
export function useHeldPlace(version: number) {
  const held = useRef<{ tapped: Element; top: number; version: number } | null>(null);
  const lines = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const before = held.current;
    if (before === null || before.version === version) return;
    held.current = null;
    const { tapped, top } = before;
    const scroller = scrollerAround(tapped) ?? document.scrollingElement;
    const put = () => {
      if (scroller !== null && tapped.isConnected) scroller.scrollTop += tapped.getBoundingClientRect().top - top;
    };
    put();
    // The browser may have moved the page as well, to keep something else in its place.
    const frame = requestAnimationFrame(put);
    return () => cancelAnimationFrame(frame);
  }, [version]);

  useEffect(() => () => release(lines), []);

  return {
    hold: (tapped: Element) => {
      held.current = { tapped, top: tapped.getBoundingClientRect().top, version };
      // A tap is drawn before the next task. A second portion adds no line, and a later one must not move the page.
      setTimeout(() => {
        held.current = null;
      });
      lines.current = scrollerAround(tapped);
      if (lines.current !== null) lines.current.style.maxBlockSize = `${lines.current.offsetHeight}px`;
    },
    // A finger leaves with every tap.
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') release(lines);
    },
  };
}

/** Lets the lines grow again. */
function release(lines: RefObject<HTMLElement | null>): void {
  if (lines.current !== null) lines.current.style.maxBlockSize = '';
  lines.current = null;
}

/** The nearest part around it that scrolls by itself; null: the page does. */
function scrollerAround(part: Element): HTMLElement | null {
  for (let around = part.parentElement; around !== null && around !== document.body; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return null;
}
