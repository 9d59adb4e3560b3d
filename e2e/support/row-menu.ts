import type { Locator, Page } from '@playwright/test';

/** The button of the menu with the actions on the row of this name; of the first row where none is named. */
export function rowMenu(within: Page | Locator, name = ''): Locator {
  return within
    .getByRole('button', { name: `Actions for ${name}` })
    .filter({ visible: true })
    .first();
}

/** Chooses an action on a row from its menu. */
export async function chooseAction(within: Page | Locator, action: string, name = ''): Promise<void> {
  const button = rowMenu(within, name);
  await button.click();
  const item = button.page().getByRole('menuitem', { name: action, exact: true });
  // The menu grows while it opens: on a busy machine a click began on one action and ended on another.
  await item.evaluate(async (element) => {
    const growth = element.closest('.MuiPopover-paper')!.getAnimations();
    await Promise.allSettled(growth.map(({ finished }) => finished));
  });
  await item.click();
}

/** The actions that a row offers, with the addresses of those that lead somewhere. */
export async function readActions(within: Page | Locator, name = ''): Promise<[action: string, href: string | null][]> {
  const button = rowMenu(within, name);
  await button.click();
  const actions = button.page().getByRole('menuitem');
  await actions.first().waitFor();
  const found = await actions.evaluateAll((all) =>
    all.map((one): [string, string | null] => [one.textContent, one.getAttribute('href')]),
  );
  await button.page().keyboard.press('Escape');
  await actions.first().waitFor({ state: 'hidden' });
  return found;
}
