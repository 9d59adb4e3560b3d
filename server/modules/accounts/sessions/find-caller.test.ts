import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CustomerId, UserId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { makeDriver } from '#server/test/data/drivers.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { findCaller, forgetCallers } from './find-caller.ts';
import { listEndedTokens } from './list-ended-tokens.ts';
import {
  createSession,
  endSession,
  hashToken,
  newToken,
  removeExpiredSessions,
  type SessionOwner,
} from './sessions.ts';

let database: Database;
let restaurant: TestRestaurant;
beforeAll(async () => {
  database = await freshDatabase();
  restaurant = await makeRestaurant(database.db);
});
afterAll(() => database.close());

const start = new Date('2026-03-02T09:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const find = (token: string, seconds: number) => findCaller(database.db, token, after(seconds));
const customer = (): SessionOwner => ({
  kind: 'customer',
  restaurantId: restaurant.id,
  customerId: newId<CustomerId>(),
});

async function newUser(userType: 'merchant' | 'admin'): Promise<UserId> {
  const { userId } = await makeOwner(database.db, restaurant.id, 'manager');
  await database.db.updateTable('users').set({ user_type: userType }).where('id', '=', userId).execute();
  return userId;
}

async function ownerOf(kind: SessionOwner['kind']): Promise<SessionOwner> {
  if (kind === 'merchant') return { kind, userId: await newUser(kind), restaurantId: restaurant.id };
  if (kind === 'admin') return { kind, userId: await newUser(kind) };
  if (kind === 'support') return { kind, userId: await newUser('admin'), restaurantId: restaurant.id, reason: 'Asked' };
  if (kind === 'customer') return customer();
  if (kind === 'driver') {
    const { driverId } = await makeDriver(database.db, restaurant.id);
    return { kind, restaurantId: restaurant.id, driverId };
  }
  return { kind, restaurantId: restaurant.id, phone: '+971501234567' };
}

const hour = 3600;
const day = 24 * hour;

describe('tokens that are asked for together', () => {
  test('are read by one statement, and each has its own caller', async () => {
    const [first, second, userId] = [newId<CustomerId>(), newId<CustomerId>(), await newUser('merchant')];
    const owners: SessionOwner[] = [
      { kind: 'customer', restaurantId: restaurant.id, customerId: first },
      { kind: 'customer', restaurantId: restaurant.id, customerId: second },
      { kind: 'merchant', restaurantId: restaurant.id, userId },
    ];
    const tokens = await Promise.all(owners.map((owner) => createSession(database.db, owner, start)));
    const query = vi.spyOn(Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    const callers = await Promise.all([...tokens, newToken(), tokens[0]!].map((token) => find(token, 1)));
    const asked = query.mock.calls as unknown as [{ text?: string; values?: Buffer[][] }][];
    const reads = asked.filter(([{ text }]) => text?.includes('from "sessions"')).map(([{ values }]) => values![0]!);
    // Guests are read ahead, a second time where this takes long; the merchant is not.
    expect(reads.filter((hashes) => hashes.some((hash) => hash.equals(hashToken(tokens[2]!))))).toHaveLength(1);
    expect(reads[0]).toHaveLength(5);
    expect(callers).toEqual([
      expect.objectContaining({ kind: 'customer', customerId: first }),
      expect.objectContaining({ kind: 'customer', customerId: second }),
      expect.objectContaining({ kind: 'manager', userId }),
      null,
      callers[0],
    ]);
  });

  test('are written as used by one statement', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => createSession(database.db, customer(), start)));
    const query = vi.spyOn(Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    await Promise.all(tokens.map((token, n) => find(token, 61 + n)));
    const asked = query.mock.calls as unknown as [{ text?: string }][];
    expect(asked.filter(([{ text }]) => text?.startsWith('update "sessions"'))).toHaveLength(1);
    const seen = await database.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('token_hash', 'in', tokens.map(hashToken))
      .execute();
    // One statement writes one time: the latest of theirs.
    expect(seen.map(({ last_seen_at }) => last_seen_at)).toEqual([after(63), after(63), after(63)]);
  });

  test('wait for no session that somebody is changing', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => createSession(database.db, customer(), start)));
    const hashes = tokens.map(hashToken);
    const neighbour = await database.pool.connect();
    onTestFinished(() => neighbour.release(true));
    await neighbour.query('begin');
    await neighbour.query('select from sessions where token_hash = $1 for update', [hashes[0]]);
    const callers = await Promise.all(tokens.map((token) => find(token, 61)));
    expect(callers.map((caller) => caller?.kind)).toEqual(['customer', 'customer', 'customer']);
    const seen = await Promise.all(
      hashes.map((hash) =>
        database.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('token_hash', '=', hash)
          .executeTakeFirstOrThrow(),
      ),
    );
    expect(seen.map(({ last_seen_at }) => last_seen_at)).toEqual([start, after(61), after(61)]);
  });

  test('are all refused when the database is gone', async () => {
    const gone = await freshDatabase();
    await gone.close();
    const asked = await Promise.allSettled([newToken(), newToken()].map((token) => findCaller(gone.db, token, start)));
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('a session', () => {
  test.each([
    ['merchant', 7 * day, 20 * hour],
    ['admin', 12 * hour, 25 * 60],
    ['support', hour, 59 * 60],
    ['customer', 30 * day, 20 * day],
    ['driver', 18 * hour, 17 * hour],
    ['registration', 600, 300],
  ] as const)('with kind %s lasts %i seconds in use and no second longer', async (kind, longest, step) => {
    const token = await createSession(database.db, await ownerOf(kind), start);
    for (let at = 0; at < longest; at += step) expect(await find(token, at)).not.toBeNull();
    expect(await find(token, longest - 1)).not.toBeNull();
    expect(await find(token, longest)).toBeNull();
  });

  test.each([
    ['merchant', 24 * hour],
    ['admin', 30 * 60],
  ] as const)('with kind %s ends after %i seconds without use', async (kind, idle) => {
    const token = await createSession(database.db, await ownerOf(kind), start);
    expect(await find(token, idle - 1)).not.toBeNull();
    // The lookup was a use, so the idle time begins again.
    expect(await find(token, 2 * idle - 2)).not.toBeNull();
    expect(await find(token, 3 * idle - 2)).toBeNull();
  });

  test('is written as used at most once a minute', async () => {
    const token = await createSession(database.db, customer(), start);
    const lastSeen = async () =>
      (
        await database.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('token_hash', '=', hashToken(token))
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    for (const [at, seen] of [
      [59, 0],
      [60, 60],
      [119, 60],
      [500, 500],
    ] as const) {
      await find(token, at);
      expect(await lastSeen()).toEqual(after(seen));
    }
  });

  test('is found by its token alone, whole and unchanged', async () => {
    const token = await createSession(database.db, customer(), start);
    const swapped = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    const stored = hashToken(token);
    const tampered = [
      swapped,
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      '',
      stored.toString('base64url'),
      "' or 1=1",
    ];
    for (const other of tampered) expect(await find(other, 1)).toBeNull();
    expect(await find(token, 1)).toMatchObject({ kind: 'customer', tokenHash: stored });
  });

  test('ends at once in this process, and within a second in the others', async () => {
    const [here, elsewhere] = [
      await createSession(database.db, customer(), start),
      await createSession(database.db, customer(), start),
    ];
    for (const token of [here, elsewhere]) expect(await find(token, 1)).not.toBeNull();
    const ended = await Promise.all(Array.from({ length: 20 }, () => endSession(database.db, hashToken(here))));
    expect(ended.filter(Boolean)).toHaveLength(1);
    forgetCallers({ db: database.db, streams: { closeOf: () => undefined } }, [hashToken(here)]);
    await endSession(database.db, hashToken(elsewhere));
    expect(await find(here, 1)).toBeNull();
    await sleep(1_000);
    expect(await find(elsewhere, 1)).toBeNull();
  });

  test.each(['merchant', 'customer'] as const)(
    'of a %s ends when fifty newer ones began, the least recently used first',
    async (kind) => {
      const [owner, other] = [await ownerOf(kind), await ownerOf(kind)];
      const begin = (whose: SessionOwner, seconds: number) => createSession(database.db, whose, after(seconds));
      const foreign = await begin(other, 0);
      // The people of the tests come with a session.
      if ('userId' in owner) await database.db.deleteFrom('sessions').where('user_id', '=', owner.userId).execute();
      const [used, unused] = [await begin(owner, 1), await begin(owner, 2)];
      await find(used, 3600);
      for (let n = 0; n < 48; n++) await begin(owner, 1_000 + n);
      expect(await find(unused, 3600)).not.toBeNull();
      await database.db
        .updateTable('sessions')
        .set({ last_seen_at: after(2) })
        .where('token_hash', '=', hashToken(unused))
        .execute();
      const newest = await begin(owner, 3601);
      forgetCallers({ db: database.db, streams: { closeOf: () => undefined } }, [hashToken(unused)]);
      expect(await find(unused, 3602)).toBeNull();
      for (const token of [used, newest, foreign]) expect(await find(token, 3602)).not.toBeNull();
    },
  );

  test('is removed after its longest time', async () => {
    const [old, young] = [
      await createSession(database.db, customer(), after(-30 * day)),
      await createSession(database.db, customer(), start),
    ];
    await removeExpiredSessions(database.db, start);
    const left = await database.db.selectFrom('sessions').select('token_hash').execute();
    const hashes = left.map(({ token_hash }) => token_hash.toString('hex'));
    expect(hashes).toContain(hashToken(young).toString('hex'));
    expect(hashes).not.toContain(hashToken(old).toString('hex'));
  });
});

describe('a caller', () => {
  test("is the token's person with their present role", async () => {
    const { db } = database;
    const userId = await newUser('merchant');
    const token = await createSession(db, { kind: 'merchant', userId, restaurantId: restaurant.id }, start);
    expect(await find(token, 1)).toEqual({
      kind: 'manager',
      restaurantId: restaurant.id,
      userId,
      name: 'Sara Khan',
      outletIds: null,
      isShared: false,
      isLocked: false,
      isSupportAccess: false,
      isClosed: false,
      tokenHash: hashToken(token),
    });
    const setRole = (role: 'owner' | 'staff') =>
      platformTransaction(db, 'sign-up', (tx) =>
        tx.updateTable('memberships').set({ role }).where('user_id', '=', userId).execute(),
      );
    await setRole('staff');
    await sleep(1_000);
    expect(await find(token, 1)).toMatchObject({ kind: 'staff' });
    await platformTransaction(db, 'sign-up', (tx) =>
      tx.deleteFrom('memberships').where('user_id', '=', userId).execute(),
    );
    await sleep(1_000);
    expect(await find(token, 1)).toBeNull();
  });

  test('is nobody when its user was disabled', async () => {
    const userId = await newUser('admin');
    const token = await createSession(database.db, { kind: 'admin', userId }, start);
    await database.db.updateTable('users').set({ disabled_at: start }).where('id', '=', userId).execute();
    expect(await find(token, 1)).toBeNull();
  });

  test('with a number just verified may register it, and nothing else', async () => {
    const token = await createSession(database.db, await ownerOf('registration'), start);
    expect(await find(token, 1)).toEqual({
      kind: 'registration',
      restaurantId: restaurant.id,
      phone: '+971501234567',
      isClosed: false,
      tokenHash: hashToken(token),
    });
  });

  test('that is nobody is looked up once a minute', async () => {
    const token = 'a-token-that-nobody-has-ever-had';
    expect(await find(token, 1)).toBeNull();
    await database.db
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        kind: 'registration',
        restaurant_id: restaurant.id,
        phone: '+971501234567',
        device: '',
        created_at: start,
        last_seen_at: start,
        expires_at: after(600),
      })
      .execute();
    expect(await find(token, 1)).toBeNull();
  });

  test("with a site's token is that site", async () => {
    expect(await find(restaurant.siteToken, 0)).toEqual({ kind: 'site', restaurantId: restaurant.id, isClosed: false });
    expect(await find(restaurant.siteToken, 900 * day)).toEqual({
      kind: 'site',
      restaurantId: restaurant.id,
      isClosed: false,
    });
    expect(await find(`${restaurant.siteToken}x`, 0)).toBeNull();
  });
});

test('the ended tokens among those of open streams are named, and the others count as used', async () => {
  const { db } = database;
  const userId = await newUser('merchant');
  const merchant = { kind: 'merchant', userId, restaurantId: restaurant.id } as const;
  const [kitchen, loggedOut] = [await createSession(db, merchant, start), await createSession(db, merchant, start)];
  const foreign = { ...merchant, restaurantId: (await makeRestaurant(db)).id };
  const elsewhere = await createSession(db, foreign, start);
  const adminId = await newUser('admin');
  const admin = await createSession(db, { kind: 'admin', userId: adminId }, start);
  const guest = await createSession(db, customer(), start);
  const tokens = [kitchen, loggedOut, elsewhere, admin, guest];
  const ended = async (seconds: number) => {
    const hashes = await listEndedTokens(db, tokens.map(hashToken), after(seconds));
    return tokens.filter((token) => hashes.some((hash) => hash.equals(hashToken(token))));
  };
  await endSession(db, hashToken(loggedOut));
  expect(await ended(1)).toEqual([loggedOut, elsewhere]);
  for (let at = 1000; at < 26 * hour; at += 1000) await ended(at);
  expect(await ended(26 * hour)).toEqual([loggedOut, elsewhere, admin]);
  expect(await find(kitchen, 26 * hour)).not.toBeNull();
  await db.updateTable('users').set({ disabled_at: start }).where('id', '=', userId).execute();
  expect(await ended(26 * hour)).toEqual([kitchen, loggedOut, elsewhere, admin]);
  expect(await listEndedTokens(db, [], start)).toEqual([]);
});
