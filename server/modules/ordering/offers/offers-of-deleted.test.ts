/** Offers that name what was deleted since: they can be changed and paused, and say again what they said once it is restored. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, ownersPassword, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp } from '#server/test/servers/app.ts';

const app = await startApp();
afterAll(() => app.close());

let made: TestRestaurant;
let owner: string;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ token: owner } = await makeOwner(app.db, made.id));
});

type OfferBody = NonNullable<Parameters<typeof app.call<'POST /offer/add-offer'>>[1]>['body'];
const fifth: OfferBody = { name: 'A fifth off', benefit: { kind: 'percent', percent: 20 } };
const addOffer = async (body: OfferBody) => (await app.call('POST /offer/add-offer', { body }, owner)).offer;
const update = async (id: Awaited<ReturnType<typeof addOffer>>['_id'], body: OfferBody, version = 1) =>
  (await app.call('POST /offer/update-offer/:id', { params: { id }, body: { ...body, version } }, owner)).offer;
const deleteItem = (id: ItemId) => app.call('DELETE /menu/delete-items-modifier/:id', { params: { id } }, owner);

test('an offer for a deleted dish is paused, and keeps the dish', async () => {
  const { burger, water } = made.items;
  const scope = { categories: [], items: [burger, water] };
  const { _id: id } = await addOffer({ ...fifth, scope });
  await deleteItem(water);
  expect(await update(id, { ...fifth, scope, isPaused: true })).toMatchObject({ isPaused: true, scope });
});

test('a stamp card whose reward was deleted is paused', async () => {
  const card: OfferBody = {
    name: 'Card',
    benefit: { kind: 'free_item' },
    scope: { categories: [], items: [made.items.water] },
    stamps: { needed: 9, minimum: 0, months: null },
  };
  const { _id: id } = await addOffer(card);
  await deleteItem(made.items.water);
  expect(await update(id, { ...card, isPaused: true })).toMatchObject({ isPaused: true });
});

test('an offer of a deleted outlet is paused, and no deleted outlet or dish is added to one', async () => {
  const form = {
    name: 'Harbour',
    timeZone: 'Asia/Dubai',
    email: 'harbour@example.test',
    phone: '+971501234567',
    orderingSchedule: { sameDate: true, nextDate: true },
    taxDetails: { taxRate: 5, taxInclusive: false },
  };
  const { outlet } = await app.call('POST /outlet/add-outlet', { form, files: { image: makePng() } }, owner);
  const outlets = [made.outletId, outlet._id];
  const { _id: id } = await addOffer({ ...fifth, outlets });
  const { _id: elsewhere } = await addOffer({ ...fifth, outlets: [made.outletId] });
  await app.call(
    'DELETE /outlet/delete-outlet/:id',
    { params: { id: outlet._id }, body: { password: ownersPassword } },
    owner,
  );
  await deleteItem(made.items.water);
  expect(await update(id, { ...fifth, outlets, isPaused: true })).toMatchObject({ isPaused: true, outlets });
  const scope = { categories: [], items: [made.items.water] };
  expect(await refusalOf(update(elsewhere, { ...fifth, outlets, scope }))).toMatchObject({
    status: 400,
    fields: { outlets: { code: 'not_found' }, scope: { code: 'not_found' } },
  });
});
