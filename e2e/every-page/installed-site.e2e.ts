/** The site on a phone's home screen, and without a connection (PW-02). */
import { expectAccessible } from '../support/accessible.ts';
import { signInGuest, shopAddress } from '../support/guest.ts';
import { placeOrder } from '../support/kitchen.ts';
import { deliver, noteShown, standInForSubscriptions } from '../support/push.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone, serviceWorkers: 'allow' });

test('the last menu is readable without a connection, and shows how old it is', async ({
  openRestaurant,
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/);
  const place = await openRestaurant();
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/menu`);
  // The service worker is ready once it has cached the menu.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Menu as of \d\d:\d\d; you are offline\.$/)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(place.named('burger'))).toBeVisible();
  await expect(main.getByText('AED 5.50')).toBeVisible();
  // A page that was never loaded leads to the cached one.
  await page.goto(shopAddress(place, 'pickup'));
  await expect(page).toHaveURL(new RegExp(`/${place.slug}/menu$`));
  await expect(page.getByText(/you are offline/)).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(main.getByText(place.named('burger'))).toBeVisible();
  await expect(page.getByText(/you are offline/)).toHaveCount(0);
  // The API's answers are never cached.
  const cachedFiles = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname.split('/')[1]);
  });
  expect(cachedFiles).toContain('assets');
  expect(cachedFiles).not.toContain('api');
});

test('the site can be installed, in its colours and with its icons', async ({ openRestaurant, page }) => {
  const place = await openRestaurant();
  await page.goto(`/${place.slug}/menu`);
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address!);
  expect(answer.headers()['content-type']).toBe('application/manifest+json; charset=utf-8');
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] };
  expect(manifest).toMatchObject({
    name: place.name,
    start_url: `/${place.slug}/menu`,
    scope: `/${place.slug}/`,
    display: 'standalone',
    theme_color: '#c2410c',
  });
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const measured = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(measured).toBe(sizes);
  }
});

test('a guest who asks for it is told of the order while no page is open', async ({ openRestaurant, page, call }) => {
  const context = page.context();
  await standInForSubscriptions(context);
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await page.getByRole('button', { name: 'Tell me when it is ready' }).click();
  await expect(page.getByText('Notifications are on.')).toBeVisible();
  await expectAccessible(page, 'an order whose guest is told');
  const [worker] = context.serviceWorkers();
  const shown = await noteShown(worker!);
  await deliver(page, { language: 'ar', title: 'طلبك رقم 1 جاهز', body: '' });
  await expect.poll(shown).toEqual([{ title: 'طلبك رقم 1 جاهز', body: '', dir: 'rtl', lang: 'ar', hasIcon: true }]);
  await page.reload();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Tell me when it is ready' })).toBeVisible();
});
