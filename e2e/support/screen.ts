/** Parts that many screens of Order Manager have. */
import type { Locator, Page } from '@playwright/test';

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

export const toastWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text });
