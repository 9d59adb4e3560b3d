/** The first view of a guest's menu, before anything else has loaded (C15). */
import { openShop, settled } from '../support/guest.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test('pictures keep their place while they load, and later ones wait (C15)', async ({ page }) => {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value;
      document.documentElement.dataset['shift'] = String(shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openShop(page, '/demo/menu');
  const [first] = await page.getByRole('main').locator('li img').all();
  expect((await first!.boundingBox())!.y).toBeLessThanOrEqual(380);
  const pictures = await page
    .getByRole('main')
    .locator('li img')
    .evaluateAll((images: HTMLImageElement[]) =>
      // Pictures far from the window are not laid out: their size is that of the attributes.
      images.map((image) => ({
        hasSize: ['width', 'height'].every((name) => Number(image.getAttribute(name)) > 0),
        loading: image.loading,
      })),
    );
  expect(pictures.length).toBeGreaterThanOrEqual(60);
  expect(pictures.every(({ hasSize }) => hasSize)).toBe(true);
  expect(pictures.slice(4).every(({ loading }) => loading === 'lazy')).toBe(true);
  await page.keyboard.press('End');
  await page.waitForLoadState('networkidle');
  expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThanOrEqual(0.1);
});

test('on a slow connection the scripts wait for the first view, but load at the first touch', async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/media\/.*-(640|1200)\.webp$/, async (route) => {
    await arrived;
    await route.continue();
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const begun = page.waitForResponse(/\/assets\/start-/);
  await page.goto('/millers-cafe/menu', { waitUntil: 'domcontentloaded' });
  await begun;
  await expect(page.getByRole('main').getByText('Starters').first()).toBeVisible();
  expect(scripts).toHaveLength(1);
  await expect(async () => {
    await page.keyboard.press('Shift');
    expect(scripts.length).toBeGreaterThan(1);
  }).toPass();
  await settled(page);
  arrive();
});

test('taps and text from before the scripts are loaded count once they are', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/(?!start-).*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  const begun = page.waitForResponse(/\/assets\/start-/);
  await page.goto(`/${place.slug}/menu`, { waitUntil: 'domcontentloaded' });
  await (await begun).finished();
  const choose = page.getByRole('button', { name: 'Select Delivery Address' });
  await expect(async () => {
    await choose.click();
    await expect(choose).toHaveAttribute('data-tapped');
  }).toPass();
  const add = page.getByRole('button', { name: `Add ${place.named('water')}` });
  await add.click();
  await add.click();
  const search = page.getByRole('searchbox', { name: 'Search menu' });
  await search.fill('watr');
  const addresses = page.getByRole('dialog', { name: 'Set delivery address' });
  await expect(addresses).toBeHidden();
  arrive();
  await expect(addresses).toBeVisible();
  await addresses.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: 'View basket, 2 items, AED 11.00' })).toBeVisible();
  await expect(search).toHaveValue('watr');
  await expect(page.getByText('1 dish found')).toBeVisible();
});

test('a menu of 239 dishes is taken over category by category, never in one task', async ({ page }) => {
  // React ends a task after five milliseconds by this clock. It goes on by a half each time that it is read, so that a task has as much in it
  // on a fast machine as on a slow one, where a task that does not look at the clock lasts half a second.
  await page.addInitScript(() => {
    let time = 0;
    performance.now = () => (time += 0.5);
  });
  // How many categories React has taken over, which it marks on their elements: before and after each of its tasks, which it has by messages
  // to itself.
  await page.addInitScript(() => {
    let before = 0;
    let most = 0;
    const count = () => {
      const sections = [...document.querySelectorAll('section[id^=category-]')];
      const taken = sections.filter((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber'))).length;
      most = Math.max(most, taken - before);
      before = taken;
      document.documentElement.dataset['taken'] = String(taken);
      document.documentElement.dataset['most'] = String(most);
    };
    const usual = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!;
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(this: MessagePort, work: (event: MessageEvent) => void) {
        usual.set!.call(this, (event: MessageEvent) => {
          count();
          work.call(this, event);
          count();
        });
      },
    });
  });
  await page.goto('/millers-cafe/menu');
  await expect(page.locator('html')).toHaveAttribute('data-taken', '26');
  await expect(page.locator('html')).toHaveAttribute('data-most', '1');
});
