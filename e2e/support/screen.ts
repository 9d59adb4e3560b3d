/** Parts that many screens of Order Manager have. */
import { expect, type Locator, type Page } from '@playwright/test';
import { limits } from '#contract/base/limits.ts';

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

export const toastWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text });

/** The dialog has the focus, inside or on the element around it, so that Tab leads to its first control. */
export const hasFocus = (dialog: Locator): Promise<void> =>
  expect
    .poll(() =>
      dialog.evaluate((element) => {
        const { activeElement, body } = document;
        return activeElement !== body && (element.contains(activeElement) || activeElement?.contains(element) === true);
      }),
    )
    .toBe(true);

/** Uses controls before anything of the first change is drawn: clicks, or sets a value. */
export async function changeAtOnce(
  page: Page,
  ...changes: readonly (readonly [Locator, value?: string])[]
): Promise<void> {
  const handles = await Promise.all(changes.map(([control]) => control.elementHandle()));
  await page.evaluate(
    ({ elements, values }) => {
      for (const [index, element] of elements.entries()) {
        const value = values[index];
        if (value === undefined) {
          (element as HTMLElement).click();
          continue;
        }
        // React takes note of values that are set on the element itself, and then sees no change.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!.call(element, value);
        element.dispatchEvent(new Event('input', { bubbles: true }));
        element.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    { elements: handles, values: changes.map(([, value]) => value) },
  );
}

/** Lets messages of later pages stay a minute: a busy machine may take longer to reach one than it usually stays. */
export const keepMessages = (page: Page): Promise<unknown> =>
  page.addInitScript((usual) => {
    const wait = window.setTimeout;
    window.setTimeout = ((work: TimerHandler, delay?: number, ...rest: unknown[]) =>
      wait(work, delay === usual ? 60_000 : delay, ...rest)) as typeof setTimeout;
  }, limits.messageMilliseconds);

/** The heading of an address without a page, in English and in Arabic. */
const missingPage = (page: Page): Locator =>
  page.getByRole('heading', { name: /^(Page not found|الصفحة غير موجودة)$/, level: 1 });

/**
 * Opens a page of Order Manager as its links do: loading the application again, and axe with it, takes several times as
 * long. The missing page comes between, so that the old page is not mistaken for the new one. The first page of a window
 * is loaded.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (!new URL(page.url()).pathname.startsWith('/dashboard')) {
    await page.goto(address);
    return;
  }
  await pushAddress(page, '/dashboard/nowhere');
  await expect(missingPage(page)).toBeVisible();
  await pushAddress(page, address);
  await expect(missingPage(page)).toBeHidden();
}

/** Tells the router of an address as Forward does. */
async function pushAddress(page: Page, address: string): Promise<void> {
  await page.evaluate(async (to) => {
    // A page that was loaded a moment ago has no router yet.
    while (history.state === null) await new Promise((done) => setTimeout(done, 20));
    const { idx } = history.state as { idx: number };
    const state = { idx: idx + 1, key: `visit-${idx}`, usr: null };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
}

/** The page has its heading, and nothing on it is still loading. */
export async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Holds the answers to an address until they are let go. */
export async function holdAnswers(page: Page, address: string): Promise<() => void> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((done) => (letGo = done));
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await isLetGo;
    await route.fulfill({ response });
  });
  return letGo;
}

/** Lets the next call to an address arrive, and loses its answer. */
export async function loseAnswer(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
