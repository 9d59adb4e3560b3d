/** The site at a domain of its own: entered by its owner, and with everything that a guest had at the former address (decision 67). */
import { get } from 'node:http';
import type { Page } from '@playwright/test';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Db } from '#server/db/connect.ts';
import { moveSiteTo } from '#server/modules/restaurants/own-domains/queries.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, openShop, settled, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { giveProof } from '../support/proof.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

/** Own domains of these journeys are on this machine, and as trustworthy to the browser as with a certificate. */
const domainOf = ({ slug }: Place) => `order-${slug}.localhost`;
const port = process.env['E2E_PORT']!;
const originOf = (place: Place) => `http://${domainOf(place)}:${port}`;

/** The status of the menu at the own domain. A browser would complain of one that is not there yet. */
function statusAtOwnDomain(place: Place): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`http://127.0.0.1:${port}/menu`, { headers: { host: domainOf(place) } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    }).on('error', reject);
  });
}

/** Puts the site at the domain as if records and certificate were there: this machine has no name servers. */
async function serveAtOwnDomain(page: Page, db: Db, place: Place): Promise<void> {
  const [id, domain] = [place.id, domainOf(place)];
  const now = new Date();
  const later = new Date(now.getTime() + 3_600_000);
  const row = { domain, proof: 'order-manager=test', claimed_at: now, next_check_at: later, state: 'ready' } as const;
  await platformTransaction(db, 'own-domains', async (tx) => {
    await tx
      .insertInto('own_domains')
      .values({ restaurant_id: id, ...row })
      .execute();
  });
  // Each process looks for changed domains every two seconds.
  await expect.poll(() => statusAtOwnDomain(place)).toBe(200);
  await platformTransaction(db, 'own-domains', (tx) => moveSiteTo(tx, id, domain, now));
  await expect
    .poll(async () => {
      await page.goto(shopAddress(place, 'pickup'));
      // The page at the former address leads on once it has handed over, or could not.
      await page.waitForURL((url) => url.origin === originOf(place), { timeout: 1_000 }).catch(() => undefined);
      return new URL(page.url()).origin;
    })
    .toBe(originOf(place));
}

function setState(
  db: Db,
  place: Place,
  state: { state: 'seen'; problem: null } | { state: 'failing'; problem: 'other_server' },
): Promise<unknown> {
  return platformTransaction(db, 'own-domains', (tx) =>
    tx.updateTable('own_domains').set(state).where('restaurant_id', '=', place.id).execute(),
  );
}

/** Waits for the first look at the domain, and keeps the server from the ones that follow: they would find the state anew. */
async function endLooks(db: Db, place: Place): Promise<void> {
  const never = new Date('9999-01-01T00:00:00Z');
  const end = () =>
    platformTransaction(db, 'own-domains', (tx) =>
      tx
        .updateTable('own_domains')
        .set({ next_check_at: never })
        .where('restaurant_id', '=', place.id)
        .where('checked_at', 'is not', null)
        .returning('domain')
        .execute(),
    );
  await expect.poll(end).toHaveLength(1);
}

const kept = (page: Page, restaurantId: string) =>
  page.evaluate((id) => [localStorage.getItem(`basket.${id}`), localStorage.getItem(`customer.${id}`)], restaurantId);

test.describe('a guest', () => {
  test.use({ viewport: phone });

  test('takes basket and sign-in along from the former address to the own domain', async ({
    page,
    db,
    openRestaurant,
  }) => {
    const place = await openRestaurant();
    const own = originOf(place);
    await openShop(page, shopAddress(place, 'pickup'));
    await addWater(page, place);
    const session = JSON.stringify({ token: place.guest.token, _id: place.guest.customerId, isLoggedIn: true });
    await page.evaluate(([key, text]) => localStorage.setItem(key!, text!), [`customer.${place.id}`, session]);
    await serveAtOwnDomain(page, db, place);
    await settled(page);
    await expect(page).toHaveURL(`${own}/pickup/${encodeURIComponent(place.outletName)}`);
    await expect(page.getByRole('link', { name: /^View basket/ })).toBeVisible();
    expect((await kept(page, place.id))[1]).toBe(session);
    await page.goto(`${own}/orders`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/sign in/i)).toBeHidden();

    // On the next visit the former address hears that all has arrived.
    await page.goto(`/${place.slug}/menu`);
    await expect(page).toHaveURL(`${own}/menu`);
    await page.goto('/login');
    expect(await kept(page, place.id)).toEqual([null, null]);
    // A basket that was begun at the new address stays.
    await page.evaluate((id) => localStorage.setItem(`basket.${id}`, '{"items":[]}'), place.id);
    await page.goto(`/${place.slug}/menu`);
    await expect(page).toHaveURL(`${own}/menu`);
    await expect(page.getByRole('link', { name: /^View basket/ })).toBeVisible();
    const link = page.locator('link[rel=canonical]');
    await expect(link).toHaveAttribute('href', `${own}/menu`);
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest');
  });

  test('loses neither basket nor sign-in where the way is cut, at any step', async ({
    page,
    db,
    openRestaurant,
    complaints,
  }) => {
    complaints.expect(/ERR_(FAILED|CONNECTION_RESET)/);
    const place = await openRestaurant();
    const [own, shop] = [originOf(place), shopAddress(place, 'pickup')];
    await openShop(page, shop);
    await addWater(page, place);
    const session = JSON.stringify({ token: place.guest.token, _id: place.guest.customerId, isLoggedIn: true });
    await page.evaluate(([key, text]) => localStorage.setItem(key!, text!), [`customer.${place.id}`, session]);
    const all = await kept(page, place.id);
    expect(all).toEqual([expect.stringContaining('"name":"water'), session]);

    /** Cuts the way there, or back: then the server has done what it was asked. */
    const cut = async (step: string, isOnTheWayBack: boolean) => {
      await page.unrouteAll();
      await page.route(`**/api/v1/site/*/${step}`, async (route) => {
        const url = new URL(route.request().url());
        const headers = { ...(await route.request().allHeaders()), host: url.host };
        if (isOnTheWayBack) await route.fetch({ url: url.href.replace(url.hostname, '127.0.0.1'), headers });
        await route.abort('connectionreset');
      });
    };
    const keptBefore = async () => {
      await page.goto('/login');
      return kept(page, place.id);
    };
    const open = async () => {
      await page.goto(shop);
      await expect.poll(() => new URL(page.url()).origin).toBe(own);
      await settled(page);
      return kept(page, place.id);
    };

    await cut('leave', false);
    await serveAtOwnDomain(page, db, place);
    expect((await kept(page, place.id))[1], 'not left').toBeNull();
    expect(await keptBefore()).toEqual(all);
    await cut('leave', true);
    expect((await open())[1], 'left, without an answer').toBeNull();
    expect(await keptBefore()).toEqual(all);
    await cut('arrive', false);
    expect((await open())[1], 'not asked for').toBeNull();
    await cut('arrive', true);
    await page.reload();
    await settled(page);
    expect((await kept(page, place.id))[1], 'given out, without an answer').toBeNull();
    await cut('confirm-arrival', false);
    await page.reload();
    await settled(page);
    expect(await kept(page, place.id), 'stored, not confirmed').toEqual([
      expect.stringContaining('"name":"water'),
      session,
    ]);
    await expect(page.getByRole('link', { name: /^View basket/ })).toBeVisible();
    expect(await keptBefore()).toEqual(all);
    // The former address sends all of it again. A basket that was ordered here meanwhile does not come back.
    await page.unrouteAll();
    await page.goto(`${own}/menu`);
    await page.evaluate((id) => localStorage.setItem(`basket.${id}`, '{"items":[]}'), place.id);
    await cut('confirm-arrival', true);
    expect((await open())[0]).not.toContain('"name":"water');
    expect(await keptBefore()).toEqual(all);
    await cut('has-arrived', true);
    await open();
    expect(await keptBefore()).toEqual(all);
    await page.unrouteAll();
    const [basket, signIn] = await open();
    expect([basket?.includes('"name":"water'), signIn]).toEqual([false, session]);
    expect(await keptBefore()).toEqual([null, null]);
  });

  test('is not signed in by a link from elsewhere', async ({ page, db, openRestaurant }) => {
    const place = await openRestaurant();
    const own = originOf(place);
    await serveAtOwnDomain(page, db, place);
    const session = JSON.stringify({ token: place.guest.token, _id: place.guest.customerId, isLoggedIn: true });
    await page.goto('/login');
    const handOver = await page.evaluate(
      async ([slug, text]) => {
        const body = JSON.stringify({ basket: null, session: text });
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`/api/v1/site/${slug}/leave`, { method: 'POST', headers, body });
        return ((await answer.json()) as { handOver: string }).handOver;
      },
      [place.slug, session],
    );
    await page.goto('about:blank');
    await page.goto(`${own}/menu#hand-over=${handOver}`);
    await settled(page);
    await expect(page).toHaveURL(`${own}/menu`);
    expect((await kept(page, place.id))[1]).toBeNull();
  });
});

test.describe('an owner', () => {
  test.use({ viewport: desktop });

  test('enters a domain, reads which records to set and how far it is, and takes it away', async ({
    page,
    db,
    openRestaurant,
    complaints,
  }) => {
    complaints.expect(/status of 500/);
    const place = await openRestaurant();
    const domain = `order-${place.slug}.millers.test`;
    await signInWithToken(page, place.owner.token);
    const asking = '**/api/v1/restaurant/*own-domain';
    await page.route(asking, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/dashboard/branding#site-address');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your own domain' })).toBeVisible();
    await page.unroute(asking);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Use your own domain' }).click();
    await expect(page.getByRole('textbox', { name: 'Domain', exact: true })).toBeFocused();
    await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('no domain');
    await giveProof(page, 'Save domain');
    await expect(page.getByRole('alert').filter({ hasText: 'Use a domain such as order.millers.com' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Domain', exact: true }).fill(`https://${domain.toUpperCase()}/`);
    await giveProof(page, 'Save domain');
    await expect(page.getByText('Waiting for records')).toBeVisible();
    await endLooks(db, place);
    await expect(page.getByRole('heading', { name: 'Your own domain' })).toBeFocused();
    const alias = page.getByRole('group', { name: `CNAME record of ${domain}` });
    await expect(alias.getByText('sites.platform.test')).toBeVisible();
    await expect(page.getByRole('group', { name: `TXT record of _order-manager.${domain}` })).toContainText(
      'order-manager=',
    );
    await expectAccessible(page, 'own domain, waiting', { hasDark: true });
    await page.setViewportSize({ width: 375, height: 812 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const isCut = (mark: Element) =>
      mark.getBoundingClientRect().right > mark.closest('.MuiCard-root')!.getBoundingClientRect().right;
    const mark = page.getByText('Waiting for records');
    // Letters grow a moment after the style has changed.
    await expect.poll(() => mark.evaluate((shown) => shown.getBoundingClientRect().height)).toBeGreaterThan(30);
    expect(await mark.evaluate(isCut), 'in letters of twice the size').toBe(false);
    await setState(db, place, { state: 'seen', problem: null });
    await page.reload();
    await expect(page.getByText('Keep these two records where you bought the domain:')).toBeVisible();
    await setState(db, place, { state: 'failing', problem: 'other_server' });
    await page.reload();
    await expect(page.getByText(/^Something else answers.* Links lead to the old address until this/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove domain' }).click();
    await expect(page.getByRole('textbox', { name: 'Your password' })).toBeFocused();
    await giveProof(page, 'Remove domain');
    await expect(page.getByRole('button', { name: 'Use your own domain' })).toBeVisible();
  });
});
