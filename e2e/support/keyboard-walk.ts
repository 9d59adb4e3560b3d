/** A page walked from its first control to its last by the Tab key. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const mostStops = 150;

/** A control that has the focus. */
interface Stop {
  name: string;
  isMain: boolean;
  problem: string | null;
}

/** Presses Tab until the focus has left the page, and returns where it stood. */
async function walk(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    for (const walked of document.querySelectorAll('[data-walked]')) walked.removeAttribute('data-walked');
    getSelection()?.removeAllRanges();
    // Tab goes on from where the focus was lost: before everything.
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  const stops: Stop[] = [];
  while (stops.length < mostStops) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(
    `The focus does not leave the page: ${stops
      .slice(-5)
      .map(({ name }) => name)
      .join(', ')}`,
  );
}

/** Null: the focus has left the page, or is back at its first control. */
async function describeFocus(): Promise<Stop | null> {
  // The link past the navigation slides in.
  const sliding = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.all(sliding.map(({ finished }) => finished.catch(() => undefined)));
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  if (element.hasAttribute('data-walked')) return null;
  element.setAttribute('data-walked', '');
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  const named = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
  const name = [
    element.getAttribute('aria-label'),
    ...named.map((one) => one?.textContent),
    ...labels.map((one) => one.textContent),
  ]
    .concat(element.textContent, element.querySelector('img')?.alt, element.getAttribute('title'))
    .find((text) => text != null && text.trim() !== '');
  // A switch, a radio and a file are drawn as their labels.
  const boxes = [element, ...labels]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
  const isSeen = boxes.some(
    ({ left, right, top, bottom }) => left > -2 && right < innerWidth + 2 && bottom > 0 && top < innerHeight,
  );
  return {
    name: name?.trim().slice(0, 40) ?? element.outerHTML.slice(0, 120),
    isMain: element.closest('main') !== null,
    problem: name === undefined ? 'has no name' : isSeen ? null : 'is not in the window',
  };
}

/** Presses Tab until the element has the focus, which must be visible (2.4.11: nothing covers it). */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** Expects the walk over a page to reach its content, and every stop to be seen and named. */
export async function expectWalk(page: Page, address: string, leastStops = 2): Promise<void> {
  expect(await page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`)).toBe('ar rtl');
  const stops = await walk(page);
  const problems = stops.filter(({ problem }) => problem !== null);
  expect.soft(problems, address).toEqual([]);
  expect.soft(stops.length, address).toBeGreaterThanOrEqual(leastStops);
}
