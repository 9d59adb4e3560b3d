import type { RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { createSession } from '#server/modules/accounts/sessions/sessions.ts';
import { requireTableCode } from '#server/modules/dining/require-table-code.ts';
import { counterKey, consumeOne } from '#server/rate-limits/rate-counters.ts';
import { insertCustomerAtTable } from './queries.ts';
import { customerOnWire } from './wire.ts';

/** New guests without a number at a table within an hour: more than the phones of three parties. */
const guestsPerHour = 60;

/** The name of a guest who gave none, as the kitchen reads it. */
const defaultName = 'Guest';

/**
 * Registers a guest at a table whose outlet asks for no number, and signs them in. The code is their proof; they order at tables
 * alone (decision 54).
 * @throws table.code_invalid, table.phone_needed; rate.limited when too many register at the table.
 */
export function registerAtTable(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  restaurantId: RestaurantId,
  { table, name = defaultName }: { table: string; name?: string | undefined },
) {
  const now = clock();
  return transaction(db, restaurantId, async (tx) => {
    const { row, outlet } = await requireTableCode(tx, config.secret, restaurantId, table);
    if (outlet.asks_phone_at_tables) throw new Refusal('table.phone_needed');
    if (config.rateLimits) {
      const taking = await consumeOne(tx, counterKey('table guest', row.id), guestsPerHour, 3600, now);
      if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
    }
    const customer = await insertCustomerAtTable(tx, { restaurantId, name }, now);
    const owner = { kind: 'customer', restaurantId, customerId: customer.id, isWithoutPhone: true } as const;
    const token = await createSession(tx, owner, now);
    return { token, customer: customerOnWire(customer) };
  });
}
