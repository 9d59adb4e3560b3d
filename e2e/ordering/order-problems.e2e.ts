/** A guest reports what was wrong with an order that is over, and the restaurant answers (decision 100). */
import { makePng } from '#server/test/data/png.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInGuest } from '../support/guest.ts';
import { placeCompleted, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: phone });
const photo = async () => ({
  name: 'bag.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await makePng().arrayBuffer()),
});

test('a guest says on a phone what was missing, and gets the money of it back', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeCompleted(call, place);
  const office = await openWindow({ viewport: desktop, timezoneId: 'Asia/Dubai' });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/orders/problems');
  await expect(office.getByRole('heading', { name: 'No problem is waiting' })).toBeVisible();
  await expectAccessible(office, 'no problems');
  await office.setViewportSize(desktop);

  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await page.getByRole('button', { name: 'Something wrong?' }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Something wrong?' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Send to the restaurant' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('Choose what is wrong.');
  await sheet.getByRole('radio', { name: 'Something is missing' }).check();
  await sheet.getByRole('checkbox', { name: /^special/ }).focus();
  await page.keyboard.press('Space');
  await sheet.getByRole('combobox', { name: /^Portions of special/ }).selectOption('1 of 2');
  await sheet.getByRole('textbox', { name: /^Tell us more/ }).fill('One was not in the bag.');
  await expect(sheet.getByRole('radio', { name: 'Money back' })).toBeChecked();
  await expectAccessible(page, 'a report of a problem', { hasDark: true, widths: [375, 768, 1280] });

  // The guest's words are still there.
  await page.reload();
  await expect(sheet.getByRole('textbox', { name: /^Tell us more/ })).toHaveValue('One was not in the bag.');
  await expect(sheet.getByRole('combobox', { name: /^Portions of special/ })).toHaveValue('1');
  const chooser = sheet.getByLabel(/^A photo/);
  await chooser.setInputFiles(await photo());
  // A second look that ends without a file is no Escape of the sheet around it: report and photo stay.
  const isLeftAlone = await chooser.evaluate((field) =>
    field.dispatchEvent(new Event('cancel', { bubbles: true, cancelable: true })),
  );
  expect(isLeftAlone).toBe(true);
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Send to the restaurant' }).click();
  await expect(sheet).toBeHidden();
  const report = page.getByRole('region', { name: 'Your report' });
  await expect(report).toContainText('1 × special');
  await expect(report).toContainText('Your photo is with the report.');

  // The dashboard counts it without a reload.
  await expect(office.getByRole('link', { name: 'Problems 1 problem is waiting' })).toBeVisible();
  await office.setViewportSize(phone);
  const waiting = office.getByRole('list', { name: 'Waiting' });
  await expect(waiting.getByText('One was not in the bag.')).toBeVisible();
  await waiting.getByRole('button', { name: 'Show photo' }).click();
  await expect(waiting.getByRole('img', { name: 'Photo of the problem' })).toBeVisible();
  await expectAccessible(office, 'problems', { hasDark: true, widths: [375, 768, 1280] });
  await waiting.getByRole('button', { name: `Answer order #${order.orderNumber}` }).focus();
  await office.keyboard.press('Enter');
  const dialog = office.getByRole('dialog', { name: `Answer order #${order.orderNumber}` });
  await expect(dialog.getByRole('radio', { name: /^Money back for the reported dishes: AED\s44\.10$/ })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Your words to the guest' }).fill('We are sorry.');
  await expectAccessible(office, 'an answer to a problem', { hasDark: true, widths: [375, 768, 1280], height: 1000 });
  await dialog.getByRole('button', { name: /^Give AED\s44\.10 back$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(office.getByRole('heading', { name: 'No problem is waiting' })).toBeVisible();

  await expect(report.getByText(/^You get AED\s44\.10 back in person\.$/)).toBeVisible();
  await expect(report).toContainText('We are sorry.');
  await expect(report.getByRole('button', { name: 'Change the report' })).toBeHidden();
  await expectAccessible(page, 'an answered problem', { hasDark: true });

  await visit(office, `/dashboard/orders/${order._id}`);
  const problem = office.getByRole('region', { name: 'Problem', exact: true });
  await expect(problem.getByText(/^AED\s44\.10 given back by hand$/)).toBeVisible();
  await expect(office.getByRole('list', { name: 'Timeline' }).getByText('The guest reported a problem')).toBeVisible();
  await expectAccessible(office, 'an order with a problem', { widths: [375, 768, 1280] });

  await visit(office, '/dashboard/reports?tab=service');
  const reported = office.getByRole('region', { name: 'Problems', exact: true });
  await expect(reported).toContainText('1 order with a problem, all answered');
  await expect(reported.getByRole('cell', { name: 'Something is missing: 1' })).toBeVisible();
  await expectAccessible(office, 'a report with problems', { hasDark: true, widths: [375, 768, 1280] });
});

test('in Arabic a guest changes the report and gets a voucher', async ({ page, openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const order = await placeCompleted(call, place);
  await page.setViewportSize(tablet);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}?lang=ar`);
  await page.getByRole('button', { name: 'هل من مشكلة؟' }).click();
  const sheet = page.getByRole('dialog', { name: 'هل من مشكلة؟' });
  await sheet.getByRole('radio', { name: 'وصل متأخرًا' }).check();
  await expectAccessible(page, 'a report of a problem in Arabic', { hasDark: true });
  await sheet.getByRole('button', { name: 'إرسال إلى المطعم' }).click();
  const report = page.getByRole('region', { name: 'بلاغك' });
  await report.getByRole('button', { name: 'تعديل البلاغ' }).click();
  await expect(sheet.getByRole('radio', { name: 'وصل متأخرًا' })).toBeChecked();
  await sheet.getByRole('radio', { name: 'قسيمة لطلبي القادم' }).check();
  await sheet.getByRole('button', { name: 'إرسال إلى المطعم' }).click();
  await expect(sheet).toBeHidden();

  const office = await openWindow({ viewport: tablet, locale: 'ar-AE' });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/orders/problems');
  await expect(office.getByText('يود الضيف الحصول على قسيمة')).toBeVisible();
  await office.getByRole('button', { name: `الرد على الطلب رقم ${order.orderNumber}` }).click();
  const dialog = office.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'قسيمة للطلب القادم' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'قيمة القسيمة' }).fill('15');
  await expectAccessible(office, 'an answer to a problem in Arabic', { hasDark: true, height: 1000 });
  await dialog.getByRole('button', { name: 'إرسال القسيمة' }).click();
  await expect(dialog).toBeHidden();
  await office.getByRole('tab', { name: 'تم الرد' }).click();
  await expect(office.getByText(/^قسيمة بقيمة/)).toBeVisible();
  await expectAccessible(office, 'answered problems in Arabic');

  await expect(report.getByText(/^[2-9A-Z]{10}$/)).toBeVisible();
  await expectAccessible(page, 'a voucher in Arabic', { hasDark: true });
});
