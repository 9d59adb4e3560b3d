import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { ItemId, ModifierListId, RestaurantId } from '#contract/base/ids.ts';
import type { PlainSuccessCode } from '#contract/base/success-text.ts';
import { checkBounds } from '#contract/menu/list-bounds.ts';
import { newId } from '#server/db/new-id.ts';
import { markDeleted, markRestored } from '#server/db/deletion.ts';
import { replaceLinks } from '#server/db/replace-links.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { getModifierList, type ModifierListRow } from './queries.ts';
import { unnestOrphans } from './nested-lists.ts';
import { requireItems } from './require-members.ts';
import { changedFields, linkChange } from './changed-fields.ts';
import { wireFields } from './wire.ts';
import type { Translations } from '#contract/base/fields.ts';

/** Fields that are not given stay as they are. The ids of both kinds are whole lists, the modifiers in their order. */
interface ListChanges {
  name?: string | undefined;
  displayName?: string | undefined;
  displayNameTranslations?: Translations | undefined;
  allowMultipleSelection?: boolean | undefined;
  minModifier?: number | undefined;
  /** 0: no upper limit. */
  maxModifier?: number | undefined;
  optional?: boolean | undefined;
  freeModifiers?: number | undefined;
  maxPerModifier?: number | undefined;
  halves?: boolean | undefined;
  modifierIds?: readonly ItemId[] | undefined;
  itemList?: readonly ItemId[] | undefined;
}

/** @throws request.invalid for contradictory bounds or unknown members. */
export async function addModifierList(
  tx: Tx,
  restaurantId: RestaurantId,
  list: ListChanges & { name: string; displayName: string },
  at: Date,
): Promise<ModifierListRow> {
  const { allowMultipleSelection = false, minModifier = 0, maxModifier = 0, optional = false } = list;
  requireBounds({ allowMultipleSelection, minModifier, maxModifier, optional });
  const id = newId<ModifierListId>();
  await tx
    .insertInto('modifier_lists')
    .values({
      restaurant_id: restaurantId,
      id,
      name: list.name,
      display_name: list.displayName,
      display_name_translations: JSON.stringify(list.displayNameTranslations ?? {}),
      allows_multiple: allowMultipleSelection,
      min_choices: minModifier,
      max_choices: maxModifier,
      is_optional: optional,
      free_choices: list.freeModifiers ?? 0,
      max_per_option: list.maxPerModifier ?? 1,
      is_halved: list.halves ?? false,
      external_id: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .execute();
  await linkMembers(tx, restaurantId, id, list);
  return returnList(tx, restaurantId, id, at);
}

/**
 * Writes only the given fields, so that parallel changes to different fields are both kept.
 * @returns the list and the code that confirms the change.
 * @throws request.not_found; request.invalid as on creation.
 */
export async function updateModifierList(
  tx: Tx,
  restaurantId: RestaurantId,
  listId: ModifierListId,
  changes: ListChanges,
  at: Date,
): Promise<{ row: ModifierListRow; code: PlainSuccessCode }> {
  await lockList(tx, restaurantId, listId);
  const before = await getModifierList(tx, restaurantId, listId);
  const { allowMultipleSelection, minModifier, maxModifier, optional } = changes;
  const isAboutBounds = [allowMultipleSelection, minModifier, maxModifier, optional].some(
    (given) => given !== undefined,
  );
  if (isAboutBounds) {
    requireBounds({
      allowMultipleSelection: allowMultipleSelection ?? before.allows_multiple,
      minModifier: minModifier ?? before.min_choices,
      maxModifier: maxModifier ?? before.max_choices,
      optional: optional ?? before.is_optional,
    });
  }
  await tx
    .updateTable('modifier_lists')
    .set({
      updated_at: at,
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.displayName !== undefined && { display_name: changes.displayName }),
      ...(changes.displayNameTranslations !== undefined && {
        display_name_translations: JSON.stringify(changes.displayNameTranslations),
      }),
      ...(allowMultipleSelection !== undefined && { allows_multiple: allowMultipleSelection }),
      ...(minModifier !== undefined && { min_choices: minModifier }),
      ...(maxModifier !== undefined && { max_choices: maxModifier }),
      ...(optional !== undefined && { is_optional: optional }),
      ...(changes.freeModifiers !== undefined && { free_choices: changes.freeModifiers }),
      ...(changes.maxPerModifier !== undefined && { max_per_option: changes.maxPerModifier }),
      ...(changes.halves !== undefined && { is_halved: changes.halves }),
    })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', listId)
    .execute();
  await linkMembers(tx, restaurantId, listId, changes);
  const row = await returnList(tx, restaurantId, listId, at);
  return { row, code: modifierListSavedCode(before, row) };
}

/** @throws request.not_found */
export async function deleteModifierList(tx: Tx, restaurantId: RestaurantId, listId: ModifierListId, at: Date) {
  if (!(await markDeleted(tx, restaurantId, 'modifier_lists', listId, at))) throw new Refusal('request.not_found');
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}

/** @throws request.not_found, also for a list that is not deleted. */
export async function restoreModifierList(
  tx: Tx,
  restaurantId: RestaurantId,
  listId: ModifierListId,
  at: Date,
): Promise<ModifierListRow> {
  if (!(await markRestored(tx, restaurantId, 'modifier_lists', listId, at))) throw new Refusal('request.not_found');
  return returnList(tx, restaurantId, listId, at);
}

/** The code that confirms an update, by the fields that changed (core-setup 4 and 8). */
function modifierListSavedCode(before: ModifierListRow, after: ModifierListRow): PlainSuccessCode {
  const [field, ...others] = changedFields({ ...before, updated_at: null }, { ...after, updated_at: null });
  if (others.length > 0 || (field !== 'modifiers' && field !== 'items')) return 'record.updated';
  const change = linkChange(before[field].map(idOf), after[field].map(idOf));
  return change === null ? 'record.updated' : `record.${change}`;
}

const idOf = ({ id }: { id: ItemId }) => id;

function requireBounds(bounds: Parameters<typeof checkBounds>[0]): void {
  const problems = checkBounds(bounds);
  if (problems.length === 0) return;
  const fields = problems.map(({ field, code }) => [field, fieldProblem(`list.${code}`)] as const);
  throw new Refusal('request.invalid', undefined, Object.fromEntries(fields));
}

/**
 * Locks the list, so that nobody else changes its links meanwhile.
 * @throws request.not_found
 */
async function lockList(tx: Tx, restaurantId: RestaurantId, listId: ModifierListId): Promise<void> {
  await lockMenu(tx, restaurantId);
  const found = await tx
    .selectFrom('modifier_lists')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', listId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('request.not_found');
}

async function linkMembers(
  tx: Tx,
  restaurantId: RestaurantId,
  listId: ModifierListId,
  { modifierIds, itemList }: ListChanges,
): Promise<void> {
  await requireItems(tx, restaurantId, 'modifier', wireFields.modifierIds, modifierIds);
  await requireItems(tx, restaurantId, 'item', 'itemList', itemList);
  if (modifierIds !== undefined) await replaceLinks(tx, restaurantId, 'modifier_list_items', listId, modifierIds);
  if (itemList !== undefined) await attachToItems(tx, restaurantId, listId, itemList);
}

/** Makes these the items that have the list. An item that did not have it asks it last. */
async function attachToItems(
  tx: Tx,
  restaurantId: RestaurantId,
  listId: ModifierListId,
  itemIds: readonly ItemId[],
): Promise<void> {
  await sql`
    with removed as (
      delete from item_modifier_lists link using items
      where link.restaurant_id = ${restaurantId} and link.modifier_list_id = ${listId}
        and link.item_id <> all(${[...itemIds]}::uuid[])
        and items.restaurant_id = link.restaurant_id and items.id = link.item_id and items.deleted_at is null
    )
    insert into item_modifier_lists (restaurant_id, item_id, modifier_list_id, position)
    select ${restaurantId}::uuid, item_id, ${listId}::uuid, (
      select coalesce(max(link.position) + 1, 0) from item_modifier_lists link
      where link.restaurant_id = ${restaurantId} and link.item_id = wanted.item_id)
    from unnest(${[...itemIds]}::uuid[]) as wanted (item_id)
    on conflict (restaurant_id, item_id, modifier_list_id) do nothing`.execute(tx);
  await unnestOrphans(tx, restaurantId);
}

async function returnList(
  tx: Tx,
  restaurantId: RestaurantId,
  listId: ModifierListId,
  at: Date,
): Promise<ModifierListRow> {
  const row = await getModifierList(tx, restaurantId, listId);
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return row;
}
