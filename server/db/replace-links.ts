import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from './transaction.ts';

/** The link tables: the column of the owner, the column of the linked entity, and the table of the latter. */
const linkTables = {
  category_items: { of: 'category_id', to: 'item_id', things: 'items', isOrdered: true },
  category_inactive_outlets: { of: 'category_id', to: 'outlet_id', things: 'outlets', isOrdered: false },
  item_modifier_lists: { of: 'item_id', to: 'modifier_list_id', things: 'modifier_lists', isOrdered: true },
  item_goes_with: { of: 'item_id', to: 'suggested_id', things: 'items', isOrdered: true },
  item_inactive_outlets: { of: 'item_id', to: 'outlet_id', things: 'outlets', isOrdered: false },
  modifier_list_items: { of: 'modifier_list_id', to: 'item_id', things: 'items', isOrdered: true },
} as const;

/**
 * Makes `toIds` the complete list of `ofId`'s links, in order if the table has one. Links to deleted entities stay, so
 * that restoring brings them back. Concurrent calls for one owner would mix their links, so lock the row of `ofId`
 * before.
 */
export async function replaceLinks(
  tx: Tx,
  restaurantId: RestaurantId,
  table: keyof typeof linkTables,
  ofId: string,
  toIds: readonly string[],
): Promise<void> {
  const { of, to, things, isOrdered } = linkTables[table];
  const [links, thing] = [sql.table(table), sql.table(things)];
  const [ofColumn, toColumn] = [sql.ref(of), sql.ref(to)];
  const wanted = sql`unnest(${[...toIds]}::uuid[]) with ordinality as wanted (id, number)`;
  const columns = sql`restaurant_id, ${ofColumn}, ${toColumn}`;
  const key = sql`(${columns})`;
  await sql`
    with removed as (
      delete from ${links} using ${thing}
      where ${links}.restaurant_id = ${restaurantId} and ${links}.${ofColumn} = ${ofId}
        and ${links}.${toColumn} <> all(${[...toIds]}::uuid[])
        and ${thing}.restaurant_id = ${links}.restaurant_id and ${thing}.id = ${links}.${toColumn}
        and ${thing}.deleted_at is null
    )
    insert into ${links} (${columns}${isOrdered ? sql`, position` : sql``})
    select ${restaurantId}::uuid, ${ofId}::uuid, id${isOrdered ? sql`, number - 1` : sql``} from ${wanted}
    on conflict ${key} do ${isOrdered ? sql`update set position = excluded.position` : sql`nothing`}`.execute(tx);
}
