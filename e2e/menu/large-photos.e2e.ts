/** Photos that have to be made smaller before they can be sent (M18). */
import type { Locator, Page } from '@playwright/test';
import { limits } from '#contract/base/limits.ts';
import { makePng } from '#server/test/data/png.ts';
import { itemOf, openItem, photo } from '../support/items.ts';
import { saveButton, toastWith } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

const picker = (page: Page) => page.locator('input[type=file]');

/** A blue one that is larger than an upload may be: what follows a PNG counts for nothing. */
const largePhoto = async (alpha?: number) => ({
  name: 'large.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from(await makePng(20, 80, 200, alpha).arrayBuffer()),
    Buffer.alloc(limits.imageBytes),
  ]),
});

test('Save waits for a large photo, and another choice takes its place', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await holdPhotos(page);
  await openItem(page, place, place.items.special);
  const preview = page.getByRole('img', { name: 'Preview' });
  const preparing = page.getByRole('progressbar', { name: 'Preparing the image' });
  await picker(page).setInputFiles(await largePhoto());
  await expect(preparing).toBeVisible();
  await expect(page.getByText('Preparing the image', { exact: true })).toBeVisible();
  await expect(page.getByText('Still needed: Image')).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();

  await picker(page).setInputFiles(await photo());
  await expect(preview).toBeVisible();
  await expect(preparing).toBeHidden();
  await releasePhotos(page, 1);
  expect(await isBlue(preview)).toBe(false);

  await picker(page).setInputFiles(await largePhoto());
  await expect(preparing).toBeVisible();
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(preview).toBeHidden();
  await releasePhotos(page, 2);
  await expect(preview).toBeHidden();

  await picker(page).setInputFiles(await largePhoto());
  await expect(saveButton(page)).toBeDisabled();
  await releasePhotos(page, 3);
  await expect(preview).toBeVisible();
  expect(await isBlue(preview)).toBe(true);
  await saveButton(page).click();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  expect((await itemOf(call, place, place.items.special)).imageUrl).toMatch(/-640\.webp$/);

  // A dish that was cut out has no ground of its own.
  await picker(page).setInputFiles(await largePhoto(0));
  await releasePhotos(page, 4);
  await expect.poll(() => cornerOf(preview)).toEqual([0, 0, 0, 0]);
});

/** Lets no photo become smaller before `releasePhotos`. */
async function holdPhotos(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let count = 0;
    // Runs with its own element as `this`.
    // oxlint-disable-next-line unbound-method
    HTMLCanvasElement.prototype.toBlob = new Proxy(HTMLCanvasElement.prototype.toBlob, {
      apply(make, canvas, [take, ...options]: [BlobCallback]) {
        const takeAndCount = (blob: Blob | null) => {
          take(blob);
          count += 1;
          document.documentElement.dataset['photos'] = String(count);
        };
        addEventListener('release', () => Reflect.apply(make, canvas, [takeAndCount, ...options]), { once: true });
      },
    });
  });
}

/** Lets the held photos become smaller, until there have been that many. */
async function releasePhotos(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('release')));
    await expect(page.locator('html')).toHaveAttribute('data-photos', String(count), { timeout: 1000 });
  }).toPass();
}

async function isBlue(preview: Locator): Promise<boolean> {
  const [red, , blue] = await cornerOf(preview);
  return blue! > red!;
}

/** Red, green, blue and alpha of the first pixel. */
function cornerOf(preview: Locator): Promise<number[]> {
  return preview.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const context = document.createElement('canvas').getContext('2d')!;
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data];
  });
}
