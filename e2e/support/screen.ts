/** Parts that many screens of Order Manager have. */
import type { Locator, Page } from '@playwright/test';
import { limits } from '#contract/base/limits.ts';

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

export const toastWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text });

/** Lets messages of later pages stay a minute: a busy machine may take longer to reach one than it usually stays. */
export const keepMessages = (page: Page): Promise<unknown> =>
  page.addInitScript((usual) => {
    const wait = window.setTimeout;
    window.setTimeout = ((work: TimerHandler, delay?: number, ...rest: unknown[]) =>
      wait(work, delay === usual ? 60_000 : delay, ...rest)) as typeof setTimeout;
  }, limits.messageMilliseconds);
