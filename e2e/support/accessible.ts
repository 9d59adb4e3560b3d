import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA, and axe's best practices beyond it (G11). */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Leaves out the elements that pass: naming each takes twice as long as the examination. */
const violationsAlone = { resultTypes: ['violations' as const] };

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
 * of a control, which a scroll would free.
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
    await appearance(page, colorScheme);
    await stillness(page);
    const builder = (await axe(page)).options(violationsAlone).setLegacyMode();
    const { violations } = await (
      width === narrowest ? builder.withRules(rulesOfRoom) : builder.withTags(rules)
    ).analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
    );
    expect.soft(found, `${screen}, ${width} px, ${colorScheme}`).toEqual([]);
  }
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.configure({ soft: true }).poll(beside, `${screen}: pixels beside a window of 320`).toBe(0);
  await page.setViewportSize({ width: 375, height: 812 });
}

/** Reuses axe's script when the page has it: parsing half a megabyte takes longer than the examination. */
async function axe(page: Page): Promise<AxeBuilder> {
  const isAxeLoaded = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder(isAxeLoaded ? { page, axeSource: ';' } : { page });
}

/** Order Manager follows the device by a script, a moment after it has changed; the guest's site by its styles. */
async function appearance(page: Page, colorScheme: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { appearance: shown } = document.documentElement.dataset;
    return shown === undefined || shown === wanted;
  }, colorScheme);
}

/** Waits for the end of all fades, because half-faded text lacks contrast. */
async function stillness(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
}
