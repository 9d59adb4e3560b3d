import { expect, type Page } from '@playwright/test';

/**
 * Opens the inbox as a person would.
 * @returns the link in the newest mail to the address with these words.
 */
export async function linkMailedTo(page: Page, email: string, says: string): Promise<string> {
  const mail = page.getByRole('article').filter({ hasText: email }).filter({ hasText: says }).first();
  await expect(async () => {
    await page.goto('/dev/inbox');
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  return (await mail.getByRole('link').first().getAttribute('href'))!;
}
