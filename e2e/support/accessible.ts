import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** WCAG 2.2 AA, and axe's best practices beyond it (G11). */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * A script of a third of the size of the usual one, which a page takes as long to read as to be examined. Elements are named by their
 * selectors: it need not write down the markup of each that it looks at, up to the whole page.
 */
const axeScript = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ noHtml: true });`;

/**
 * Leaves out the elements that pass: naming each takes twice as long as the examination. Style sheets are read for one rule about the
 * orientation of a phone, which is not among ours, so only media are.
 */
const violationsAlone: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** A phone, a tablet and a desktop: each is drawn from elements of its own. */
export const everyWidth = [375, 768, 1280];

/** The narrowest phone of WCAG 1.4.10 has the elements of the usual one, so only what depends on room is examined there. */
const narrowest = 320;
const rulesOfRoom = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/**
 * Expects no violation on the present screen, on phones, on a desktop and in every colour scheme of the app; and on the
 * narrowest phone no sideways scrolling (WCAG 1.4.10). The journeys through all pages add the tablet, whose elements the
 * dialogs and errors of one page share with those of a desktop. With `isDark` it is dark at every width: what the browser has not drawn
 * yet keeps the colours of before when the scheme changes. A `height` in which everything fits keeps a bar at the bottom from lying over half
 * of a control, which a scroll would free. No radio button or checkbox is below 24 px (M10).
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { hasDark = false, isDark = false, widths = [375, 1280], height = 812 } = {},
): Promise<void> {
  for (const width of [...widths, narrowest]) {
    const colorScheme = isDark || (hasDark && width === 1280) ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    const found = await violations(page, colorScheme, {
      ...violationsAlone,
      runOnly: width === narrowest ? { type: 'rule', values: rulesOfRoom } : { type: 'tag', values: rules },
    });
    expect.soft(found, `${screen}, ${width} px, ${colorScheme}`).toEqual([]);
  }
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.configure({ soft: true }).poll(beside, `${screen}: pixels beside a window of 320`).toBe(0);
  await page.setViewportSize({ width: 375, height: 812 });
}

/**
 * Examines the page as it stands when it has the colours asked for and all fades have ended, because half-faded text lacks contrast. Order
 * Manager follows the device by a script, a moment after it has changed; the guest's site by its styles.
 */
async function violations(page: Page, colorScheme: string, options: RunOptions): Promise<string[]> {
  await page.waitForFunction((wanted) => {
    const { appearance: shown } = document.documentElement.dataset;
    const isStill = document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);
    // The kit takes a tooltip from the page a moment after it has let it fade.
    const isLeaving = document.querySelector('[role=tooltip] > [style*="opacity: 0"]') !== null;
    return isStill && !isLeaving && (shown === undefined || shown === wanted);
  }, colorScheme);
  // One call in place of two: the window has the script already, except after it has loaded a page.
  const found = await examine(page, options);
  if (found !== null) return found;
  await page.evaluate(axeScript);
  return (await examine(page, options)) ?? ['the page went away while it was examined'];
}

/** The violations of the page, or null if it has not read the script yet. */
async function examine(page: Page, options: RunOptions): Promise<string[] | null> {
  return page.evaluate(async (chosen) => {
    if (!('axe' in window)) return null;
    const results = await window.axe.run(document, chosen);
    const found = results.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
    );
    // Radio buttons and checkboxes are at least 24 px (M10). Axe passes a smaller one that has room around it, which depends on the
    // scroll. An input of 1 px is visually hidden, and its label is the target.
    const inputs = document.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]');
    const small = [...inputs].filter((input) => {
      const { width, height } = input.getBoundingClientRect();
      return input.checkVisibility({ opacityProperty: true }) && width > 1 && Math.min(width, height) < 24;
    });
    return [
      ...found,
      ...small.map(({ type, labels, ariaLabel }) => `a ${type} below 24 px: ${labels?.[0]?.textContent ?? ariaLabel}`),
    ];
  }, options);
}
