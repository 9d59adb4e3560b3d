/** Notes of the restaurant's people about a guest. */
import type { Selectable } from 'kysely';
import type { NoteKind } from '#contract/base/enumerations.ts';
import type { CustomerId, NoteId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { getGuestRow } from './get-guest.ts';

export type NoteRow = Selectable<Schema['customer_notes']>;

interface NoteInput {
  kind: NoteKind;
  text: string;
}

/** Allergies first, then the newest. */
export function listNotes(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<NoteRow[]> {
  return tx
    .selectFrom('customer_notes')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * @returns all notes about the guest.
 * @throws request.not_found, customer.too_many_notes
 */
export async function addNote(
  tx: Tx,
  caller: MerchantCaller,
  customerId: CustomerId,
  { kind, text }: NoteInput,
  now: Date,
): Promise<NoteRow[]> {
  const { restaurantId } = caller;
  await getGuestRow(tx, caller, customerId);
  await lockGuest(tx, restaurantId, customerId);
  const { length } = await listNotes(tx, restaurantId, customerId);
  if (length >= limits.notesPerGuest) throw new Refusal('customer.too_many_notes', { most: limits.notesPerGuest });
  await tx
    .insertInto('customer_notes')
    .values({
      restaurant_id: restaurantId,
      id: newId<NoteId>(),
      customer_id: customerId,
      kind,
      text,
      author_id: caller.userId,
      author_name: caller.name,
      created_at: now,
      changed_by: null,
      changed_at: null,
    })
    .execute();
  return listNotes(tx, restaurantId, customerId);
}

/**
 * Changes a note as it was seen. A change that its person sends again, because the answer was lost, is made once.
 * @returns all notes about the guest.
 * @throws request.not_found, customer.note_changed when the note is not as the caller saw it.
 */
export async function updateNote(
  tx: Tx,
  caller: MerchantCaller,
  id: NoteId,
  { kind, text, version }: NoteInput & { version: number },
  now: Date,
): Promise<NoteRow[]> {
  const { restaurantId } = caller;
  const note = await lockNote(tx, caller, id);
  const isSaved = note.kind === kind && note.text === text && note.changed_by === caller.name;
  if (note.version === version + 1 && isSaved) return listNotes(tx, restaurantId, note.customer_id);
  if (note.version !== version) throw new Refusal('customer.note_changed');
  await tx
    .updateTable('customer_notes')
    .set({ kind, text, changed_by: caller.name, changed_at: now, version: version + 1 })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
  return listNotes(tx, restaurantId, note.customer_id);
}

/**
 * @returns the notes that are left.
 * @throws request.not_found
 */
export async function deleteNote(tx: Tx, caller: MerchantCaller, id: NoteId): Promise<NoteRow[]> {
  const { restaurantId } = caller;
  const { customer_id } = await lockNote(tx, caller, id);
  await tx.deleteFrom('customer_notes').where('restaurant_id', '=', restaurantId).where('id', '=', id).execute();
  return listNotes(tx, restaurantId, customer_id);
}

/** The note, locked; of a guest whom the caller may see. */
async function lockNote(tx: Tx, caller: MerchantCaller, id: NoteId): Promise<NoteRow> {
  const note = await tx
    .selectFrom('customer_notes')
    .selectAll()
    .where('restaurant_id', '=', caller.restaurantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (note === undefined) throw new Refusal('request.not_found');
  await getGuestRow(tx, caller, note.customer_id);
  return note;
}

/** Makes two people note one after the other, so that they cannot pass the limit together. */
async function lockGuest(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<void> {
  const found = await tx
    .selectFrom('customers')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('request.not_found');
}
