/** A merchant says which lists an option opens, by the keyboard alone, in both languages (decision 106). */
import type { Locator, Page } from '@playwright/test';
import type { ModifierListId } from '#contract/base/ids.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { itemOf, openItem } from '../support/items.ts';
import { expectWalk, tabTo } from '../support/keyboard-walk.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { nestThreeDeep } from '../support/nested-lists.ts';
import { keepMessages, toastWith, visit } from '../support/screen.ts';
import { type Call, expect, phone, type Place, test } from '../support/test.ts';

const languages = {
  English: {
    locale: 'en-GB',
    lists: 'Modifier lists',
    alsoAsk: 'When chosen, also ask',
    askedWith: (option: string, list: string) => new RegExp(`^Asked only with ${option} in ${list}\\.$`),
    noneOpenable: /^No other list of this item/,
    close: 'Close',
    alwaysAsk: 'Always ask',
    unlink: 'Unlink',
    link: 'Link modifier list',
    saved: 'The record is successfully updated',
    undo: 'Undo',
    serverError: 'server error',
    noMoreLists: /^Every modifier list is already linked/,
    noLists: /^No choices yet/,
    retry: 'Try again',
  },
  Arabic: {
    locale: 'ar-AE',
    lists: 'مجموعات الخيارات',
    alsoAsk: 'ما يُسأل عنه عند الاختيار',
    askedWith: (option: string, list: string) =>
      new RegExp(`^لا يُسأل عنها إلا مع \\W+${option}\\W+ من \\W+${list}\\W+\\.$`),
    noneOpenable: /^لا يمكن فتح مجموعة أخرى/,
    close: 'إغلاق',
    alwaysAsk: 'السؤال عنها دائمًا',
    unlink: 'فك الربط',
    link: 'ربط مجموعة خيارات',
    saved: 'حُدّث السجل بنجاح',
    undo: 'تراجع',
    serverError: 'خطأ في الخادم',
    noMoreLists: /^كل مجموعات الخيارات مربوطة/,
    noLists: /^لا توجد خيارات بعد/,
    retry: 'حاول مرة أخرى',
  },
};

const check = (page: Page, screen: string) => expectAccessible(page, screen, { hasDark: true, widths: everyWidth });
const nestedLists = async (call: Call, place: Place) => (await itemOf(call, place, place.items.burger)).nestedLists;

/** Presses the control with Enter, once the focus is on it by Tab. */
async function enter(page: Page, target: Locator): Promise<void> {
  // A toast remembers where the focus was when it came.
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

for (const [language, words] of Object.entries(languages)) {
  test(`an owner says what an option opens, and takes it back, by the keyboard alone (${language})`, async ({
    openRestaurant,
    openWindow,
    call,
    complaints,
  }) => {
    complaints.expect(/status of 500/);
    const place = await openRestaurant();
    const { extras, size } = place.lists;
    const nested = [{ modifierListId: extras, parentListId: size, modifierIds: [place.modifiers.large] }];
    const office = await openWindow({ viewport: phone, locale: words.locale });
    await signInWithToken(office, place.owner.token);
    await keepMessages(office);
    await office.goto(`/dashboard/items/edit?id=${place.items.burger}`);
    const lists = office.getByRole('region', { name: words.lists });
    const dialog = office.getByRole('dialog');
    const alsoAsk = (list: string) => lists.getByRole('button', { name: `${words.alsoAsk} ${place.named(list)}` });
    const note = lists.getByText(words.askedWith(place.named('large'), place.named('size')));
    const undo = toastWith(office, words.saved).last().getByRole('button', { name: words.undo });
    const opened = dialog
      .getByRole('group', { name: place.named('large') })
      .getByRole('checkbox', { name: place.named('extras') });

    // Escape leaves everything as it is.
    await enter(office, alsoAsk('size'));
    await tabTo(office, opened);
    await office.keyboard.press('Space');
    await expect(opened).toBeChecked();
    await check(office, `what an option opens, ${language}`);
    await opened.focus();
    await office.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(alsoAsk('size')).toBeFocused();
    await office.keyboard.press('Enter');
    await expect(opened).not.toBeChecked();

    // A line of one field is sent by Enter, as in every form.
    await tabTo(office, opened);
    await office.keyboard.press('Space');
    await office.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(alsoAsk('size')).toBeFocused();
    await expect(note).toBeVisible();
    await expect.poll(() => nestedLists(call, place)).toEqual(nested);
    await enter(office, undo);
    await expect(note).toBeHidden();
    await expect(alsoAsk('size')).toBeFocused();
    await expect.poll(() => nestedLists(call, place)).toBeUndefined();
    await enter(office, alsoAsk('size'));
    await tabTo(office, opened);
    await office.keyboard.press('Space');
    await office.keyboard.press('Enter');
    await expect.poll(() => nestedLists(call, place)).toEqual(nested);
    if (language === 'Arabic') await expectWalk(office, 'item with a nested list, in Arabic', 12);

    // The list that opens another one cannot be opened by it, and nothing can be saved there.
    await enter(office, alsoAsk('extras'));
    await expect(dialog.getByText(words.noneOpenable)).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveText([words.close]);
    await check(office, `nothing to open, ${language}`);
    await enter(office, dialog.getByRole('button'));
    await expect(dialog).toBeHidden();
    await expect(alsoAsk('extras')).toBeFocused();

    // Every list is linked: there is nothing to tick or to add.
    const link = office.getByRole('button', { name: words.link });
    await enter(office, link);
    await expect(dialog.getByText(words.noMoreLists)).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveText([words.close]);
    await check(office, `no more lists to link, ${language}`);
    await office.keyboard.press('Escape');
    await expect(link).toBeFocused();

    // A list that comes back is opened as before.
    await enter(office, lists.getByRole('button', { name: `${words.unlink} ${place.named('size')}` }));
    await expect(link).toBeFocused();
    await expect(note).toBeHidden();
    await expect.poll(() => nestedLists(call, place)).toBeUndefined();
    await enter(office, undo);
    await expect(note).toBeVisible();
    await expect(link).toBeFocused();
    await expect.poll(() => nestedLists(call, place)).toEqual(nested);

    // A change that fails is taken back, with the reason.
    const alwaysAsk = lists.getByRole('button', { name: `${words.alwaysAsk} ${place.named('extras')}` });
    await office.route('**/menu/update-items-modifier/*', (route) => route.fulfill({ status: 500, body: '' }));
    await enter(office, alwaysAsk);
    await expect(office.getByRole('alert').filter({ hasText: words.serverError })).toBeVisible();
    await expect(note).toBeVisible();
    await check(office, `an item with a nested list, and an error, ${language}`);
    await office.unroute('**/menu/update-items-modifier/*');
    await enter(office, alwaysAsk);
    await expect(note).toBeHidden();
    await expect(alsoAsk('extras')).toBeFocused();
    await expect.poll(() => nestedLists(call, place)).toBeUndefined();

    await visit(office, `/dashboard/items/edit?id=${place.items.water}`);
    await expect(lists.getByText(words.noLists)).toBeVisible();
    await check(office, `an item without lists, ${language}`);
    await office.route('**/menu/get-all-modifier-list', (route) => route.fulfill({ status: 500, body: '' }));
    await office.reload();
    await expect(lists.getByRole('button', { name: words.retry })).toBeVisible();
    await check(office, `an item whose lists fail, ${language}`);
    await office.unroute('**/menu/get-all-modifier-list');
    await enter(office, lists.getByRole('button', { name: words.retry }));
    await expect(lists.getByText(words.noLists)).toBeVisible();
  });
}

test("a dish that is unlinked on the list's own page, and comes back by Undo, opens it as before", async ({
  openRestaurant,
  openWindow,
  call,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  const { extras, size } = place.lists;
  const { burger } = place.items;
  const nested = [{ modifierListId: extras, parentListId: size, modifierIds: [place.modifiers.large] }];
  const form = { nestedLists: nested };
  await call('POST /menu/update-items-modifier/:id', { params: { id: burger }, form }, place.owner.token);
  const office = await openWindow({ viewport: phone });
  await signInWithToken(office, place.owner.token);
  await keepMessages(office);
  for (const list of [extras, size]) {
    await visit(office, `/dashboard/modifier-lists/edit?id=${list}`);
    const users = office.getByRole('region', { name: 'Used by' });
    await users.getByRole('button', { name: `Unlink ${place.named('burger')}` }).click();
    const undo = toastWith(office, 'The record have been unlinked').getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    expect(await nestedLists(call, place)).toBeUndefined();
    await undo.click();
    await expect(users.getByRole('listitem')).toHaveCount(1);
    await expect.poll(() => nestedLists(call, place)).toEqual(nested);
  }
  // The link comes back where what it opens cannot be saved, which is said.
  const users = office.getByRole('region', { name: 'Used by' });
  await users.getByRole('button', { name: `Unlink ${place.named('burger')}` }).click();
  const undo = toastWith(office, 'The record have been unlinked').last().getByRole('button', { name: 'Undo' });
  await expect.poll(() => nestedLists(call, place)).toBeUndefined();
  await office.route('**/menu/update-items-modifier/*', (route) => route.fulfill({ status: 500, body: '' }));
  await undo.click();
  await expect(office.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(users.getByRole('listitem')).toHaveCount(1);
  expect((await itemOf(call, place, burger)).modifierList).toContain(size);
});

test('Undo brings one list back among what another person has changed meanwhile', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const { extras, size } = place.lists;
  const { burger } = place.items;
  const { melted } = await nestThreeDeep(call, place);
  const save = (form: { modifierList?: ModifierListId[]; nestedLists?: [] }) =>
    call('POST /menu/update-items-modifier/:id', { params: { id: burger }, form }, place.owner.token);
  await save({ modifierList: [size, extras, melted] });
  const office = await openWindow({ viewport: phone });
  await keepMessages(office);
  await openItem(office, place, burger);
  const lists = office.getByRole('region', { name: 'Modifier lists' });
  await lists.getByRole('button', { name: `Unlink ${place.named('size')}` }).click();
  const undo = toastWith(office, 'The record is successfully updated').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await save({ modifierList: [melted, extras], nestedLists: [] });
  await undo.click();
  await expect.poll(async () => (await itemOf(call, place, burger)).modifierList).toEqual([melted, size, extras]);
  expect(await nestedLists(call, place)).toEqual([
    { modifierListId: extras, parentListId: size, modifierIds: [place.modifiers.large] },
  ]);
});
