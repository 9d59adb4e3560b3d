import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/**
 * The columns that this program writes, for statements that insert whole rows from JSON. A newer program may have added
 * others, which get their defaults: a row that is inserted without names would fill them with null (decision 68).
 */
export const orderColumns = everyColumnOf<Selectable<Schema['orders']>>()(
  'restaurant_id',
  'id',
  'order_number',
  'is_test',
  'outlet_id',
  'outlet_name',
  'outlet_time_zone',
  'customer_id',
  'customer_name',
  'customer_phone',
  'mode',
  'payment_method',
  'platform',
  'delivery_area_id',
  'delivery_area_name',
  'address',
  'table_id',
  'table_name',
  'table_area',
  'special_instruction',
  'currency',
  'charge_options',
  'tax_rate_bp',
  'tax_inclusive',
  'subtotal_minor',
  'tax_minor',
  'delivery_fee_minor',
  'total_minor',
  'stock_taken',
  'placed_at',
  'placed_on',
  'placed_hour',
  'requested_for',
  'fires_at',
  'fired_at',
  'preparation_minutes',
  'make_minutes',
  'promised_at',
  'accept_by',
  'status',
  'status_changed_at',
  'status_version',
  'cancel_reason',
  'accepted_at',
  'ready_at',
  'bumps',
  'escalation',
  'seen_by',
  'seen_at',
  'printed_at',
  'travel_minutes',
  'order_prefix',
  'language',
  'time_changes',
  'tip_minor',
  'discount_minor',
  'offers',
);
export const lineColumns = everyColumnOf<Selectable<Schema['order_lines']>>()(
  'restaurant_id',
  'order_id',
  'line_number',
  'item_id',
  'name',
  'name_translations',
  'quantity',
  'unit_price_minor',
  'total_minor',
  'note',
  'guest_name',
  'made_at',
  'recalled_at',
);
export const optionColumns = everyColumnOf<Selectable<Schema['order_line_options']>>()(
  'restaurant_id',
  'order_id',
  'line_number',
  'position',
  'modifier_list_id',
  'modifier_list_name',
  'item_id',
  'name',
  'name_translations',
  'price_minor',
);
export const changeColumns = everyColumnOf<Selectable<Schema['order_status_changes']>>()(
  'restaurant_id',
  'order_id',
  'version',
  'from_status',
  'to_status',
  'reason',
  'is_undo',
  'actor_kind',
  'actor_id',
  'actor_name',
  'changed_at',
);

/** Takes each column of the row, once; a forgotten one is an error of types. */
function everyColumnOf<Row>() {
  return <const Columns extends readonly (keyof Row & string)[]>(
    ...columns: [keyof Row] extends [Columns[number]] ? Columns : never
  ): RawBuilder<unknown> => sql.raw(columns.join(', '));
}
