import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { eraseCustomer } from './erase-guest.ts';

const retentionMonths = 24;
/** Guests erased in one run; the next run goes on. */
const batchSize = 500;

/**
 * Erases guests who have neither ordered nor signed in for 24 months, as if they had asked for it (R90).
 * @returns whether none is left.
 */
export async function eraseIdleGuests(deps: Pick<Deps, 'db' | 'streams' | 'clock' | 'erasures'>): Promise<boolean> {
  const before = deps.clock();
  before.setUTCMonth(before.getUTCMonth() - retentionMonths);
  const guests = await findIdleGuests(deps.db, before);
  for (const { restaurantId, customerId } of guests) await eraseCustomer(deps, restaurantId, customerId);
  return guests.length < batchSize;
}

function findIdleGuests(
  db: Deps['db'],
  before: Date,
): Promise<{ restaurantId: RestaurantId; customerId: CustomerId }[]> {
  return platformTransaction(
    db,
    'clean-up',
    (tx) =>
      tx
        .selectFrom('customers as customer')
        .select(['customer.restaurant_id as restaurantId', 'customer.id as customerId'])
        .where('customer.created_at', '<', before)
        .where((guest) =>
          guest.not(
            guest.exists(
              guest
                .selectFrom('orders')
                .select('orders.id')
                .whereRef('orders.restaurant_id', '=', 'customer.restaurant_id')
                .whereRef('orders.customer_id', '=', 'customer.id')
                .where((order) =>
                  order.or([
                    order('orders.placed_at', '>=', before),
                    order('orders.status', 'in', ['New', 'Confirmed', 'Ready']),
                  ]),
                ),
            ),
          ),
        )
        // A session ends some weeks after its last use, so an open one belongs to a recent guest.
        .where((guest) =>
          guest.not(
            guest.exists(
              guest
                .selectFrom('sessions')
                .select('sessions.token_hash')
                .whereRef('sessions.restaurant_id', '=', 'customer.restaurant_id')
                .whereRef('sessions.customer_id', '=', 'customer.id'),
            ),
          ),
        )
        .limit(batchSize)
        .execute(),
    { readOnly: true },
  );
}
