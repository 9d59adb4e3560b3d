import { expect, type Page } from '@playwright/test';

/**
 * Opens the inbox in a tab of its own, because leaving the page could cut off the call that sends the mail.
 * @returns the link in the newest mail to the address with these words.
 */
export async function linkMailedTo(page: Page, email: string, says: string): Promise<string> {
  const inbox = await page.context().newPage();
  const mail = inbox.getByRole('article').filter({ hasText: email }).filter({ hasText: says }).first();
  await expect(async () => {
    await inbox.goto('/dev/inbox');
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const link = await mail.getByRole('link').first().getAttribute('href');
  await inbox.close();
  return link!;
}
