import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { together } from '#server/db/together.ts';

/** Finds the session of a token, with its user and restaurant. Requests share a statement, because in a rush hardly any session is cached. */
export const readSession = together(readAll);

/** The same ahead of requests, in statements of its own: no request waits for it. */
export const readSessionAhead = together(readAll);

async function readAll(db: Db, tokenHashes: readonly Buffer[]) {
  const found = new Map((await readSessions(db, tokenHashes)).map((row) => [keyOf(row.token_hash), row]));
  return tokenHashes.map((tokenHash) => found.get(keyOf(tokenHash)));
}

export type ReadSession = Awaited<ReturnType<typeof readSessions>>[number];

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
