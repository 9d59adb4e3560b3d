/**
 * Two menus as restaurants have them: the table of a Lebanese kitchen in Arabic, with prices in pounds, and what a till in New York
 * exports, with a ZIP of its pictures. Each is imported as it is, up to the guests (ON-12).
 */
import type { Page } from '@playwright/test';
import { zipOf } from '#server/test/data/make-zip.ts';
import { makePng } from '#server/test/data/png.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { toastWith } from '../support/screen.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** From Excel, with its mark and semicolons; a column of addresses of pictures, and one of dollars, are not read. */
const lebanese = `\uFEFFالقسم;الصنف;name_en;category_en;السعر;الوصف;السعر بالدولار;صورة
مازة باردة;حمص بالطحينة;Hummus;Cold mezze;250,000 ل.ل.;حمص مهروس مع طحينة وليمون;3$;https://example.com/hommos.jpg
مازة باردة;متبل باذنجان;Moutabal;Cold mezze;LBP 275,000;;3.25$;
مازة باردة;تبولة;Tabbouleh;Cold mezze;300.000 LBP;;3.5$;
مازة ساخنة;"سمبوسك لحمة; ٤ قطع";Sambousek, 4 pieces;Hot mezze;٣٥٠٬٠٠٠;;4$;
مشاوي;شيش طاووق;Shish taouk;Grills;1,100,000 ل.ل;يقدم مع ثوم وبطاطا;12$;
مشاوي;"مشاوي مشكلة ""للعيلة""";Family mixed grill;Grills;4 250 000;;48$;
`;

/** Sizes are rows of options, as decimals of dollars; a free one has an empty price in the till, and 0 here. */
const newYork = `Item Name,Category,Price,Description,SKU,modifier_lists,type,list,list_title,min,max,Tax
Classic Cheeseburger,Burgers,$14.95,"American cheese, pickles, ""special"" sauce",BRG-1,Sizes,,,,,,8.875%
Fried Chicken Sandwich,Sandwiches,$15.50,,SND-1,,,,,,,8.875%
"Mac & Cheese, truffle",Sides,$9,,SID-1,,,,,,,8.875%
House Salad,Sides,$12.00 / $16.00,,SID-2,,,,,,,8.875%
Party Platter,Catering,"$1,250.00",Serves 20,CAT-1,,,,,,,8.875%
Single,,$0.00,,,,modifier,Sizes,Choose a size,1,1,
Double,,+$4.00,,,,modifier,Sizes,,,,
`;

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const preview = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Preview', exact: true }) });

async function openImport(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/menus/import');
}

const chooseFile = (page: Page, name: string, text: string) =>
  page.getByLabel('Menu file').setInputFiles(csv(name, text));

/** Into the menu that the guests see. */
async function importIntoMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The menu was imported' })).toBeFocused();
}

const problems = (page: Page) => preview(page).getByRole('table', { name: 'Problem' }).getByRole('row');

test('a Lebanese menu with Arabic heads and prices in pounds is imported, but for the price that has two meanings', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant({ currency: 'LBP', country: 'LB', timeZone: 'Asia/Beirut' });
  await openImport(page, place);
  await chooseFile(page, 'قائمة الطعام.csv', lebanese);
  await expect(preview(page).getByRole('status')).toHaveText('1 problem in the file. Nothing will be imported.');
  await expect(problems(page).nth(1)).toHaveText(/^4price.*'300\.000 LBP' can be read in two ways\. Write 300000/);

  await chooseFile(page, 'قائمة الطعام.csv', lebanese.replace('300.000 LBP', '300,000 LBP'));
  const lines = preview(page).getByRole('list', { name: 'Categories and dishes' }).getByRole('listitem');
  await expect(lines.nth(1)).toHaveText(/^حمص بالطحينةNew.*LBP.250,000\.00$/);
  await expect(preview(page).getByText('صورة', { exact: false }).first()).toBeVisible();
  await importIntoMenu(page);
  await page.getByRole('link', { name: 'Open the menu' }).click();
  const categories = page.getByRole('list', { name: 'Categories', exact: true }).getByRole('listitem');
  await expect(categories).toContainText(['مازة باردة', 'مازة ساخنة', 'مشاوي']);

  const guest = await openWindow({ viewport: phone, locale: 'ar-LB' });
  await guest.goto(`/${place.slug}/pickup/${encodeURIComponent(place.outletName)}?lang=ar`);
  const dishes = guest.getByRole('main').getByRole('link');
  for (const [name, price] of [
    ['سمبوسك لحمة; ٤ قطع', '350,000'],
    ['مشاوي مشكلة "للعيلة"', '4,250,000'],
  ] as const) {
    const dish = dishes.filter({ hasText: name });
    await expect(dish.first()).toContainText(price);
  }
  await guest.goto(`/${place.slug}/pickup/${encodeURIComponent(place.outletName)}?lang=en`);
  await expect(dishes.filter({ hasText: 'Family mixed grill' }).first()).toBeVisible();
});

test('the export of a till is imported once its two-price dish has one, and a ZIP gives the dishes their pictures', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant({ currency: 'USD', country: 'US', timeZone: 'America/New_York' });
  await openImport(page, place);
  await chooseFile(page, 'items-export.csv', newYork);
  await expect(preview(page).getByRole('status')).toHaveText(/^\d problems? in the file\. Nothing will be imported\.$/);
  await expect(problems(page).nth(1)).toHaveText(/^5price.*'\$12\.00 \/ \$16\.00' is not a price/);
  await expect(problems(page)).toHaveCount(2);

  await chooseFile(page, 'items-export.csv', newYork.replace('$12.00 / $16.00', '$12'));
  await expect(preview(page).getByText('Choose a size', { exact: false }).first()).toBeAttached();
  await importIntoMenu(page);

  const picture = Buffer.from(await makePng().arrayBuffer());
  const pictures = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Add pictures' }) });
  await pictures
    .getByLabel('Pictures')
    .first()
    .setInputFiles([
      {
        name: 'photos.zip',
        mimeType: 'application/zip',
        buffer: zipOf([
          { path: 'photos/BRG-1.png', content: picture },
          { path: 'photos/Mac & Cheese, truffle.png', content: picture },
          { path: 'photos/._BRG-1.png', content: Buffer.from('of the Finder') },
          { path: 'photos/read me.txt', content: Buffer.from('Photos by a friend') },
        ]),
      },
      { name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('cut off') },
    ]);
  await expect(pictures.getByRole('listitem')).toHaveText([
    'BRG-1.pngClassic Cheeseburger',
    'Mac & Cheese, truffle.pngMac & Cheese, truffle',
    "broken.zipThis ZIP can't be read. Unpack it and choose its pictures.",
  ]);
  await pictures.getByRole('button', { name: 'Add 2 pictures' }).click();
  await expect(toastWith(page, '2 pictures were added')).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await guest.goto(`/${place.slug}/pickup/${encodeURIComponent(place.outletName)}`);
  const burger = guest.getByRole('main').getByRole('link', { name: 'Classic Cheeseburger' }).last();
  await expect(burger).toContainText('$14.95');
  await expect(burger.locator('img')).toHaveCount(1);
});
