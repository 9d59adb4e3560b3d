/** Menus in the Order Manager, and which of them guests see (M12, M14, M16, M17). */
import { signUpNew } from '../support/accounts.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { guestCategories, openMenu } from '../support/menus.ts';
import { keepMessages, toastWith } from '../support/screen.ts';
import { chooseAction } from '../support/row-menu.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('a menu is created with a name, a platform and notes, and opens', async ({ page, call }) => {
  await signInWithToken(page, await signUpNew(call));
  await page.goto('/dashboard/menus');
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'New menu', level: 1 })).toBeFocused();
  const saveButton = page.getByRole('button', { name: 'Save' });
  await expect(page.getByLabel('Platform')).toHaveValue('OrderManager');
  await expect(page.getByText('Still needed: Name')).toBeVisible();
  await expect(saveButton).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lunch');
  await page.getByLabel('Notes').fill('  ');
  await expect(page.getByText('Still needed: Notes')).toBeVisible();
  await expect(saveButton).toBeDisabled();
  await page.getByLabel('Notes').fill('Weekdays');
  await page.getByLabel('Calories').fill('many');
  await saveButton.click();
  await expect(page.getByLabel('Calories')).toBeFocused();
  await page.getByLabel('Calories').fill('850');
  await saveButton.click();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lunch', level: 1 })).toBeFocused();
  await expect(page.getByText('No categories yet. Name the first one above.')).toBeVisible();
  // Guests see the first menu.
  await expect(page.getByRole('switch', { name: 'Lunch, Live' })).toBeChecked();
  const id = new URL(page.url()).searchParams.get('id');
  expect(await page.evaluate(() => localStorage.getItem('defaultMenuId'))).toBe(id);
  await page.goto('/dashboard/menus/edit');
  await expect(page.getByRole('heading', { name: 'Lunch', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Menus', exact: true }).first().click();
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText(['850 calories', 'OrderManager', 'Live', '']);
});

test('work on a form is not lost by leaving it (M16)', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openMenu(page, place);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(place.named('Menu'));
  await page.getByRole('link', { name: 'Outlets' }).click();
  await expect(page.getByRole('heading', { name: 'Outlets (1)', level: 1 })).toBeVisible();
  await page.goBack();
  await name.fill('Supper');
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
  await page.getByRole('link', { name: 'Outlets' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Supper');
  await page.getByLabel('Notes').fill('After six');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Supper', level: 1 })).toBeFocused();
});

test('a log-out asks about unsaved work too', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openMenu(page, place);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(place.named('Menu'));
  await name.fill('Supper');
  const logOut = page.getByRole('button', { name: 'Logout' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await logOut.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('Supper');
  await logOut.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('leaving during a save waits for it, and asks when the save fails', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await openMenu(page, place);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(place.named('Menu'));
  await page.getByLabel('Notes').fill('After six');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const saveAndLeave = async (text: string, fails: boolean) => {
    let answer = () => {};
    const isAnswered = new Promise<void>((done) => (answer = done));
    await page.route(
      '**/menu/update-menu/*',
      async (route) => {
        await isAnswered;
        await (fails ? route.fulfill({ status: 500, body: '' }) : route.continue());
      },
      { times: 1 },
    );
    await name.fill(text);
    const asked = page.waitForRequest('**/menu/update-menu/*');
    await page.getByRole('button', { name: 'Save' }).click();
    await asked;
    await page.getByRole('link', { name: 'Outlets' }).click();
    await expect(question).toBeHidden();
    await expect(name).toHaveValue(text);
    answer();
  };
  await saveAndLeave('Supper', true);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  await saveAndLeave('Late supper', false);
  await expect(page.getByRole('heading', { name: 'Outlets (1)', level: 1 })).toBeVisible();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
});

test('leaving in the moment of a save, before it is drawn, waits for it too', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openMenu(page, place);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Notes').fill('After six');
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  const save = await page.getByRole('button', { name: 'Save' }).elementHandle();
  const outlets = await page.getByRole('link', { name: 'Outlets' }).elementHandle();
  await page.evaluate(
    ([first, second]) => {
      (first as HTMLElement).click();
      (second as HTMLElement).click();
    },
    [save, outlets],
  );
  await expect(page.getByRole('heading', { name: 'Outlets (1)', level: 1 })).toBeVisible();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
});

test('Live and Draft are saved at once, and guests see the first menu that is Live (M12)', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  const { menu: other } = await call(
    'POST /menu/add-menu',
    { body: { name: 'Night', platform: 'OrderManager', notes: 'Late' } },
    place.owner.token,
  );
  await call(
    'POST /menu/add-update-category',
    { body: { menuId: other._id, name: 'Midnight', items: [place.items.water] } },
    place.owner.token,
  );
  const guest = await openWindow({ viewport: phone });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/menus');
  const day = page.getByRole('switch', { name: `${place.named('Menu')}, Live` });
  const night = page.getByRole('switch', { name: 'Night, Live' });
  await expect(day).toBeChecked();
  await expect(night).not.toBeChecked();
  await expect(page.getByText(`Guests see "${place.named('Menu')}".`)).toBeVisible();

  await page.route('**/menu/update-menu/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await night.click();
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(night).not.toBeChecked();

  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route('**/menu/update-menu/*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await night.click();
  await expect(night).toBeChecked();
  answer();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  await expect(night).toBeChecked();
  expect(await guestCategories(guest, place)).toEqual([place.named('Mains'), place.named('Drinks')]);
  await day.click();
  await expect(page.getByText('Guests see "Night".')).toBeVisible();
  await expect.poll(() => guestCategories(guest, place)).toEqual(['Midnight']);
  await page.reload();
  await expect(day).not.toBeChecked();
  await expect(night).toBeChecked();
  await night.click();
  await expect(page.getByText('Guests see no menu: none is Live.')).toBeVisible();
});

test('a deleted menu is gone at once and back after Undo (M17)', async ({ page, openRestaurant, openWindow }) => {
  const place = await openRestaurant();
  await keepMessages(page);
  const guest = await openWindow({ viewport: phone });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/menus');
  await chooseAction(page, 'Delete');
  const message = toastWith(page, 'The record is successfully deleted');
  await expect(message).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No menus yet' })).toBeVisible();
  await expect.poll(() => guestCategories(guest, place)).toEqual([]);
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('rowheader')).toContainText(place.named('Menu'));
  await expect.poll(() => guestCategories(guest, place)).toHaveLength(2);
});

test('a message stays for five seconds, and longer under the pointer (M17)', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.clock.install();
  await page.goto('/dashboard/menus');
  const live = page.getByRole('switch', { name: /Live$/ });
  await expect(live).toBeChecked();
  const message = toastWith(page, 'The record is successfully updated');
  // The test advances the time from here on.
  await page.clock.pauseAt(Date.now() + 60_000);
  const switchOver = async () => {
    await live.click();
    await expect(async () => {
      await page.clock.runFor(50);
      expect(await message.isVisible()).toBe(true);
    }).toPass({ intervals: [50] });
  };
  await switchOver();
  await page.clock.runFor(4450);
  await expect(message).toBeVisible();
  await page.clock.runFor(1000);
  await expect(message).toBeHidden();
  await switchOver();
  await message.hover();
  await page.clock.runFor(20_000);
  await expect(message).toBeVisible();
});

test('a missing menu is reported', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/menus/edit?id=${place.items.burger}`);
  await expect(page.getByRole('heading', { name: 'This record was not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Menus' }).click();
  await expect(page.getByRole('heading', { name: 'Menus', level: 1 })).toBeFocused();
});

test('categories show loading, failed and listed (M14)', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route('**/menu/get-all-categories', async (route) => {
    await isAnswered;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.goto(`/dashboard/menus/edit?id=${place.menuId}`);
  await expect(page.locator('[aria-busy=true]')).toBeVisible();
  answer();
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('server error');
  await page.unroute('**/menu/get-all-categories');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Categories', exact: true })).toBeVisible();
});
