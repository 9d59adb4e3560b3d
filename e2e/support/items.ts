/** Actions and views of items in the Order Manager. */
import { expect, type Page } from '@playwright/test';
import type { ItemId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { makePng } from '#server/test/data/png.ts';
import { signInWithToken } from './kitchen.ts';
import { saveButton } from './screen.ts';
import type { Call, Place } from './test.ts';

export const photo = async () => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await makePng().arrayBuffer()),
});

export async function openItem(page: Page, place: Place, item: ItemId): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/items/edit?id=${item}`);
  await expect(saveButton(page)).toBeVisible();
}

export async function itemOf(call: Call, place: Place, id: ItemId): Promise<Item> {
  return (await call('GET /menu/get-items-modifier/:id', { params: { id } }, place.owner.token)).item;
}
