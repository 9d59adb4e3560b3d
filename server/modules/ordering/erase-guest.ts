import { type RawBuilder, sql } from 'kysely';
import { type CancelReason, cancelReasons } from '#contract/ordering/cancel-reasons.ts';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Replaces the name of an erased guest; readers of the order have words for it. */
const erasedName = '';
/** Replaces a reason that staff typed, which may name the guest. */
const erasedReason: CancelReason = 'other';

/**
 * Erases a guest from past orders: name, phone, address, notes, the names beside dishes and what staff typed as a reason. The items, amounts
 * and times stay, for the restaurant's books. Idempotency keys go too, because a repeated order would be answered with the address.
 */
export async function eraseGuestFromOrders(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<void> {
  const orders = tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId);
  await tx
    .updateTable('order_lines')
    .set({ note: '', guest_name: '' })
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', 'in', orders)
    .where((eb) => eb.or([eb('note', '<>', ''), eb('guest_name', '<>', '')]))
    .execute();
  await sql`
    update order_changes set note = '', before = ${withoutWords('before')}, after = ${withoutWords('after')}
    where restaurant_id = ${restaurantId} and order_id in (
      select id from orders where restaurant_id = ${restaurantId} and customer_id = ${customerId})`.execute(tx);
  await tx
    .updateTable('order_status_changes')
    .set({ actor_id: null, actor_name: erasedName })
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', 'in', orders)
    .where('actor_kind', '=', 'customer')
    .execute();
  await tx
    .updateTable('order_status_changes')
    .set({ reason: erasedReason })
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', 'in', orders)
    .where('reason', 'not in', cancelReasons)
    .execute();
  await tx
    .updateTable('orders')
    // The status is written as well, so that its trigger has the day summed up anew, whose sums have the reason.
    .set((eb) => ({ cancel_reason: erasedReason, status: eb.ref('status') }))
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('cancel_reason', 'not in', cancelReasons)
    .execute();
  await tx
    .updateTable('orders')
    .set({ customer_name: erasedName, customer_phone: '', address: null, special_instruction: '' })
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .execute();
  await tx
    .deleteFrom('idempotency_keys')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .execute();
}

/** The facts of a change, with lines that say nothing of the guest. */
function withoutWords(facts: 'before' | 'after'): RawBuilder<unknown> {
  return sql`jsonb_set(${sql.ref(facts)}, '{lines}', (
    select coalesce(jsonb_agg(line || '{"note": "", "guest_name": ""}' order by place), '[]')
    from jsonb_array_elements(${sql.ref(facts)} -> 'lines') with ordinality as kept (line, place)))`;
}
