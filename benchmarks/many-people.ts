/** The people who ask in `many.ts`: guests, owners and an admin, of an empty product and of one that is full. */
import { createHash } from 'node:crypto';
import { openDatabase, type Database } from '#server/db/connect.ts';
import { textLog } from '#server/log.ts';
import {
  makeAdmin,
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
} from '#server/test/data/restaurant.ts';
import { Client } from 'pg';
import type { Guest } from './orders.ts';

export interface People {
  /** One guest of each of 200 restaurants, the largest first. */
  guests: Guest[];
  /** One guest of each of up to 10,000 restaurants. */
  everywhere: Guest[];
  /** Bearer tokens of owners of those 200, and the emails of theirs for signing in. */
  owners: string[];
  emails: string[];
  admin: string;
  slugs: string[];
}

const counted = 200;
const everywhereMost = 10_000;

export async function makePeople(dataDir: string): Promise<People> {
  return withDatabase(dataDir, async ({ db }) => {
    const guests: Guest[] = [];
    const owners: string[] = [];
    const emails: string[] = [];
    for (let n = 0; n < counted; n++) {
      const restaurant = await makeRestaurant(db, { stock: 1_000_000 });
      const { token } = await makeCustomer(db, restaurant.id);
      guests.push({ restaurant, token });
      const owner = await makeOwner(db, restaurant.id);
      owners.push(owner.token);
      emails.push(`${owner.userId}@user.test`);
    }
    const { token: admin } = await makeAdmin(db);
    return {
      guests,
      everywhere: guests,
      owners,
      emails,
      admin,
      slugs: guests.map(({ restaurant }) => restaurant.slug),
    };
  });
}

interface Filled {
  n: number;
  id: TestRestaurant['id'];
  word: string;
  guests: number;
}

/** The people of a filled product. The 200 restaurants are spread evenly over the ranks, so that some are huge and most are small. */
export async function findPeople(dataDir: string): Promise<People> {
  return withDatabase(dataDir, async ({ db, target }) => {
    const client = new Client(target);
    await client.connect();
    try {
      const { rows } = await client.query<Filled>('select n, id, word, guests from bench.restaurants order by n');
      const { rows: settings } = await client.query<{ pattern: TestRestaurant }>('select pattern from bench.settings');
      const { pattern } = settings[0]!;
      const step = Math.max(1, Math.floor(rows.length / counted));
      const chosen = rows.filter((_, place) => place % step === 0).slice(0, counted);
      const owners: string[] = [];
      for (const { id } of chosen) owners.push((await makeOwner(db, id)).token);
      const { token: admin } = await makeAdmin(db);
      return {
        guests: chosen.map((row) => guestOf(row, pattern)),
        everywhere: rows.slice(0, everywhereMost).map((row) => guestOf(row, pattern)),
        owners,
        emails: chosen.map(({ n }) => `owner${n}@many.test`),
        admin,
        slugs: rows.map(({ word }) => word),
      };
    } finally {
      await client.end();
    }
  });
}

/** The first guest of each restaurant has a session. */
function guestOf({ n, id, word }: Filled, pattern: TestRestaurant): Guest {
  const copied = <Id extends string>(of: Id) => madeId(`${of}${n}`) as Id;
  const each = <Ids extends Record<string, string>>(ids: Ids) =>
    Object.fromEntries(Object.entries(ids).map(([name, of]) => [name, copied(of)])) as Ids;
  return {
    token: `guest-${n}-0-`.padEnd(43, 'x'),
    restaurant: {
      ...pattern,
      id,
      slug: word,
      canary: word,
      outletId: copied(pattern.outletId),
      items: each(pattern.items),
      modifiers: each(pattern.modifiers),
    },
  };
}

/** The same id as `bench.made` of the database makes. */
function madeId(seed: string): string {
  const hex = createHash('md5').update(seed).digest('hex');
  const text = `${hex.slice(0, 12)}7${hex.slice(13, 16)}8${hex.slice(17)}`;
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

export async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const silent = textLog(() => undefined);
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, silent, { join: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
