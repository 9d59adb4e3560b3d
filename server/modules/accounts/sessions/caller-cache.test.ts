import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { CallerCache, type FoundCaller } from './caller-cache.ts';
import { findCaller } from './find-caller.ts';
import { hashToken, newToken } from './sessions.ts';

const restaurantId = newId<RestaurantId>();

function guest(tokenHash: Buffer, lastSeenAt = new Date('2026-03-02T09:00:00Z')): FoundCaller {
  const customerId = newId<CustomerId>();
  return {
    caller: { kind: 'customer', restaurantId, customerId, isWithoutPhone: false, tokenHash, isClosed: false },
    session: { kind: 'customer', expiresAt: new Date('2026-04-01T09:00:00Z'), lastSeenAt },
  };
}

function site(): FoundCaller {
  return { caller: { kind: 'site', restaurantId, isClosed: false }, session: null };
}

function copyOf({ caller, session }: FoundCaller): FoundCaller {
  return { caller: { ...caller }, session: session && { ...session } };
}

/** A table of sessions, which counts how often each is read. */
function sessions() {
  const rows = new Map<Buffer, FoundCaller>();
  const reads: Buffer[] = [];
  const cache = new CallerCache(async (tokenHash) => {
    reads.push(tokenHash);
    const row = rows.get(tokenHash);
    return row === undefined ? null : copyOf(row);
  });
  const begin = async (row: (tokenHash: Buffer) => FoundCaller = guest) => {
    const tokenHash = hashToken(newToken());
    rows.set(tokenHash, row(tokenHash));
    await cache.remember(tokenHash, async () => copyOf(rows.get(tokenHash)!));
    return tokenHash;
  };
  return { rows, reads, cache, begin };
}

test('guests who called in the last half minute are read together before they are asked for again', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const { id } = await makeRestaurant(database.db);
  const tokens: string[] = [];
  for (let n = 0; n < 3; n++) tokens.push((await makeCustomer(database.db, id)).token);
  const callAll = () => Promise.all(tokens.map((token) => findCaller(database.db, token, new Date())));
  await callAll();
  const query = vi.spyOn(Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await sleep(2_000);
  const reread = query.mock.calls as unknown as [{ text?: string; values?: Buffer[][] }][];
  expect(reread.length).toBeGreaterThanOrEqual(1);
  expect(reread.length).toBeLessThanOrEqual(3);
  for (const [{ text, values }] of reread) {
    expect(text).toContain('from "sessions"');
    expect(new Set(values![0]!.map((hash) => hash.toString('hex')))).toEqual(
      new Set(tokens.map((token) => hashToken(token).toString('hex'))),
    );
  }
});

describe('a remembered caller', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test('is read again, where it is a guest, while they call and for half a minute after', async () => {
    const { cache, begin, reads } = sessions();
    const tokenHash = await begin();
    await pass(20_000);
    expect(cache.recall(tokenHash)).toMatchObject({ caller: { kind: 'customer' } });
    await pass(29_900);
    expect(cache.recall(tokenHash)).toMatchObject({ caller: { kind: 'customer' } });
    const before = reads.length;
    await pass(31_000);
    // Every 600 ms of the half minute.
    expect(reads.length - before).toBe(50);
    expect(cache.recall(tokenHash)).toBeNull();
    await pass(60_000);
    expect(reads.length - before).toBe(50);
  });

  test('counts for one second and is not read again, where it is no guest', async () => {
    const { cache, begin, reads } = sessions();
    const tokenHash = await begin(site);
    await pass(998);
    expect(cache.recall(tokenHash)).toMatchObject({ caller: { kind: 'site' } });
    await pass(2);
    expect(cache.recall(tokenHash)).toBeNull();
    expect(reads).toEqual([]);
  });

  test('counts from the moment at which it was asked for', async () => {
    const { cache } = sessions();
    const tokenHash = hashToken(newToken());
    await cache.remember(tokenHash, async () => {
      await pass(700);
      return site();
    });
    await pass(298);
    expect(cache.recall(tokenHash)).not.toBeNull();
    await pass(2);
    expect(cache.recall(tokenHash)).toBeNull();
  });

  test('is what was read last', async () => {
    const { cache, begin, rows } = sessions();
    const [changed, ended] = [await begin(), await begin()];
    const now = guest(changed);
    rows.set(changed, now);
    rows.delete(ended);
    await pass(600);
    expect(cache.recall(changed)).toMatchObject(now);
    expect(cache.recall(ended)).toBeNull();
  });

  test('never counts for longer than its second while the database does not answer, and is read again when it does', async () => {
    let fails = true;
    const tokenHash = hashToken(newToken());
    const cache = new CallerCache(async () => {
      if (fails) throw new Error('connection lost');
      return guest(tokenHash);
    });
    await cache.remember(tokenHash, async () => guest(tokenHash));
    await pass(998);
    expect(cache.recall(tokenHash)).not.toBeNull();
    await pass(2);
    expect(cache.recall(tokenHash)).toBeNull();
    fails = false;
    await pass(1_000);
    expect(cache.recall(tokenHash)).not.toBeNull();
  });

  test('is forgotten at once, and a reading on its way changes nothing that was found since', async () => {
    const answers: ((found: FoundCaller | null) => void)[] = [];
    const cache = new CallerCache(() => new Promise((resolve) => answers.push(resolve)));
    const [ended, again] = [hashToken(newToken()), hashToken(newToken())];
    for (const tokenHash of [ended, again]) await cache.remember(tokenHash, async () => guest(tokenHash));
    await pass(600);
    cache.forget([ended, again]);
    const now = guest(again);
    await cache.remember(again, async () => now);
    answers[0]!(guest(ended));
    answers[1]!(null);
    await pass(0);
    expect(cache.recall(ended)).toBeNull();
    expect(cache.recall(again)).toEqual(now);
  });

  test('is nothing where a session was ended while it was looked up', async () => {
    const { cache } = sessions();
    const tokenHash = hashToken(newToken());
    const found = await cache.remember(tokenHash, async () => {
      cache.forget([tokenHash]);
      return guest(tokenHash);
    });
    expect(found).toMatchObject({ caller: { kind: 'customer' } });
    expect(cache.recall(tokenHash)).toBeNull();
  });

  test('keeps a time of use that was written after the session was read', async () => {
    const { cache, begin } = sessions();
    const tokenHash = await begin();
    const { session } = cache.recall(tokenHash) as FoundCaller;
    const later = new Date('2026-03-02T09:05:00Z');
    await pass(600);
    session!.lastSeenAt = later;
    await pass(600);
    expect((cache.recall(tokenHash) as FoundCaller).session).toEqual({ ...session, lastSeenAt: later });
  });

  test('is read again where it is one of the five hundred who called last', async () => {
    const { cache, begin, reads } = sessions();
    const guests: Buffer[] = [];
    for (let n = 0; n < 501; n++) guests.push(await begin());
    cache.recall(guests[0]!);
    await pass(600);
    expect(reads).toEqual([...guests.slice(2), guests[0]]);
  });

  test('is not displaced by tokens that nobody has', async () => {
    const { cache, begin } = sessions();
    const tokenHash = await begin();
    for (let n = 0; n < 10_001; n++) await cache.remember(Buffer.from(String(n)), async () => 'unknown');
    expect(cache.recall(tokenHash)).not.toBeNull();
    expect(cache.recall(Buffer.from('0'))).toBeNull();
    expect(cache.recall(Buffer.from('10000'))).toBe('unknown');
  });
});
