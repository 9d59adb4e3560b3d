/**
 * Two phones at one table: one basket, one order, and the kitchen reads the table and the names (docs/decisions/0024).
 */
import { expectAccessible } from '../support/accessible.ts';
import { addBurger, addWater, goToCheckout, signInGuest, openDish } from '../support/guest.ts';
import { openLiveOrders, pressStatusButton, row } from '../support/kitchen.ts';
import { openTables } from '../support/restaurant.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const pathOf = (address: string) => new URL(address).pathname;

test('two phones order at one table, and the kitchen reads the table', async ({
  page: sara,
  call,
  complaints,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  const kitchen = await openWindow({ viewport: desktop });
  const omar = await openWindow({ viewport: phone });
  await openLiveOrders(kitchen, place);
  await signInGuest(sara, place);

  // Sara joins first, alone, and chooses.
  await sara.goto(pathOf(table!.address));
  await addBurger(sara, place);
  await sara.getByRole('link', { name: /^View basket/ }).click();
  await expect(sara.getByText('Whoever scans the code of this table adds to the same basket.')).toBeVisible();

  // Omar scans the same code, without signing in.
  await omar.goto(pathOf(table!.address));
  await expect(omar.getByRole('link', { name: 'View basket, 1 item, AED 27.04' })).toBeVisible();
  await addWater(omar, place);
  await expect(omar.getByRole('link', { name: 'View basket, 2 items, AED 32.81' })).toBeVisible();

  const omars = sara.getByRole('region', { name: 'Guest 2' });
  await expect(omars).toContainText(place.named('water'));
  await sara.getByRole('textbox', { name: 'Your name at the table' }).fill('Sara');
  await expect(sara.getByRole('button', { name: /^Review order/ })).toContainText('32.81');
  await expectAccessible(sara, 'shared basket');

  await omar.getByRole('link', { name: /^View basket/ }).click();
  const saras = omar.getByRole('region', { name: 'Sara' });
  await expect(saras).toContainText(place.named('burger'));
  // Other guests' lines belong to them.
  await expect(saras.getByRole('button')).toHaveCount(0);
  await expect(saras).toContainText('Only the phone that chose these dishes changes them.');
  await omar.getByRole('button', { name: 'Increase' }).click();
  await expect(omars).toContainText('2 ×');

  await sara.getByRole('button', { name: 'Review order' }).click();
  await sara.getByRole('radio', { name: 'Cash at the table' }).check();
  await sara.getByRole('button', { name: /^Place order/ }).click();
  await expect(sara.getByText('Your order has been sent')).toBeVisible();
  const ordered = (name: string) => sara.getByRole('listitem').filter({ hasText: name });
  await expect(ordered(place.named('burger'))).toContainText('Sara');
  await expect(ordered(place.named('water'))).toContainText('Guest 2');

  // Omar's basket is empty, and he sees the order like Sara.
  await expect(omar.getByText('Sara has sent the order of your table: #1.')).toBeVisible();
  const rounds = omar.getByRole('region', { name: 'Orders of your table' });
  await expect(rounds).toContainText('Order #1: Sent to the kitchen');
  await expect(rounds).toContainText('Sent by Sara');
  await expectAccessible(omar, 'orders of the table');
  await omar.getByRole('link', { name: 'Back to menu' }).click();
  const strip = omar.getByRole('link', { name: /^Order #1: Sent to the kitchen/ });
  await expect(strip).toContainText('Sent by Sara');
  await strip.click();
  await expect(rounds).toBeVisible();

  await expect(row(kitchen, 1)).toContainText('Table 12, Terrace');
  await row(kitchen, 1).click();
  const panel = kitchen.getByRole('region', { name: 'Order details' });
  await expect(panel).toContainText('For Sara');
  await expect(panel).toContainText('For Guest 2');
  await panel.getByRole('button', { name: 'Clear table' }).click();
  const asked = kitchen.getByRole('dialog', { name: 'Clear table 12?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toHaveCount(0);

  await pressStatusButton(kitchen, 'Move to preparation');
  await kitchen.getByRole('link', { name: 'Kitchen display' }).click();
  const ticket = kitchen.getByRole('article', { name: '#1', exact: true });
  await expect(ticket.getByRole('button', { name: place.named('burger') })).toContainText('For Sara');
  await expect(ticket.getByRole('button', { name: place.named('water') })).toContainText('For Guest 2');

  // Omar chooses once more and takes the lines off again, which Sara sees.
  await omar.getByRole('link', { name: 'Back to menu' }).click();
  await addWater(omar, place);
  await sara.goto(`/${place.slug}/basket`);
  await expect(omars).toContainText('1 ×');
  await omar.getByRole('link', { name: /^View basket/ }).click();
  await omar.getByRole('button', { name: `Remove ${place.named('water')}` }).click();
  await expect(omars).toHaveCount(0);
  await expect(omar.getByRole('link', { name: /^View basket/ })).toHaveCount(0);

  // After their visit staff clear the table: their phones are told, and the next party finds nothing of theirs.
  complaints.expect(/409/);
  await visit(kitchen, `/dashboard/outlets/edit/ordering-services/contactless-dining?id=${place.outletId}`);
  await expect(kitchen.getByRole('row', { name: /^12/ })).toContainText(/2 since \d\d:\d\d/);
  await kitchen.getByRole('button', { name: 'Clear table 12', exact: true }).click();
  await expect(asked).toContainText('2 phones share its basket.');
  await asked.getByRole('button', { name: 'Clear table' }).click();
  await expect(kitchen.getByText('Table 12 is clear. The next guests start with an empty basket.')).toBeVisible();
  await expect(kitchen.getByRole('button', { name: 'Clear table 12', exact: true })).toHaveCount(0);
  await expect(omar.getByText('The shared basket of this table has ended.')).toBeVisible();
  const lina = await openWindow({ viewport: phone });
  await lina.goto(pathOf(table!.address));
  const dish = await openDish(lina, place.named('water'));
  await dish.getByRole('button', { name: 'Add 1 to basket' }).click();
  await goToCheckout(lina);
  await expect(lina.getByText('Guest 1')).toBeVisible();
  await expect(lina.getByText(place.named('burger'))).toHaveCount(0);
});

test('an order goes out although another phone changed its mind and back in that moment', async ({
  page,
  call,
  complaints,
  openRestaurant,
}) => {
  complaints.expect(/409/);
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  await page.goto(pathOf(table!.address));
  await addWater(page, place);
  const participantKey = 'f'.repeat(32);
  const body = { table: table!.code, participantKey };
  const { tableSession } = await call('POST /dining/join-table-session', { body }, place.siteToken);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash at the table' }).check();
  const share = (lines: number) =>
    call(
      'POST /dining/share-lines',
      {
        body: {
          tableSessionId: tableSession._id,
          participantKey,
          lines: Array.from({ length: lines }, (_, index) => ({
            id: `other ${index}`,
            itemId: place.items.water,
            selections: [],
            quantity: 1,
            note: '',
          })),
        },
      },
      place.siteToken,
    );
  await page.route(
    '**/order/create-order',
    async (route) => {
      await share(1);
      await share(0);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
});

test('a cleared table is told within seconds, and its basket is shared no more', async ({
  page,
  call,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/409/);
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  await page.goto(pathOf(table!.address));
  await addWater(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(page.getByText('Whoever scans the code of this table adds to the same basket.')).toBeVisible();
  await call('POST /dining/clear-table/:id', { params: { id: table!._id } }, place.owner.token);
  await expect(page.getByText('The shared basket of this table has ended.')).toBeVisible();
  await expect(page.getByText('Whoever scans the code')).toBeHidden();
});
