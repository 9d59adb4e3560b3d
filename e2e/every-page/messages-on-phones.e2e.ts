/** Messages on a phone and the bands below the head of the page, in both languages. */
import { signInWithToken } from '../support/kitchen.ts';
import { expect, phone, test } from '../support/test.ts';

const languages = [
  { locale: 'en', actions: 'Actions for', remove: 'Delete', removed: 'successfully deleted', band: 'Paused:' },
  { locale: 'ar', actions: 'إجراءات', remove: 'حذف', removed: 'حُذف السجل بنجاح', band: 'متوقف مؤقتًا' },
];

for (const { locale, actions, remove, removed, band } of languages) {
  test(`a message with Undo leaves the band of a pause to be read on a phone, in ${locale}`, async ({
    openRestaurant,
    openWindow,
    call,
  }) => {
    const place = await openRestaurant();
    const body = { mode: 'delivery', length: 'until-resumed' } as const;
    await call('POST /outlet/pause-orders/:id', { params: { id: place.outletId }, body }, place.owner.token);
    const page = await openWindow({ viewport: phone, locale });
    await signInWithToken(page, place.owner.token);
    await page.goto('/dashboard/modifier-lists');
    const paused = page.getByText(band);
    await expect(paused).toBeVisible();
    await page.getByRole('button', { name: actions }).first().click();
    await page.getByRole('menuitem', { name: remove, exact: true }).click();
    const message = page.getByRole('status').filter({ hasText: removed });
    await expect(message).toBeVisible();
    // The row that was tapped may have been scrolled to.
    await page.evaluate(() => scrollTo(0, 0));
    await message.hover();
    await expect
      .poll(async () => {
        const [above, below] = [(await message.boundingBox())!, (await paused.boundingBox())!];
        return above.y + above.height <= below.y;
      })
      .toBe(true);
  });
}
