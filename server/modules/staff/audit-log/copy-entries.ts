import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { hashOf, noHash } from './append-audit.ts';

/** An entry as an archive has it; `hash` in hex, behind `\x`. */
type ArchivedEntry = Record<string, unknown>;

const entriesPerInsert = 500;

/**
 * Writes the entries of another restaurant's log as the first ones of this restaurant's, which has none yet. The chain is made anew, because its
 * hashes have the restaurant's id in them; nobody who acted is a person of this server, so their names alone stay.
 * @param renew gives a text the new ids of what it names.
 * @returns whether the chain was whole before.
 */
export async function copyEntries(
  tx: Tx,
  restaurantId: RestaurantId,
  formerId: RestaurantId,
  entries: AsyncIterable<ArchivedEntry>,
  renew: (text: string) => string,
): Promise<boolean> {
  let number = 0;
  let hash: Buffer = noHash;
  let formerHash: Buffer = noHash;
  let isWhole = true;
  let batch: (ReturnType<typeof entryOf> & { hash: Buffer })[] = [];
  const flush = async () => {
    if (batch.length > 0) await tx.insertInto('audit_log_entries').values(batch).execute();
    batch = [];
  };
  for await (const archived of entries) {
    number += 1;
    const former = entryOf(archived, formerId);
    formerHash = hashOf(formerHash, former);
    isWhole &&= former.number === number && `\\x${formerHash.toString('hex')}` === archived['hash'];
    const [subject, details] = [renew(former.subject), renew(former.details)];
    const entry = { ...former, restaurant_id: restaurantId, number, actor_id: null, subject, details };
    hash = hashOf(hash, entry);
    batch.push({ ...entry, hash });
    if (batch.length === entriesPerInsert) await flush();
  }
  await flush();
  await tx.insertInto('audit_log_heads').values({ restaurant_id: restaurantId, number, hash }).execute();
  return isWhole;
}

function entryOf(archived: ArchivedEntry, restaurantId: RestaurantId) {
  const text = (column: string) => String(archived[column]);
  return {
    restaurant_id: restaurantId,
    number: Number(archived['number']),
    at: new Date(text('at')),
    actor_kind: text('actor_kind'),
    actor_id: archived['actor_id'] as null,
    actor_name: text('actor_name'),
    action: text('action'),
    subject: text('subject'),
    details: text('details'),
    request_id: text('request_id'),
  };
}
