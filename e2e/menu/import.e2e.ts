/** Menu import and export: from a file to the guests and back (ON-12, EX-01, EX-02). */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { signUpNew } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { guestCategories } from '../support/menus.ts';
import { toastWith, visit } from '../support/screen.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** 200 dishes in ten categories; with `bad`, one of each has an error, each of another kind. */
function table({ bad }: { bad: boolean }): string {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const [category, name, price] = [`Page ${Math.floor(index / 20) + 1}`, `Dish ${index + 1}`, '10.00'];
    if (!bad || index % 20 !== 9) return [category, name, price];
    const wrong = [
      ['', name, price],
      [category, '', price],
      [category, name, ''],
      [category, name, 'ten'],
      [category, name, '-1'],
    ];
    return wrong[Math.floor(index / 20) % wrong.length]!;
  });
  return ['category,name,price', ...rows.map((row) => row.join(','))].join('\n');
}
const pages = Array.from({ length: 10 }, (_, index) => `Page ${index + 1}`);

const csv = (text: string, name = 'menu.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const fileField = (page: Page) => page.getByLabel('Menu file');
const section = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
const preview = (page: Page) => section(page, 'Preview');
const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });
const texts = (rows: Locator) => rows.allTextContents();

async function openImport(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/menus');
  await page.getByRole('link', { name: 'Import or export' }).click();
  await expect(page.getByRole('heading', { name: 'Import and export', level: 1 })).toBeFocused();
}

test('a file of 200 rows with 10 bad ones imports nothing; corrected, it is previewed, imported, seen, undone and exported', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const before = [place.named('Mains'), place.named('Drinks')];
  const guest = await openWindow({ viewport: phone });
  await openImport(page, place);
  await expect(page.getByText('None yet. You can undo an import here')).toBeVisible();

  await fileField(page).setInputFiles(csv(table({ bad: true })));
  await expect(preview(page).getByRole('status')).toHaveText('10 problems in the file. Nothing will be imported.');
  const problems = preview(page).getByRole('table', { name: 'Problem' }).getByRole('row');
  await expect(problems).toHaveCount(11);
  expect(await texts(problems.getByRole('rowheader'))).toEqual(
    [11, 31, 51, 71, 91, 111, 131, 151, 171, 191].map(String),
  );
  await expect(problems.nth(1).getByRole('cell')).toHaveText(['category', 'This field is required']);
  await expect(problems.nth(4).getByRole('cell')).toHaveText([
    'price',
    "'ten' is not a price. Use an amount such as 18.00",
  ]);
  await expect(importButton(page)).toHaveCount(0);
  expect(await guestCategories(guest, place)).toEqual(before);

  await fileField(page).setInputFiles(csv(table({ bad: false })));
  await expect(preview(page).getByRole('status')).toHaveText(`This changes the menu "${place.named('Menu')}".`);
  const counts = preview(page).getByRole('table', { name: 'Summary' }).getByRole('row');
  await expect(counts.nth(1)).toHaveText('Categories1000');
  await expect(counts.nth(2)).toHaveText('Dishes20000');
  const foreseen = preview(page).getByRole('list', { name: 'Categories and dishes' }).getByRole('listitem');
  await expect(foreseen.first()).toHaveText('Page 1New');
  await expect(foreseen.nth(1)).toHaveText(/^Dish 1New.*AED.10\.00$/);
  expect(await guestCategories(guest, place)).toEqual(before);

  await importButton(page).click();
  await expect(page.getByRole('heading', { name: 'The menu was imported' })).toBeFocused();
  await expect.poll(() => guestCategories(guest, place)).toEqual([...before, ...pages]);
  await expect(guest.getByRole('main').getByRole('link', { name: 'Dish 200' })).toHaveCount(1);

  // Pictures find their dishes by the names of their files.
  const pictures = section(page, 'Add pictures');
  const picture = { mimeType: 'image/png', buffer: Buffer.from(await makePng().arrayBuffer()) };
  await pictures
    .getByLabel('Pictures')
    .first()
    .setInputFiles([
      { name: 'dish_200.png', ...picture },
      { name: 'IMG_2031.png', ...picture },
    ]);
  await expect(pictures.getByRole('listitem')).toHaveText([
    'dish_200.pngDish 200',
    'IMG_2031.pngNo dish has this name or SKU',
  ]);
  await expectAccessible(page, 'pictures that are about to be added');
  await pictures.getByRole('button', { name: 'Add 1 picture' }).click();
  await expect(toastWith(page, '1 picture was added')).toBeVisible();
  await expect(pictures.getByRole('listitem')).toHaveText(['IMG_2031.pngNo dish has this name or SKU']);
  await expect(async () => {
    await guest.reload();
    await expect(guest.getByRole('main').getByRole('link', { name: 'Dish 200' }).locator('img')).toHaveCount(1);
  }).toPass();

  // The exported file changes nothing when it is imported.
  const download = async (format: 'CSV' | 'JSON') => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download ${format}` }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const asCsv = await download('CSV');
  expect(asCsv.name).toBe(`${place.named('Menu')}.csv`);
  expect(asCsv.text).toContain('Page 10,Dish 200,10.00');
  const asJson = await download('JSON');
  expect(asJson.name).toBe(`${place.named('Menu')}.json`);
  expect(JSON.parse(asJson.text)).toMatchObject({ menu: place.named('Menu'), currency: 'AED' });
  await page.getByRole('button', { name: 'Import another file' }).click();
  for (const { name, text } of [asCsv, asJson]) {
    await fileField(page).setInputFiles(csv(text, name));
    await expect(page.getByText(`Chosen: ${name}`)).toBeVisible();
    await expect(preview(page).getByRole('status')).toHaveText(
      'Your menu already matches the file. There is nothing to import.',
    );
    await expect(importButton(page)).toHaveCount(0);
  }

  const earlier = page.getByRole('list', { name: 'Imports of the last 30 days' }).getByRole('listitem');
  await expect(earlier).toContainText([`menu.csv into "${place.named('Menu')}"`]);
  await expect(earlier).toContainText(['Sara Khan · 200 new dishes']);
  await earlier.getByRole('button', { name: /^Undo the import of menu.csv/ }).click();
  await expect(toastWith(page, 'The import was undone')).toBeVisible();
  await expect(earlier).toContainText(['Undone']);
  await expect.poll(() => guestCategories(guest, place)).toEqual(before);
});

test('the preview lists changes by field and leaving dishes by name, and missing dishes leave only on request', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openImport(page, place);
  const file = (price: string, last: string) =>
    csv(`category,name,price,sku\nSoups,Lentil,${price},L-1\nSoups,Tomato,14.00,T-1${last}`);
  await fileField(page).setInputFiles(file('12.00', '\nSoups,Fish,19.00,F-1'));
  await importButton(page).click();
  await page.getByRole('button', { name: 'Import another file' }).click();

  await fileField(page).setInputFiles(file('12.50', ''));
  const lines = preview(page).getByRole('list', { name: 'Categories and dishes' }).getByRole('listitem');
  await expect(lines).toHaveText([/^Soups/, /^LentilChanged.*12\.50Price: 12\.00 → 12\.50$/]);
  await preview(page).getByRole('switch', { name: 'Also show what stays the same' }).click();
  await expect(lines).toHaveText([/^Soups/, /^LentilChanged/, /^TomatoUnchanged/]);
  await page.getByRole('switch', { name: "Remove dishes that aren't in the file" }).click();
  await expect(preview(page).getByText('Off the menu, still among your items: Fish')).toBeVisible();

  await page.getByRole('main').getByLabel('Menu', { exact: true }).first().selectOption('A new menu');
  await expect(preview(page).getByRole('status')).toHaveText('This creates the menu "Menu".');
  const name = page.getByRole('textbox', { name: 'Name of the new menu' });
  await name.fill('Winter');
  await name.press('Enter');
  await expect(preview(page).getByRole('status')).toHaveText('This creates the menu "Winter".');
  await expect(preview(page).getByText("This menu is a Draft. Guests don't see it yet.")).toBeVisible();
  await importButton(page).click();
  await page.getByRole('link', { name: 'Open the menu' }).click();
  await expect(page.getByRole('heading', { name: 'Winter', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Import or export' }).click();
  await expect(section(page, 'Download a menu').getByLabel('Menu', { exact: true })).toHaveValue(/.+/);
  await expect(section(page, 'Download a menu').locator('option:checked')).toHaveText('Winter');
});

test('the JSON of a real cafe is previewed whole', async ({ page, openRestaurant }) => {
  const place = await openRestaurant({ currency: 'GBP' });
  await openImport(page, place);
  await fileField(page).setInputFiles('server/db/seed/millers-cafe.menu.json');
  await expect(preview(page).getByRole('status')).toHaveText(/^This creates the menu "/);
  const counts = preview(page).getByRole('table', { name: 'Summary' }).getByRole('row');
  await expect(counts.nth(1)).toHaveText('Categories2600');
  await expect(counts.nth(2)).toHaveText(/^Dishes23\d00$/);
  const lines = preview(page).getByRole('list', { name: 'Categories and dishes' }).getByRole('listitem');
  await expect(lines.first()).toHaveText('StartersNew');
  await expect(preview(page).getByText('choose 1', { exact: false }).first()).toBeAttached();

  await fileField(page).setInputFiles(csv('{"currency":"GBP","categories":[{"name":"","items":[]}]}', 'own.json'));
  await expect(preview(page).getByRole('status')).toHaveText('1 problem in the file. Nothing will be imported.');
  await expect(preview(page).getByRole('table', { name: 'Problem' }).getByRole('row').nth(1)).toContainText(
    'categories[0].name',
  );
});

test('a menu of three thousand dishes is previewed, and staff read that they may not import', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await openImport(page, place);
  const rows = Array.from({ length: 2990 }, (_, index) => `Page ${Math.floor(index / 100)},Dish ${index},10.00`);
  await fileField(page).setInputFiles(csv(['category,name,price', ...rows].join('\n')));
  await expect(preview(page).getByRole('row').filter({ hasText: 'Dishes' })).toHaveText('Dishes299000');
  const lines = preview(page).getByRole('list', { name: 'Categories and dishes' }).getByRole('listitem');
  // Further lines are drawn as they come near.
  expect(await lines.count()).toBeLessThan(500);

  const { token } = await makeOwner(db, place.id, 'staff');
  await signInWithToken(page, token);
  await page.goto('/dashboard/menus/import');
  await expect(
    page.getByRole('heading', { name: 'Only people who can change the menu can import and export it.' }),
  ).toBeVisible();
  await visit(page, '/dashboard/menus');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import or export' })).toHaveCount(0);
});

test('the import works by keyboard alone, from the choice of the file to Undo', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openImport(page, place);
  const press = async (target: Locator) => {
    for (let tabs = 0; tabs < 30; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
    await page.keyboard.press('Enter');
  };
  const choosing = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'Choose a file' }));
  await (await choosing).setFiles(csv('category,name,price\nSoups,Lentil,12.00'));
  await expect(importButton(page)).toBeVisible();
  await press(importButton(page));
  await expect(page.getByRole('heading', { name: 'The menu was imported' })).toBeFocused();
  await press(page.getByRole('button', { name: /^Undo the import of menu.csv/ }).first());
  await expect(toastWith(page, 'The import was undone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
});

test('a file can be dropped, and one of another kind or too large is refused', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openImport(page, place);
  const drop = async (name: string, size: number) => {
    const data = await page.evaluateHandle(
      ([name, size]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['category,name,price\nSoups,Lentil,12.00'.padEnd(size)], name));
        return transfer;
      },
      [name, size] as const,
    );
    await page.getByText('or drop it here.').dispatchEvent('drop', { dataTransfer: data });
  };
  const section = page.getByRole('main');
  await drop('menu.xlsx', 10);
  await expect(section.getByRole('alert')).toHaveText('Use a .csv or .json file. Spreadsheets can save as CSV.');
  await drop('menu.csv', 5 * 1024 * 1024 + 1);
  await expect(section.getByRole('alert')).toHaveText('Use a file of at most 5 MB.');
  await drop('menu.csv', 10);
  await expect(importButton(page)).toBeVisible();
  await expect(section.getByRole('alert')).toHaveCount(0);
});

test('the upload shows its progress, and a failure is reported and can be retried', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await openImport(page, place);
  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route('**/menu/import', async (route) => {
    await isAnswered;
    await route.fulfill({ status: 500, body: '' });
  });
  await fileField(page).setInputFiles(csv('category,name,price\nSoups,Lentil,12.00'));
  await expect(preview(page).getByRole('progressbar')).toHaveAccessibleName(/^(Sending|Reading) the file$/);
  answer();
  await expect(preview(page).getByRole('alert')).toContainText('server error');
  await page.unroute('**/menu/import');
  await preview(page).getByRole('button', { name: 'Try again' }).click();
  await expect(importButton(page)).toBeVisible();
});

test('a restaurant without a menu is led to the import, and its example is imported as it is', async ({
  page,
  call,
}) => {
  await signInWithToken(page, await signUpNew(call));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Import your menu' }).click();
  await expect(page.getByText('You have no menu yet.')).toBeVisible();
  for (const [list, link] of [
    ['menus', 'Import or export'],
    ['items', 'Import your menu'],
  ] as const) {
    await visit(page, `/dashboard/${list}`);
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL('/dashboard/menus/import');
  }
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download an example' }).click();
  const example = await downloading;
  await fileField(page).setInputFiles(csv(await readFile(await example.path(), 'utf8'), example.suggestedFilename()));
  await expect(preview(page).getByRole('status')).toHaveText('This creates the menu "Menu".');
  await expect(preview(page).getByText('This menu is Live.')).toBeVisible();
  await importButton(page).click();
  await page.getByRole('link', { name: 'Open the menu' }).click();
  await expect(page.getByRole('list', { name: 'Categories', exact: true }).getByRole('listitem')).toContainText([
    'Burgers',
    'Drinks',
  ]);
});

test('the import is accessible, on a phone and on a desktop', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openImport(page, place);
  const check = (screen: string) => expectAccessible(page, screen, { hasDark: true });
  await check('import, nothing chosen');
  await fileField(page).setInputFiles(csv(table({ bad: true }), `${'long name '.repeat(9)}.csv`));
  await expect(preview(page).getByRole('table')).toBeVisible();
  await check('import, bad rows');
  const file = [
    'type,category,name,price,modifier_lists,list,list_title,min,max,colour',
    `item,${'W'.repeat(90)},${'ملوخية'.repeat(12)},12.00,Sizes,,,,,green`,
    'modifier,,Small,0,,Sizes,Choose a size,1,1,',
  ].join('\n');
  await fileField(page).setInputFiles(csv(file));
  await expect(importButton(page)).toBeVisible();
  await check('import, preview');
  await importButton(page).click();
  await expect(page.getByRole('heading', { name: 'The menu was imported' })).toBeVisible();
  await check('import, done');
});
