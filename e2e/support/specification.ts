/** The lines of the specification as a list: where each is looked for, and what has to be seen there. */
import { expect, type Page, test } from '@playwright/test';
import { readActions } from './row-menu.ts';
import { visit } from './screen.ts';
import type { Place } from './test.ts';

export type Check = (page: Page, place: Place) => Promise<void>;

export interface Line {
  /** The key words of the specification's line. */
  line: string;
  at: string | ((place: Place) => string);
  sees: readonly Check[];
}

/**
 * Checks the lines one by one, and names every one that does not hold. Lines that leave a form with changes, which asks
 * before its page is left, need pages that are loaded.
 */
export async function walk(
  page: Page,
  place: Place,
  lines: readonly Line[],
  open: (page: Page, address: string) => Promise<unknown> = visit,
): Promise<void> {
  for (const { line, at, sees } of lines) {
    await test.step(line, async () => {
      const address = typeof at === 'string' ? at : at(place);
      if (page.url() === 'about:blank' || !page.url().endsWith(address)) await open(page, address);
      for (const check of sees) {
        const failure = await check(page, place).then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        expect.soft(failure, `${line} (${address})`).toBeNull();
      }
    });
  }
}

export const title =
  (name: string | RegExp): Check =>
  (page) =>
    expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();

export const address =
  (url: string | RegExp): Check =>
  (page) =>
    expect(page).toHaveURL(url);

export const says =
  (...texts: readonly string[]): Check =>
  async (page) => {
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  };

/** Expects fields with these labels. */
export const fields =
  (...labels: readonly string[]): Check =>
  async (page) => {
    for (const name of labels) {
      const named = [
        page.getByRole('textbox', { name, exact: true }),
        page.getByRole('searchbox', { name, exact: true }),
        page.getByRole('combobox', { name, exact: true }),
        page.getByRole('group', { name }),
        page.getByRole('radiogroup', { name }),
        page.getByRole('checkbox', { name, exact: true }),
        page.getByRole('switch', { name, exact: true }),
      ];
      const any = named.reduce((one, other) => one.or(other));
      await expect(any.first(), name).toBeVisible();
    }
  };

export const buttons =
  (...names: readonly string[]): Check =>
  async (page) => {
    for (const name of names) await expect(page.getByRole('button', { name }).first(), name).toBeVisible();
  };

/** Expects links with these targets. */
export const links =
  (...all: readonly (readonly [name: string, href: string | RegExp])[]): Check =>
  async (page) => {
    for (const [name, href] of all) {
      const named = page.getByRole('link', { name, exact: true });
      // Within the page's content a link's name may have more words, such as the entity's name after 'Edit'.
      const link = named.or(page.getByRole('main').getByRole('link', { name }));
      await expect(link.first(), name).toHaveAttribute('href', href);
    }
  };

/** Expects the actions of the first row's menu, with their targets; null for those that change something. */
export const rowActions =
  (...all: readonly (readonly [name: string, href: string | RegExp | null])[]): Check =>
  async (page) => {
    const found = await readActions(page.getByRole('main'));
    const target = (href: string | RegExp | null) => (href instanceof RegExp ? expect.stringMatching(href) : href);
    expect(found).toEqual(all.map(([name, href]) => [name, target(href)]));
  };

/** Expects all columns of the table, in their order. */
export const columns =
  (...heads: readonly string[]): Check =>
  (page) =>
    expect(page.getByRole('columnheader')).toHaveText([...heads]);

/** Expects all options of a select; `first` is the one for any, before the given ones. */
export const offers =
  (label: string, options: readonly string[]): Check =>
  (page) =>
    expect(page.getByLabel(label, { exact: true }).locator('option')).toHaveText([...options]);

/** Expects page sizes of 5 at first, then 10, 25 and all. */
export const pageSizes: Check = async (page) => {
  const size = page.getByRole('combobox', { name: 'Rows per page:' });
  await expect(size).toHaveText('5');
  await size.click();
  await expect(page.getByRole('option')).toHaveText(['5', '10', '25', 'All']);
  await page.keyboard.press('Escape');
};

export const saveIsDisabled =
  (needed: string): Check =>
  async (page) => {
    await expect(page.getByText(`Still needed: ${needed}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  };

export const fill =
  (values: Readonly<Record<string, string>>): Check =>
  async (page) => {
    for (const [name, value] of Object.entries(values)) {
      await page.getByRole('textbox', { name, exact: true }).fill(value);
    }
  };
export const press =
  (name: string): Check =>
  (page) =>
    page.getByRole('button', { name, exact: true }).click();
export const has =
  (name: string, value: string): Check =>
  (page) =>
    expect(page.getByRole('textbox', { name, exact: true })).toHaveValue(value);

/** Expects the list to open whole at an arrow key. */
export const listsAll =
  (name: string, count: number): Check =>
  async (page) => {
    const field = page.getByRole('combobox', { name, exact: true });
    await field.fill('');
    await field.press('ArrowDown');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(count);
    await page.keyboard.press('Escape');
  };
