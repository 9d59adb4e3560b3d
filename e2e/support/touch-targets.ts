import { expect, type Page } from '@playwright/test';

const leastSide = 48;
const leastGap = 8;

interface Target {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Expects every visible button, tab and switch to be at least 48 by 48 px, and 8 px from the next one (M10). */
export async function expectTouchTargets(page: Page): Promise<void> {
  const targets = await page.evaluate((): Target[] => {
    /** Whether a scrolling part of the page cuts the element off, so that it cannot be touched yet. */
    const isCut = (element: Element, { top, bottom }: DOMRect): boolean => {
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(around).overflowY) || around === document.documentElement) continue;
        const room = around.getBoundingClientRect();
        if (top < room.top - 1 || bottom > room.bottom + 1) return true;
      }
      return false;
    };
    return (
      [...document.querySelectorAll('button, a[role=button], [role=tab], [role=switch]')]
        // The target of a switch is its label.
        .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
        .filter(
          ({ element, box }) =>
            box.width > 0 && element.checkVisibility({ visibilityProperty: true }) && !isCut(element, box),
        )
        .map(({ element, box: { left, top, right, bottom } }) => ({
          name: element.getAttribute('aria-label') ?? element.textContent,
          left,
          top,
          right,
          bottom,
        }))
    );
  });
  expect(targets.length).toBeGreaterThan(2);
  const small = targets.filter(
    (target) => Math.min(target.right - target.left, target.bottom - target.top) < leastSide,
  );
  expect(small, 'too small').toEqual([]);
  const close = targets.flatMap((one, index) =>
    targets.slice(index + 1).flatMap((other) => (gap(one, other) < leastGap ? `${one.name} | ${other.name}` : [])),
  );
  expect(close, 'too close').toEqual([]);
}

/**
 * Expects every visible button, field and switch to be at least 44 by 44 px: the size a finger hits on a phone or a
 * tablet.
 */
export async function expectFingerTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, [role=combobox], [role=switch], input:not([aria-hidden])')]
      // The target of a field is its frame, the target of a switch its label.
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: (element.closest('label, .MuiInputBase-root') ?? element).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 44)
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  );
  expect(small).toEqual([]);
}

/** The clear space between two boxes, across or down. */
function gap(one: Target, other: Target): number {
  const across = Math.max(other.left - one.right, one.left - other.right);
  const down = Math.max(other.top - one.bottom, one.top - other.bottom);
  return Math.max(across, down);
}
