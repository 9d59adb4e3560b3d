/** Clients without script: search engines, apps that preview a shared link, and a browser with scripts off. */
import type { Page } from '@playwright/test';
import { shopAddress } from '../support/guest.ts';
import { expect, phone, type Place, test } from '../support/test.ts';

const robotsOf = (page: Page) =>
  page.locator('meta[name=robots]').evaluateAll((tags) => tags.map((tag) => tag.getAttribute('content')));
const contentOf = (page: Page, property: string) =>
  page.locator(`meta[property="${property}"]`).getAttribute('content');
const canonicalOf = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href');

interface StructuredMenuItem {
  name: string;
  offers: { price: string; priceCurrency: string; availability: string };
}

test('the menu, with prices, hours and phone, and a dish are readable without script', async ({
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const page = await openWindow({ viewport: phone, javaScriptEnabled: false });
  // Playwright's switch leaves `<noscript>` hidden, so its tags are removed.
  await page.route(`**/${place.slug}/**`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/<\/?noscript>/g, '') });
  });
  await page.goto(`/${place.slug}/menu`);
  await expect(page.getByText('To order online, switch on JavaScript')).toBeVisible();
  await expect(page.getByRole('link', { name: /^\+971 4 / })).toHaveAttribute('href', /^tel:\+9714/);
  await expect(page.getByText(/Mon – Sun All day/)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(place.named('burger'))).toBeVisible();
  await expect(main.getByText('AED 5.50')).toBeVisible();

  await page.goto(shopAddress(place, 'pickup'));
  await main.getByRole('link', { name: place.named('burger') }).click();
  const dish = page.getByRole('dialog', { name: place.named('burger') });
  await expect(dish.getByRole('radio', { name: place.named('large') })).toBeVisible();
});

test('search engines read the restaurant, its menu and its prices', async ({ openRestaurant, page, baseURL }) => {
  const place = await openRestaurant();
  const at = (path: string) => `${baseURL}/${place.slug}${path}`;
  await page.goto(`/${place.slug}?utm_source=qr`);
  expect(await canonicalOf(page)).toBe(at('/menu'));
  expect(await robotsOf(page)).toEqual([]);
  expect(await contentOf(page, 'og:url')).toBe(at('/menu'));
  const { '@graph': graph } = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as {
    '@graph': { '@type': string; hasMenu: { hasMenuSection: { hasMenuItem: StructuredMenuItem[] }[] } }[];
  };
  expect(graph.map((node) => node['@type'])).toEqual(['Restaurant']);
  const dishes = graph[0]!.hasMenu.hasMenuSection.flatMap((section) => section.hasMenuItem);
  expect(dishes.find(({ name }) => name === place.named('water'))?.offers).toEqual({
    '@type': 'Offer',
    price: '5.50',
    priceCurrency: 'AED',
    availability: 'https://schema.org/InStock',
  });

  await page.goto(shopAddress(place, 'pickup'));
  await expect(page).toHaveTitle(`${place.outletName} – ${place.name}`);
  expect(await canonicalOf(page)).toBe(`${baseURL}${shopAddress(place, 'pickup')}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: place.named('water') })
    .click();
  await page.reload();
  await expect(page).toHaveTitle(`${place.named('water')} – ${place.name}`);
  expect(await contentOf(page, 'og:title')).toBe(`${place.named('water')} – ${place.name}`);
  expect(await canonicalOf(page)).toMatch(/\/item\?itemId=[0-9a-f-]{36}$/);
});

test("a guest's own pages are not indexed, and unknown pages are answered with 404", async ({
  openRestaurant,
  page,
  complaints,
}) => {
  const { slug } = await openRestaurant();
  for (const path of ['/basket', '/checkout', '/orders', '/auth', '/order/01890000-0000-7000-8000-000000000000']) {
    await page.goto(`/${slug}${path}`);
    expect([path, await robotsOf(page)]).toEqual([path, ['noindex']]);
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  }
  complaints.expect(/404/);
  for (const path of [`/${slug}/no/such/page`, `/${slug}/pickup/Nowhere`, '/no-such-restaurant/menu']) {
    const answer = await page.goto(path);
    expect([path, answer?.status(), await robotsOf(page)]).toEqual([path, 404, ['noindex']]);
  }
});

test('the sitemap leads to the menu and the outlets, and robots.txt names it', async ({
  openRestaurant,
  page,
  baseURL,
}) => {
  const place: Place = await openRestaurant();
  const robots = await page.request.get('/robots.txt');
  expect(await robots.text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const index = await page.request.get('/sitemap.xml');
  expect(index.headers()['content-type']).toBe('application/xml; charset=utf-8');
  expect(await index.text()).toContain(`<loc>${baseURL}/demo/sitemap.xml</loc>`);
  const site = await page.request.get(`/${place.slug}/sitemap.xml`);
  expect(site.headers()['content-type']).toBe('application/xml; charset=utf-8');
  expect([...(await site.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    `${baseURL}/${place.slug}/menu`,
    `${baseURL}${shopAddress(place, 'pickup')}`,
    `${baseURL}${shopAddress(place, 'delivery')}`,
  ]);
  expect((await page.request.get('/no-such-restaurant/sitemap.xml')).status()).toBe(404);
});
