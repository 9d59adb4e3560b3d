/** The guest's site in Arabic: chosen, remembered, from right to left, and accessible. */
import type { Locator, Page } from '@playwright/test';
import { codeSentTo, newPhone, settled } from '../support/guest.ts';
import { type Call, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });

const direction = (page: Page) =>
  page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`);

test('the language is chosen once, and remembered for this restaurant', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await page.goto(`/${place.slug}/menu`);
  expect(await direction(page)).toBe('en ltr');
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect(page.getByRole('searchbox', { name: 'ابحث في القائمة' })).toBeVisible();
  expect(await direction(page)).toBe('ar rtl');
  await settled(page);
  await page.goto(`/${place.slug}/basket`);
  await expect(page.getByRole('heading', { name: 'السلة', level: 1 })).toBeVisible();
  expect(await direction(page)).toBe('ar rtl');
  const other = await openRestaurant();
  await page.goto(`/${other.slug}/menu`);
  expect(await direction(page)).toBe('en ltr');
  await page.goto(`/${place.slug}/menu`);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search menu' })).toBeVisible();
});

test('a browser that prefers Arabic gets Arabic, and search engines learn of both languages', async ({
  openWindow,
  openRestaurant,
  call,
  baseURL,
}) => {
  const place = await openRestaurant();
  const page = await openWindow({ viewport: phone, locale: 'ar-AE' });
  await page.goto(`/${place.slug}/menu`);
  expect(await direction(page)).toBe('ar rtl');
  const alternates = page.locator('link[rel=alternate][hreflang]');
  const menu = `${baseURL}/${place.slug}/menu`;
  expect(
    await alternates.evaluateAll((links) =>
      links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
    ),
  ).toEqual([
    ['en', menu],
    ['ar', `${menu}?lang=ar`],
    ['x-default', menu],
  ]);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${menu}?lang=ar`);

  await call('POST /restaurant/update-settings', { body: { languages: ['en'] } }, place.owner.token);
  await expect(async () => {
    await page.reload();
    expect(await direction(page)).toBe('en ltr');
  }).toPass();
  await expect(page.getByRole('link', { name: 'العربية' })).toBeHidden();
  await expect(alternates).toHaveCount(0);
});

test('a guest orders in Arabic, from the first key to the kitchen', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await translate(call, place);
  const dialog = (name: string) => page.getByRole('dialog', { name });

  await expect(async () => {
    await page.goto(`/${place.slug}/menu?lang=ar`);
    await expect(page.getByRole('heading', { name: 'برجر مشوي' }).or(page.getByText('برجر مشوي'))).toBeVisible({
      timeout: 10_000,
    });
  }).toPass();
  await settled(page);
  await page.getByRole('searchbox', { name: 'ابحث في القائمة' }).fill('بُرجر');
  await expect(page.getByRole('main').getByRole('link', { name: /برجر مشوي/ })).toHaveCount(1);
  await page.getByRole('searchbox').fill('');

  await press(page, page.getByRole('button', { name: 'نوع الطلب: توصيل' }));
  await expect(dialog('نوع الطلب')).toBeVisible();
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: /اختر عنوان التوصيل/ }));
  const areas = dialog('حدد عنوان التوصيل');
  // Found by either name, and shown by the Arabic one.
  for (const search of ['الميناء', place.named('harbour')]) {
    await areas.getByRole('searchbox').fill(search);
    await expect(areas.getByRole('radio')).toHaveCount(1);
  }
  await areas.getByRole('radio', { name: 'الميناء' }).focus();
  await page.keyboard.press('Space');
  await press(page, areas.getByRole('button', { name: 'تأكيد الموقع' }));
  const form = dialog('إنشاء عنوان');
  await form.getByLabel('رقم الشقة أو الفيلا أو الطابق').focus();
  await page.keyboard.type('برج المرسى 1204');
  await press(page, form.getByRole('button', { name: 'حفظ العنوان' }));
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: /^الميناء/ })).toBeVisible();
  await expect(page).toHaveTitle(/^المارينا/);

  await press(page, page.getByRole('main').getByRole('link', { name: /برجر مشوي/ }));
  const dish = dialog('برجر مشوي');
  await press(page, dish.getByRole('button', { name: /أضف 1 إلى السلة/ }));
  await expect(dish.getByRole('alert')).toHaveText('اختر واحدًا');
  await dish.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await press(page, dish.getByRole('button', { name: 'زيادة' }));
  await press(page, dish.getByRole('button', { name: /أضف 2 إلى السلة/ }));
  await expect(dish).toBeHidden();

  await press(page, page.getByRole('link', { name: /^عرض السلة, صنفان/ }));
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('2 × برجر مشوي');
  await press(page, page.getByRole('button', { name: /^مراجعة الطلب/ }));
  await expect(page.getByRole('heading', { name: /التوصيل إلى .*الميناء/ })).toBeVisible();
  await expect(page.getByText(/برج المرسى 1204.*الميناء/)).toBeVisible();
  await page.getByRole('radio', { name: 'نقدًا عند التوصيل' }).focus();
  await page.keyboard.press('Space');
  await press(page, page.getByRole('button', { name: /^تأكيد الطلب/ }));

  const { national, number } = newPhone();
  await page.getByLabel('رقم الهاتف المتحرك لهذا الطلب').focus();
  await page.keyboard.type(national);
  await press(page, page.getByRole('button', { name: 'إرسال الرمز' }));
  const code = page.getByRole('textbox', { name: 'الرمز الوارد في الرسالة النصية' });
  await expect(code).toBeFocused();
  await code.focus();
  await page.keyboard.type(await codeSentTo(page, number, /^\d{5} هو رمزك/));
  await page.getByLabel('الاسم').focus();
  await page.keyboard.type('ليلى حسن');
  await page.getByLabel('البريد الإلكتروني').focus();
  await page.keyboard.type('laila@example.com');
  await press(page, page.getByRole('button', { name: 'متابعة' }));
  await expect(page.getByText('شكرًا تم إرسال طلبك')).toBeVisible();

  await press(page, page.getByRole('link', { name: 'تتبع الطلب' }));
  const step = page.locator('[aria-current=step]');
  await expect(step).toContainText('تم إرسال طلبك');
  const orderId = new URL(page.url()).pathname.split('/').at(-1)! as never;
  await call('POST /order/update-order-status', { body: { orderId, status: 'Confirmed' } }, place.owner.token);
  await expect(step).toContainText('طلبك قيد التحضير');

  // The kitchen reads the restaurant's own words.
  const { order } = await call('GET /order/get-order-details/:id', { params: { id: orderId } }, place.owner.token);
  expect([order.outlet.name, order.areaName]).toEqual([place.outletName, place.named('Harbour')]);

  await page.goto(`/${place.slug}/orders`);
  await expect(page.getByRole('article')).toContainText('المارينا');
  await expect(page.getByRole('article').locator('bdi').getByText('2 × برجر مشوي')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'تتبع', exact: true }));
  const cancelling = { orderId, status: 'Cancelled', reason: 'too_busy' } as const;
  await call('POST /order/update-order-status', { body: cancelling }, place.owner.token);
  await expect(page.getByText('أُلغي هذا الطلب: المطعم مشغول جدًا.').first()).toBeVisible();
});

/** Presses a control by keyboard alone. */
async function press(page: Page, control: Locator): Promise<void> {
  await control.focus();
  await expect(control).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Gives the burger, the outlet and the area Arabic names, as their merchant does. */
async function translate(call: Call, place: Place): Promise<void> {
  const { token } = place.owner;
  await call(
    'POST /menu/update-items-modifier/:id',
    { params: { id: place.items.burger }, form: { nameTranslations: { ar: 'برجر مشوي' } } },
    token,
  );
  await call(
    'PUT /outlet/update-outlet/:id',
    { params: { id: place.outletId }, form: { nameTranslations: { ar: 'المارينا' } } },
    token,
  );
  await call(
    'POST /outlet/update-delivery-area/:id',
    { params: { id: place.areaId }, body: { areaNameTranslations: { ar: 'الميناء' } } },
    token,
  );
}
