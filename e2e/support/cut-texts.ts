import { expect, type Page } from '@playwright/test';
import { everyWidth } from './accessible.ts';

/** Texts that lie outside of their boxes or of the window, which nobody can scroll to; those that end in an ellipsis if none may. */
export async function cutTexts(page: Page, { allowsEllipsis = false } = {}): Promise<string[]> {
  return page.evaluate((mayEndInEllipsis) => {
    const found: string[] = [];
    // The bar of the basket is hidden from screen readers alone, who get its words as one sentence.
    const unseen = '.visually-hidden, noscript, [aria-hidden]:not(aside *)';
    const isScrolled = (element: Element): boolean => {
      for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility() || element.closest(unseen) !== null) continue;
      const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      if (!ownText) continue;
      const { overflow, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      // For screen readers alone.
      if (clipPath !== 'none') continue;
      const box = element.getBoundingClientRect();
      const isOutside = (box.left < -1 || box.right > innerWidth + 1) && box.width > 2 && !isScrolled(element);
      const isCut =
        overflow !== 'visible' &&
        webkitLineClamp === 'none' &&
        !(mayEndInEllipsis && textOverflow === 'ellipsis') &&
        element.scrollWidth > element.clientWidth + 1;
      if (isOutside || isCut) found.push(`${element.tagName} ${element.className}: ${element.textContent?.trim()}`);
    }
    // Nobody looks for words beside a dialog.
    for (const box of document.querySelectorAll('[role=dialog] *')) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX === 'auto' && box.scrollWidth > box.clientWidth + 1)
        found.push(`${box.className} scrolls sideways`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    return found;
  }, allowsEllipsis);
}

/** Expects the screen of Order Manager to have room for text twice as large as usual at every width, and leaves it at its usual size. */
export async function expectRoomForLargeText(page: Page, screen: string): Promise<void> {
  await setTextSize(page, '200%');
  for (const width of everyWidth) {
    await page.setViewportSize({ width, height: 812 });
    const cut = () => cutTexts(page, { allowsEllipsis: true });
    await expect.configure({ soft: true, timeout: 3000 }).poll(cut, `${screen}, ${width} px at 200 %`).toEqual([]);
  }
  await setTextSize(page, '');
}

async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}
