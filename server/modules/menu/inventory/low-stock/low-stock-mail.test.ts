/** The mail a day about low stock: at its hour, in the language of whoever gets it, once although two servers look (decision 93). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, testConfig, type TestApp } from '#server/test/servers/app.ts';
import { testLog } from '#server/test/servers/log.ts';
import { watchLowStock } from './watch-low-stock.ts';

let app: TestApp;
let made: TestRestaurant;
let owner: Awaited<ReturnType<typeof makeOwner>>;
const watches: ReturnType<typeof watchLowStock>[] = [];
beforeAll(async () => {
  app = await startApp();
  // Two servers, both of which believe to be the elected one.
  for (let server = 0; server < 2; server += 1) {
    watches.push(watchLowStock({ db: app.db, config: testConfig, clock: app.clock.now, log: testLog }, () => false));
  }
});
afterAll(async () => {
  for (const watch of watches) await watch.stop();
  await app.close();
});
beforeEach(async () => {
  // Half past eight in the morning in Dubai.
  app.clock.set('2026-11-20T04:30:00Z');
  made = await makeRestaurant(app.db);
  owner = await makeOwner(app.db, made.id);
});

const settings = async () => (await app.call('GET /menu/low-stock-mail', {}, owner.token)).lowStockMail;
const save = (hour: number | null, userIds: UserId[] = [owner.userId], token = owner.token) =>
  app.call('POST /menu/update-low-stock-mail', { body: { hour, userIds } }, token);
const setStock = (quantity: number | null) =>
  changeMenu(app.db, made.id, (tx) =>
    tx
      .updateTable('items')
      .set({ quantity })
      .where('restaurant_id', '=', made.id)
      .where('id', '=', made.items.water)
      .execute(),
  );
const countJobs = async () => {
  const counted = await platformTransaction(app.db, 'outbox', (tx) =>
    tx
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('restaurant_id', '=', made.id)
      .where('queue', '=', 'mail')
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return counted.count;
};
/** The mails that this restaurant's people got: names of restaurants are their own. */
const mails = () => app.mails.filter(({ text }) => text.includes(made.canary));
async function lookAt(instant: string): Promise<void> {
  app.clock.set(instant);
  await Promise.all(watches.map((watch) => watch.look()));
  // Every mail that was written has left the house.
  await expect.poll(countJobs).toBe(0);
}

describe('the mail about low stock', () => {
  test('comes once a day at its hour, by the clock of the outlet', async () => {
    await save(9);
    await setStock(3);
    await lookAt('2026-11-20T04:59:59Z');
    expect(mails()).toEqual([]);
    await lookAt('2026-11-20T05:00:00Z');
    await lookAt('2026-11-20T05:01:00Z');
    expect(mails().map(({ subject }) => subject)).toEqual([expect.stringMatching(/: 1 low on stock$/)]);
    await lookAt('2026-11-21T04:59:59Z');
    expect(mails()).toHaveLength(1);
    // A server that was away at the hour is late, and the next day is on time again.
    await lookAt('2026-11-21T07:30:00Z');
    await lookAt('2026-11-22T05:00:00Z');
    expect(mails()).toHaveLength(3);
  });

  test('is not sent when nothing is low, to nobody, or when it was taken back', async () => {
    await save(9);
    await setStock(6);
    await lookAt('2026-11-20T05:00:00Z');
    await setStock(null);
    await lookAt('2026-11-21T05:00:00Z');
    await setStock(5);
    await save(null);
    await lookAt('2026-11-22T05:00:00Z');
    expect(mails()).toEqual([]);
  });

  test('lists what is sold out and what is low, in the language of each person', async () => {
    const colleague = await makeOwner(app.db, made.id, 'staff');
    await platformTransaction(app.db, 'seed', (tx) =>
      tx.updateTable('users').set({ language: 'ar' }).where('id', '=', colleague.userId).execute(),
    );
    await changeMenu(app.db, made.id, async (tx) => {
      const set = (id: string, values: { quantity: number; low_stock?: number; name_translations?: { ar: string } }) =>
        tx
          .updateTable('items')
          .set(values)
          .where('restaurant_id', '=', made.id)
          .where('id', '=', id as never)
          .execute();
      await set(made.items.water, { quantity: 9, low_stock: 10, name_translations: { ar: 'ماء' } });
      await set(made.items.burger, { quantity: 0 });
      await set(made.modifiers.cheese, { quantity: 6 });
    });
    await save(9, [owner.userId, colleague.userId]);
    await lookAt('2026-11-20T05:00:00Z');
    const texts = mails().map(({ text }) => text);
    expect(texts).toHaveLength(2);
    const burger = `\u2068burger ${made.canary}\u2069`;
    const english = texts.find((text) => text.startsWith('Hello'))!;
    expect(english).toContain(`${burger}: sold out\n\u2068water ${made.canary}\u2069: 9 left\n\nOpen the inventory:`);
    expect(english).not.toContain('cheese');
    expect(texts.find((text) => text !== english)).toContain(
      `\u2068burger ar ${made.canary}\u2069: نفد\n\u2068ماء\u2069: المتبقي 9\n\nافتح المخزون:`,
    );
  });

  test('names the outlet that counts for itself', async () => {
    const { water } = made.items;
    const count = { params: { id: water }, body: { outletId: made.outletId, quantity: 2 } };
    await app.call('POST /menu/update-outlet-quantity/:id', count, owner.token);
    await setStock(1);
    await save(9);
    await lookAt('2026-11-20T05:00:00Z');
    const name = `\u2068water ${made.canary}\u2069`;
    expect(mails()[0]!.text).toContain(`${name}: 1 left\n${name} (\u2068Marina ${made.canary}\u2069): 2 left\n\n`);
  });

  test('leaves out whoever works here no more, and a second one on a day whose hour is moved', async () => {
    const colleague = await makeOwner(app.db, made.id, 'manager');
    await setStock(2);
    await save(9, [owner.userId, colleague.userId]);
    await app.call('DELETE /staff/remove/:id', { params: { id: colleague.userId }, body: {} }, owner.token);
    expect((await settings()).people).toMatchObject([{ _id: owner.userId, isChosen: true }]);
    await lookAt('2026-11-20T05:00:00Z');
    await save(10);
    await lookAt('2026-11-20T06:00:00Z');
    expect(mails()).toHaveLength(1);
    await lookAt('2026-11-21T06:00:00Z');
    expect(mails()).toHaveLength(2);
  });
});

describe('its settings', () => {
  test('are the owner’s, who names people that work here', async () => {
    expect(await settings()).toMatchObject({ hour: null, timeZone: 'Asia/Dubai', people: [{ isChosen: false }] });
    const saved = (await save(21)).lowStockMail;
    expect(saved).toMatchObject({ hour: 21, people: [{ _id: owner.userId, isChosen: true }] });
    expect(await settings()).toEqual(saved);
    const manager = await makeOwner(app.db, made.id, 'manager');
    expect((await refusalOf(save(9, [owner.userId], manager.token))).code).toBe('auth.forbidden');
    const stranger = await makeOwner(app.db, (await makeRestaurant(app.db)).id);
    expect((await refusalOf(save(9, [owner.userId, stranger.userId]))).code).toBe('request.not_found');
    expect(await refusalOf(save(9, []))).toMatchObject({
      code: 'request.invalid',
      fields: { userIds: { code: 'required' } },
    });
    expect(await settings()).toMatchObject({ hour: 21, people: [{ isChosen: true }, { isChosen: false }] });
  });

  test('saved by two owners at once are those of one of them', async () => {
    const other = await makeOwner(app.db, made.id);
    await Promise.all([save(9, [owner.userId]), save(10, [other.userId], other.token)]);
    const { hour, people } = await settings();
    expect([hour, people.filter(({ isChosen }) => isChosen).map(({ _id }) => _id)]).toEqual(
      hour === 9 ? [9, [owner.userId]] : [10, [other.userId]],
    );
  });
});
