/** The openers of a dish's lists: which are asked only where an option of another one is chosen (decision 106). */
import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { ItemId, ModifierListId, RestaurantId } from '#contract/base/ids.ts';
import type { NestedListOnWire } from '#contract/menu/menus.ts';
import { nestingProblem } from '#contract/menu/nesting-problem.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/**
 * Makes these the nested lists of the dish; its others are always asked. The dish is locked. A deleted list keeps its opener where that
 * still fits the others, and what is stored already may name a deleted list or option: restoring it brings the rule back.
 * @throws request.invalid for lists that the dish does not have, options that are not in the opening list, circles, and lists too deep.
 */
export async function nestLists(
  tx: Tx,
  restaurantId: RestaurantId,
  itemId: ItemId,
  wanted: readonly NestedListOnWire[],
): Promise<void> {
  const links = await tx
    .selectFrom('item_modifier_lists as link')
    .innerJoin('modifier_lists as list', (join) =>
      join.onRef('list.restaurant_id', '=', 'link.restaurant_id').onRef('list.id', '=', 'link.modifier_list_id'),
    )
    .select(['link.modifier_list_id', 'link.opened_by_list_id', 'link.opened_by_item_ids', 'list.deleted_at'])
    .where('link.restaurant_id', '=', restaurantId)
    .where('link.item_id', '=', itemId)
    .execute();
  const isLinked = new Set(links.map((link) => link.modifier_list_id));
  if (wanted.some(({ modifierListId }) => !isLinked.has(modifierListId))) refuse('not_of_dish');
  const ofDeleted = nestedListsOf(links.filter(({ deleted_at }) => deleted_at !== null));
  const nested = await withDeleted(tx, restaurantId, links, wanted, ofDeleted);
  const rows = nested.map(({ modifierListId, parentListId, modifierIds }) => ({
    list: modifierListId,
    parent: parentListId,
    options: [...new Set(modifierIds)],
  }));
  await sql`
    update item_modifier_lists link set opened_by_list_id = given.parent, opened_by_item_ids = given.options
    from item_modifier_lists present
    left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (list uuid, parent uuid, options uuid[])
      on given.list = present.modifier_list_id
    where link.restaurant_id = ${restaurantId} and link.item_id = ${itemId}
      and present.restaurant_id = link.restaurant_id and present.item_id = link.item_id
      and present.modifier_list_id = link.modifier_list_id
      and (link.opened_by_list_id, link.opened_by_item_ids) is distinct from (given.parent, given.options)`.execute(tx);
}

interface StoredLink {
  modifier_list_id: ModifierListId;
  opened_by_list_id: ModifierListId | null;
  opened_by_item_ids: ItemId[] | null;
}

/**
 * The wanted nested lists, and of the deleted ones those that fit them: the person who nests sees no deleted list, and is not refused
 * because of one.
 */
async function withDeleted(
  tx: Tx,
  restaurantId: RestaurantId,
  links: readonly StoredLink[],
  wanted: readonly NestedListOnWire[],
  ofDeleted: readonly NestedListOnWire[],
): Promise<NestedListOnWire[]> {
  const others = ofDeleted.filter((one) => !wanted.some(({ modifierListId }) => modifierListId === one.modifierListId));
  if (wanted.length + others.length === 0) return [];
  const isModifierOf = await readModifiers(tx, restaurantId, links, [...wanted, ...others]);
  const problemOf = (nested: readonly NestedListOnWire[]) => {
    const openers = new Map(nested.map((one) => [one.modifierListId, one]));
    const lists = links.map(({ modifier_list_id: listId }) => {
      const one = openers.get(listId);
      return { listId, openedBy: one && { listId: one.parentListId, modifierIds: one.modifierIds } };
    });
    return nestingProblem(lists, isModifierOf);
  };
  if (problemOf([...wanted, ...others]) === null) return [...wanted, ...others];
  const problem = problemOf(wanted);
  if (problem !== null) refuse(problem);
  const nested = [...wanted];
  for (const one of others) if (problemOf([...nested, one]) === null) nested.push(one);
  return nested;
}

/** Whether a modifier is in a list, or stored as one that opens another list of the dish. */
async function readModifiers(
  tx: Tx,
  restaurantId: RestaurantId,
  links: readonly StoredLink[],
  nested: readonly NestedListOnWire[],
): Promise<(listId: string, modifierId: string) => boolean> {
  const parents = [...new Set(nested.map(({ parentListId }) => parentListId))];
  const entries = await tx
    .selectFrom('modifier_list_items as entry')
    .innerJoin('items', (join) =>
      join.onRef('items.restaurant_id', '=', 'entry.restaurant_id').onRef('items.id', '=', 'entry.item_id'),
    )
    .select(['entry.modifier_list_id', 'entry.item_id'])
    .where('entry.restaurant_id', '=', restaurantId)
    .where('entry.modifier_list_id', '=', sql<ModifierListId>`any(${parents}::uuid[])`)
    .where('items.type', '=', 'modifier')
    .where('items.deleted_at', 'is', null)
    .execute();
  const stored = links.flatMap(({ opened_by_list_id: listId, opened_by_item_ids: ids }) =>
    (ids ?? []).map((id) => `${listId} ${id}`),
  );
  const known = new Set([...entries.map((entry) => `${entry.modifier_list_id} ${entry.item_id}`), ...stored]);
  return (listId, modifierId) => known.has(`${listId} ${modifierId}`);
}

function refuse(problem: NonNullable<ReturnType<typeof nestingProblem>>): never {
  const problems = {
    not_of_dish: fieldProblem('item.nested_not_of_dish'),
    option_unknown: fieldProblem('item.nested_option_unknown'),
    circle: fieldProblem('item.nested_circle'),
    too_deep: fieldProblem('item.nested_too_deep'),
  };
  throw new Refusal('request.invalid', undefined, { nestedLists: problems[problem] });
}

/** Lists whose opener was taken off the dish are always asked again; one that is only deleted may be restored, and keeps them closed. */
export async function unnestOrphans(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await sql`
    update item_modifier_lists link set opened_by_list_id = null, opened_by_item_ids = null
    where link.restaurant_id = ${restaurantId} and link.opened_by_list_id is not null and not exists (
      select from item_modifier_lists parent
      where parent.restaurant_id = ${restaurantId} and parent.item_id = link.item_id
        and parent.modifier_list_id = link.opened_by_list_id)`.execute(tx);
}

/** The nested ones among the links of a dish, in the words of the wire. */
export function nestedListsOf(links: readonly StoredLink[]): NestedListOnWire[] {
  return links.flatMap(({ modifier_list_id: modifierListId, opened_by_list_id, opened_by_item_ids }) =>
    opened_by_list_id === null
      ? []
      : [{ modifierListId, parentListId: opened_by_list_id, modifierIds: opened_by_item_ids ?? [] }],
  );
}
