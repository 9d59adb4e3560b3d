/** Company sign-in at a provider of this machine: connected and tried by the owner, used by staff, and over when they leave. */
import type { Page } from '@playwright/test';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { type CompanyServer, startCompanyProvider } from '#server/test/servers/company-provider.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { linkMailedTo } from '../support/mail.ts';
import { giveProof } from '../support/proof.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

/** The server asks every 30 seconds, by a real clock. */
const leftMs = 60_000;

const shots = process.env['SHOTS'];
const shoot = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

test('an owner connects the company, staff log in with it, and whoever leaves is logged out', async ({
  openRestaurant,
  openWindow,
  db,
  baseURL,
  complaints,
}) => {
  // Twice the usual time, because much of it is spent on waiting for a real clock.
  test.setTimeout(480_000);
  // The first link takes the password, which is mistyped once; a password is refused where the company is required, and a session ends.
  complaints.expect(/status of (400|401|409)/);
  // The company's own pages have no icon.
  complaints.expect(/127\.0\.0\.1:\d+\/favicon\.ico/);
  const company = await startCompanyProvider({ backTo: `${baseURL!}/login/company/callback/` });
  try {
    const place = await openRestaurant();
    const domain = `${place.canary}.test`;
    const people = { owner: `sara@${domain}`, cook: `omar@${domain}`, waiter: `mona@${domain}` };
    const cook = await makeOwner(db, place.id, 'staff');
    const waiter = await makeOwner(db, place.id, 'staff');
    for (const [userId, email] of [
      [place.owner.userId, people.owner],
      [cook.userId, people.cook],
      [waiter.userId, people.waiter],
    ] as const)
      await db.updateTable('users').set({ email, email_key: email }).where('id', '=', userId).execute();
    for (const email of Object.values(people)) company.join({ subject: email, email, isVerified: true });

    const office = await openWindow({ viewport: desktop });
    await signInWithToken(office, place.owner.token);
    await connect(office, company, domain);
    await tryAndRequire(office, people.owner);

    const handset = await openWindow({ viewport: phone });
    await linkByMail(handset, place, people.cook);
    await expect(handset.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
    await refusePassword(await openWindow({ viewport: phone }), people.cook);
    const shared = await openWindow({ viewport: phone });
    await linkByPassword(shared, place, people.waiter);
    await replaceSession(shared, place, people.cook);

    await office.reload();
    await expect(office.getByRole('list', { name: 'Linked people' }).getByRole('listitem')).toContainText([
      people.cook,
      people.waiter,
    ]);
    await expectAccessible(office, 'company login with people', { hasDark: true });
    await shoot(office, 'people-375');
    company.leave(people.cook);
    await expect(handset.getByRole('dialog', { name: 'Log in again' })).toBeVisible({ timeout: leftMs });

    await arabic(await openWindow({ viewport: phone, locale: 'ar-AE' }), place);
    await disconnect(office);
  } finally {
    await company.close();
  }
});

async function connect(office: Page, { issuer, clientId, clientSecret }: CompanyServer, domain: string): Promise<void> {
  await office.goto('/dashboard/restaurant');
  await office.getByRole('link', { name: /^Company login/ }).click();
  await expect(office.getByRole('textbox', { name: 'Redirect address' })).toHaveValue(/\/login\/company\/callback\//);
  await expectAccessible(office, 'no company yet', { hasDark: true });
  await shoot(office, 'empty-375');
  await office.setViewportSize(desktop);
  await shoot(office, 'empty-1280');
  await office.getByRole('button', { name: 'Connect your company' }).click();
  const dialog = office.getByRole('dialog', { name: 'Connect your company' });
  await expect(dialog.getByRole('textbox', { name: 'Issuer address' })).toBeFocused();
  await office.keyboard.type('https://127.0.0.1:9');
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(clientId);
  await dialog.getByLabel('Client secret').fill(clientSecret);
  await dialog.getByRole('textbox', { name: 'Email domains' }).fill(domain);
  await giveProof(office, 'Connect your company');
  await expect(dialog.getByText('No company login was found at this address.', { exact: false })).toBeVisible();
  await expectAccessible(office, 'a company that is not there');
  await shoot(office, 'connect-375');
  await office.setViewportSize(desktop);
  await dialog.getByRole('textbox', { name: 'Issuer address' }).fill(issuer);
  await giveProof(office, 'Connect your company');
  await expect(office.getByText('Not tried yet')).toBeVisible();
}

async function tryAndRequire(office: Page, email: string): Promise<void> {
  await office.getByRole('button', { name: 'Try it' }).click();
  await office.getByRole('link', { name: email }).click();
  await expect(office.getByText(`It works: your provider confirmed ${email}.`)).toBeVisible();
  await office.getByRole('switch', { name: 'People can log in with the company' }).check();
  await office.getByRole('switch', { name: 'Require it' }).check();
  await office.getByRole('button', { name: 'Save changes' }).click();
  await giveProof(office, 'Save changes');
  await expect(office.getByText('Required', { exact: true })).toBeVisible();
  await expectAccessible(office, 'a company that is required', { hasDark: true });
  await shoot(office, 'required-375');
  await office.setViewportSize(desktop);
  await shoot(office, 'required-1280');
}

/** By keyboard: the mailed link proves the account, so that no password is asked for. */
async function linkByMail(page: Page, { name }: Place, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Log in with your company' }).click();
  await expectAccessible(page, 'the way to the company');
  await shoot(page, 'way-375');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused();
  await page.goto(await linkMailedTo(page, email, 'with your company'));
  await page.getByRole('button', { name: `Go to the login of ${name}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: email }).click();
}

/** By the login address of the page: it says where it leads, and the password of the account is asked for once. */
async function linkByPassword(page: Page, { id, name }: Place, email: string): Promise<void> {
  await page.goto(`/login/company?restaurant=${id}`);
  await expect(page.getByText(`You'll log in to ${name}. Your company's login page is at 127.0.0.1:`)).toBeVisible();
  await expectAccessible(page, 'the way to a company that was named', { hasDark: true });
  await shoot(page, 'named-375');
  await page.getByRole('button', { name: `Go to the login of ${name}` }).click();
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
  await expect(page.getByText(`Your company confirmed ${email}.`)).toBeVisible();
  const password = page.getByRole('textbox', { name: 'Order Manager password' });
  await expect(password).toBeFocused();
  await password.fill('not my password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/password/);
  await expectAccessible(page, 'the password of the account');
  await shoot(page, 'link-375');
  await password.fill(ownersPassword);
  await page.getByRole('button', { name: 'Link and log in' }).click();
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
}

/** A browser that somebody else is logged in to asks first, whoever's link led to the company. */
async function replaceSession(page: Page, { id, name }: Place, email: string): Promise<void> {
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  const before = await token();
  const goAs = async () => {
    // The company has forgotten who came last.
    await page.context().clearCookies();
    await page.goto(`/login/company?restaurant=${id}`);
    await page.getByRole('button', { name: `Go to the login of ${name}` }).click();
    await page.getByRole('link', { name: email }).click();
    await expect(page.getByRole('heading', { name: 'Log in as somebody else?' })).toBeVisible();
    expect(await token()).toBe(before);
  };
  await goAs();
  await expectAccessible(page, 'a browser that somebody else is logged in to', { hasDark: true });
  await shoot(page, 'replace-375');
  await page.getByRole('button', { name: 'Stay logged in as Sara Khan' }).click();
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
  expect(await token()).toBe(before);
  await goAs();
  await page.getByRole('button', { name: 'Log in as Sara Khan' }).click();
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
  expect(await token()).not.toBe(before);
}

async function refusePassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(ownersPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Your restaurant asks you to log in with your company.', { exact: false })).toBeVisible();
}

async function arabic(page: Page, { id, owner }: Place): Promise<void> {
  await page.goto(`/login/company?restaurant=${id}`);
  await expect(page.getByRole('heading', { name: 'الدخول بحساب الشركة' })).toBeVisible();
  await expectAccessible(page, 'the way to the company, in Arabic');
  await shoot(page, 'way-ar-375');
  await page.goto(`/login/company/callback/${id}?state=nothing&code=nothing`);
  await expect(page.getByRole('alert')).toHaveText(/لم تُدخلك شركتك/);
  await expectAccessible(page, 'a way back that nobody began, in Arabic');
  await shoot(page, 'failed-ar-375');
  await signInWithToken(page, owner.token);
  await page.goto('/dashboard/company-login');
  await expect(page.getByText('إلزامي', { exact: true })).toBeVisible();
  await expectAccessible(page, 'company login, in Arabic', { hasDark: true });
  await shoot(page, 'required-ar-375');
  await page.setViewportSize(desktop);
  await shoot(page, 'required-ar-1280');
}

async function disconnect(office: Page): Promise<void> {
  await office.setViewportSize(desktop);
  await office.getByRole('button', { name: 'Disconnect' }).click();
  await giveProof(office, 'Disconnect');
  await expect(office.getByText('The company is disconnected')).toBeVisible();
  await expect(office.getByRole('button', { name: 'Connect your company' })).toBeVisible();
}
