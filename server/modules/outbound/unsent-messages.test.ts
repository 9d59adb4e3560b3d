/** Messages that were given up, and sending them again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobId, RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { makeCallers } from '#server/test/servers/callers.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { sendMessage } from './send-message.ts';

let server: TestApp;
let ours: TestRestaurant;
let theirs: TestRestaurant;
let owner: string;
let stranger: string;
let admin: string;
beforeAll(async () => {
  server = await startApp();
  ours = await makeRestaurant(server.db);
  theirs = await makeRestaurant(server.db);
  owner = (await makeOwner(server.db, ours.id)).token;
  stranger = (await makeOwner(server.db, theirs.id)).token;
  admin = (await makeCallers(server.db, ours)).admin!;
});
afterAll(() => server.close());

/** A notice that was given up: written in the future, so that nobody has begun with it. */
async function giveUp(restaurantId: RestaurantId | null, to: string): Promise<JobId> {
  const later = () => new Date(server.clock.now().getTime() + 60_000);
  const content = { to, subject: 'A notice', text: 'Something changed.', html: '<p>Something changed.</p>' };
  return platformTransaction(server.db, 'seed', async (tx) => {
    await sendMessage(tx, { config: testConfig, clock: later }, { kind: 'restaurant_closed', restaurantId, content });
    const { id } = await tx
      .updateTable('jobs')
      .set({ dead_at: server.clock.now(), tries: 15, last_error: 'not_accepted' })
      .where('done_at', 'is', null)
      .where('dead_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

const ownIds = async (token: string) =>
  (await server.call('GET /outbound/unsent-messages', {}, token)).messages.map(({ _id }) => _id);

/** The entries of the audit log: action, subject and kind of actor. */
const recorded = async (token: string) =>
  (await server.call('GET /audit/entries', { query: {} }, token)).entries.map(({ action, subject, actor }) => [
    action,
    subject,
    actor.kind,
  ]);

test('an owner sees the messages of their restaurant alone, and has one sent again', async () => {
  const id = await giveUp(ours.id, 'layla@unsent.test');
  const { messages } = await server.call('GET /outbound/unsent-messages', {}, owner);
  expect(messages).toEqual([
    {
      _id: id,
      kind: 'restaurant_closed',
      to: 'layla@unsent.test',
      problem: 'not_accepted',
      tries: 15,
      createdAt: expect.any(String) as string,
      givenUpAt: expect.any(String) as string,
      expiresAt: expect.any(String) as string,
    },
  ]);
  expect(await ownIds(stranger)).toEqual([]);
  const resend = (token: string) => server.call('POST /outbound/resend-message/:id', { params: { id } }, token);
  await expect(resend(stranger)).rejects.toMatchObject({ answer: { code: 'request.not_found' } });
  expect(await resend(owner)).toMatchObject({ code: 'message.resent' });
  await expect
    .poll(() => server.mails.filter(({ to }) => to === 'layla@unsent.test'))
    .toMatchObject([{ key: expect.any(String) as string, subject: 'A notice' }]);
  expect(await ownIds(owner)).toEqual([]);
  await expect(resend(owner)).rejects.toMatchObject({ answer: { code: 'request.not_found' } });
  expect(await recorded(owner)).toEqual([['message.resent', 'restaurant_closed', 'owner']]);
});

test('an admin sees those of all restaurants and of the platform, and has one sent again', async () => {
  const ofTheirs = await giveUp(theirs.id, 'theirs@unsent.test');
  const ofPlatform = await giveUp(null, 'platform@unsent.test');
  const { messages } = await server.call('GET /admin/unsent-messages', {}, admin);
  expect(messages.map(({ _id, restaurant }) => [_id, restaurant?.name ?? null])).toEqual([
    [ofPlatform, null],
    [ofTheirs, theirs.name],
  ]);
  expect(await ownIds(owner)).toEqual([]);
  await server.call('POST /admin/resend-message/:id', { params: { id: ofPlatform } }, admin);
  await expect.poll(() => server.mails.map(({ to }) => to)).toContain('platform@unsent.test');
  await server.call('POST /admin/resend-message/:id', { params: { id: ofTheirs } }, admin);
  expect(await recorded(stranger)).toEqual([['message.resent', 'restaurant_closed', 'admin']]);
});

test('a message that is of no use any more is not shown', async () => {
  const id = await giveUp(ours.id, 'late@unsent.test');
  expect(await ownIds(owner)).toHaveLength(1);
  await platformTransaction(server.db, 'seed', (tx) =>
    tx.updateTable('jobs').set({ expires_at: server.clock.now() }).where('id', '=', id).execute(),
  );
  expect(await ownIds(owner)).toEqual([]);
});
