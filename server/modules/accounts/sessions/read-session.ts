import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

type FoundSession = Awaited<ReturnType<typeof readSessions>>[number];

interface Asked {
  tokenHash: Buffer;
  settle: (found: FoundSession | undefined) => void;
  fail: (error: unknown) => void;
}

/** The sessions that requests of this turn of the event loop ask for, by database. */
const gathered = new WeakMap<Db, Asked[]>();

/**
 * The session of a token, with whose it is. Requests that were read from their sockets together ask in one statement: in
 * a rush, or when all screens of a restaurant come back at once, hardly one of them is remembered.
 */
export function readSession(db: Db, tokenHash: Buffer): Promise<FoundSession | undefined> {
  return new Promise((settle, fail) => {
    const asked = { tokenHash, settle, fail };
    const others = gathered.get(db);
    if (others !== undefined) {
      others.push(asked);
      return;
    }
    const all = [asked];
    gathered.set(db, all);
    setImmediate(() => {
      gathered.delete(db);
      void answer(db, all);
    });
  });
}

async function answer(db: Db, asked: readonly Asked[]): Promise<void> {
  try {
    const tokenHashes = asked.map(({ tokenHash }) => tokenHash);
    const found = new Map((await readSessions(db, tokenHashes)).map((row) => [keyOf(row.token_hash), row]));
    for (const { tokenHash, settle } of asked) settle(found.get(keyOf(tokenHash)));
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

function keyOf(tokenHash: Buffer): string {
  return tokenHash.toString('base64');
}

function readSessions(db: Db, tokenHashes: readonly Buffer[]) {
  return db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('restaurants', 'restaurants.id', 'sessions.restaurant_id')
    .selectAll('sessions')
    .select('restaurants.closed_at')
    .select(['users.user_type', 'users.first_name', 'users.last_name', 'users.disabled_at'])
    .where(sql<boolean>`token_hash = any(${tokenHashes}::bytea[])`)
    .execute();
}
