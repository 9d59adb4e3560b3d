/** The owner's map of zones in Arabic: names stand below the middle of their zones, as in English. */
import { signInWithToken } from '../support/kitchen.ts';
import { expect, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet, locale: 'ar-AE' });

test('names of zones stand at their zones on the map of an Arabic reader', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const shape = { kind: 'circle' as const, centre: [55.2, 25.1] as [number, number], radius: 4000 };
  const zones = [{ areaName: 'المارينا والميناء القديم', shape }];
  const params = { id: place.outletId };
  await call('POST /outlet/import-delivery-areas/:id', { params, body: { zones } }, place.owner.token);
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/outlets/edit/ordering-services/delivery-area?id=${place.outletId}`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const zone = page.locator('path.map-zone');
  const name = page.locator('.map-name');
  await expect(name).toHaveText('المارينا والميناء القديم');
  const middleOf = async (one: typeof zone) => {
    const { x, width } = (await one.boundingBox())!;
    return x + width / 2;
  };
  await expect.poll(async () => Math.abs((await middleOf(name)) - (await middleOf(zone)))).toBeLessThan(12);
});
