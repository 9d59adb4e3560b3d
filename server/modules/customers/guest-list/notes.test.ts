/** Notes of the restaurant's people about a guest, and their end (decision 79). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerId, NoteId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = (await makeOwner(server.db, made.id)).token;
});
const call: TestApp['call'] = (route, input, token) => server.call(route, input, token);

/** A guest with this name and number. */
async function makeNamed(name: string, phone: string | null, of: TestRestaurant = made) {
  const guest = await makeCustomer(server.db, of.id);
  await platformTransaction(server.db, 'seed', (tx) =>
    tx.updateTable('customers').set({ name, phone }).where('id', '=', guest.customerId).execute(),
  );
  return guest;
}

describe('notes', () => {
  const notesOf = async (id: CustomerId) =>
    (await call('GET /customer/get-customer/:id', { params: { id } }, owner)).notes;

  test('say who wrote and who changed them, allergies first', async () => {
    const { customerId: id } = await makeNamed('Sara', '+971501230001');
    const manager = (await makeOwner(server.db, made.id, 'manager')).token;
    await call('POST /customer/add-note/:id', { params: { id }, body: { kind: 'allergy', text: 'Peanuts' } }, owner);
    const { notes } = await call('POST /customer/add-note/:id', { params: { id }, body: { text: 'Window' } }, owner);
    expect(notes.map(({ kind, text, by, changedBy, version }) => [kind, text, by, changedBy, version])).toEqual([
      ['allergy', 'Peanuts', 'Sara Khan', null, 1],
      ['note', 'Window', 'Sara Khan', null, 1],
    ]);
    const params = { id: notes[1]!._id };
    await call(
      'POST /customer/update-note/:id',
      { params, body: { kind: 'note', text: 'The terrace', version: 1 } },
      manager,
    );
    expect((await notesOf(id))[1]).toMatchObject({ text: 'The terrace', changedBy: 'Sara Khan', version: 2 });
    await call('POST /customer/delete-note/:id', { params }, manager);
    expect((await notesOf(id)).map(({ text }) => text)).toEqual(['Peanuts']);
  });

  test('written at the same moment all stay; of two changes of one note the second is refused', async () => {
    const { customerId: id } = await makeNamed('Sara', '+971501230001');
    const texts = Array.from({ length: 8 }, (_, n) => `Note ${n}`);
    await Promise.all(
      texts.map((text) => call('POST /customer/add-note/:id', { params: { id }, body: { text } }, owner)),
    );
    const notes = await notesOf(id);
    expect(notes.map(({ text }) => text).toSorted()).toEqual(texts);
    const change = (text: string) =>
      call(
        'POST /customer/update-note/:id',
        { params: { id: notes[0]!._id }, body: { kind: 'note', text, version: 1 } },
        owner,
      );
    const outcomes = await Promise.allSettled([change('One'), change('Two')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(change('Three'))).toMatchObject({ status: 409, code: 'customer.note_changed' });
  });

  test('are changed once by a call that is sent again after its answer was lost', async () => {
    const { customerId: id } = await makeNamed('Sara', '+971501230001');
    const { notes } = await call('POST /customer/add-note/:id', { params: { id }, body: { text: 'Window' } }, owner);
    const params = { id: notes[0]!._id };
    const change = (text: string) =>
      call('POST /customer/update-note/:id', { params, body: { kind: 'note', text, version: 1 } }, owner);
    for (const answer of [await change('The terrace'), await change('The terrace')])
      expect(answer.notes).toMatchObject([{ text: 'The terrace', version: 2 }]);
    expect(await refusalOf(change('The bar'))).toMatchObject({ status: 409, code: 'customer.note_changed' });
  });

  test('are bounded in number, also when written at once, and are never blank', async () => {
    const { customerId: id } = await makeNamed('Sara', '+971501230001');
    const add = (text: string) => call('POST /customer/add-note/:id', { params: { id }, body: { text } }, owner);
    for (let n = 0; n < limits.notesPerGuest - 1; n++) await add(`Note ${n}`);
    const outcomes = await Promise.allSettled([add('One'), add('Two'), add('Three')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(add('Four'))).toMatchObject({ status: 409, code: 'customer.too_many_notes' });
    expect(await refusalOf(add(' \n '))).toMatchObject({ status: 400 });
    expect(await refusalOf(add('x'.repeat(limits.guestNote + 1)))).toMatchObject({ status: 400 });
  });

  test('are read by staff with the order in hand, who see neither list nor page', async () => {
    const guest = await makeNamed('Sara', '+971501230001');
    const staff = (await makeOwner(server.db, made.id, 'staff')).token;
    const { customerId: id } = guest;
    const { notes } = await call('POST /customer/add-note/:id', { params: { id }, body: { text: 'Window' } }, owner);
    const order = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
    const { order: placed } = await call('POST /order/create-order', { body: order }, guest.token);
    const told = await call('GET /order/guest-notes/:id', { params: { id: placed._id } }, staff);
    expect([told.guestId, told.notes.map(({ text }) => text)]).toEqual([id, ['Window']]);
    const body = { kind: 'note', text: 'x', version: 1 } as const;
    for (const refused of [
      call('GET /customer/get-all-customers', { query: {} }, staff),
      call('GET /customer/get-customer/:id', { params: { id } }, staff),
      call('POST /customer/update-note/:id', { params: { id: notes[0]!._id }, body }, staff),
      call('POST /customer/delete-customer/:id', { params: { id } }, staff),
    ]) {
      expect(await refusalOf(refused)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    }
  });

  test('are not there for another restaurant', async () => {
    const other = await makeRestaurant(server.db);
    const theirs = (await makeOwner(server.db, other.id)).token;
    const { customerId: id } = await makeNamed('Sara', '+971501230001', other);
    const { notes } = await call('POST /customer/add-note/:id', { params: { id }, body: { text: 'Theirs' } }, theirs);
    const body = { kind: 'note', text: 'Ours', version: 1 } as const;
    for (const noteId of [notes[0]!._id, newId<NoteId>()]) {
      const params = { id: noteId };
      const refusals = [
        await refusalOf(call('POST /customer/update-note/:id', { params, body }, owner)),
        await refusalOf(call('POST /customer/delete-note/:id', { params }, owner)),
      ];
      expect(refusals.map(({ status }) => status)).toEqual([404, 404]);
    }
    expect((await call('GET /customer/get-customer/:id', { params: { id } }, theirs)).notes[0]!.text).toBe('Theirs');
  });
});

describe('erasing', () => {
  test('on request takes notes, consent and addresses, is refused while an order is open, and names nobody', async () => {
    const guest = await makeNamed('Sara', '+971501230001');
    const params = { id: guest.customerId };
    await call('POST /customer/add-note/:id', { params, body: { text: 'Seldom-Word' } }, owner);
    await call('POST /auth/change-consent', { body: { isGiven: true } }, guest.token);
    const order = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
    const { order: placed } = await call('POST /order/create-order', { body: order }, guest.token);
    const erase = (token: string) => call('POST /customer/delete-customer/:id', { params }, token);
    const manager = (await makeOwner(server.db, made.id, 'manager')).token;
    expect(await refusalOf(erase(manager))).toMatchObject({ status: 403 });
    expect(await refusalOf(erase(owner))).toMatchObject({ status: 409, code: 'customer.order_open' });
    const body = { orderId: placed._id, status: 'Cancelled', reason: 'Too busy' } as const;
    await call('POST /order/update-order-status', { body }, owner);
    const listed = server.erasures.length;
    await erase(owner);
    expect(server.erasures.length).toBe(listed + 1);
    const left = await platformTransaction(server.db, 'administration', async (tx) => [
      await tx.selectFrom('customer_notes').select('id').where('restaurant_id', '=', made.id).execute(),
      await tx.selectFrom('customer_consents').select('given_at').where('restaurant_id', '=', made.id).execute(),
    ]);
    expect(left).toEqual([[], []]);
    expect(await refusalOf(call('GET /auth/customer', {}, guest.token))).toMatchObject({ status: 401 });
    expect(await call('GET /order/guest-notes/:id', { params: { id: placed._id } }, owner)).toEqual({
      guestId: null,
      notes: [],
    });
    expect((await call('GET /customer/get-all-customers', { query: {} }, owner)).total).toBe(0);
    const { entries } = await call('GET /audit/entries', { query: {} }, owner);
    expect(entries.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['guest.erased', '', {}],
    ]);
    expect(await refusalOf(erase(owner))).toMatchObject({ status: 404 });
  });

  test('the guest reads in their own data what is noted about them, without the writer', async () => {
    const guest = await makeNamed('Sara', '+971501230001');
    const params = { id: guest.customerId };
    await call('POST /customer/add-note/:id', { params, body: { kind: 'allergy', text: 'Peanuts' } }, owner);
    const { at } = await call('POST /auth/change-consent', { body: { isGiven: true } }, guest.token);
    const { text } = await rawCall(server.app, 'GET /auth/export-customer', {}, guest.token);
    const data = JSON.parse(text) as { consent: object; notes: object[] };
    expect(data.consent).toEqual({ isGiven: true, at });
    expect(data.notes).toEqual([{ kind: 'allergy', text: 'Peanuts', createdAt: expect.any(String) as string }]);
    expect(text).not.toContain('Sara Khan');
  });
});
