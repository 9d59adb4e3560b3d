/** Dialogs that ask for the password again. */
import type { Page } from '@playwright/test';
import { ownersPassword } from '#server/test/data/restaurant.ts';

/** Gives the password in the open dialog and presses its button. */
export async function giveProof(page: Page, button: string, password = ownersPassword): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}
