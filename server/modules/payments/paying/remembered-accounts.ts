import type { GatewayKind } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { LruCache } from '#server/lru-cache.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';
import type { Gateway } from '../gateway.ts';
import { findGatewayRow, openRestaurantGateway } from '../gateway-keys.ts';

/** The account at which guests of a restaurant pay now. */
interface RememberedAccount {
  kind: GatewayKind;
  gateway: Gateway;
}

/** Milliseconds for which an account, or that there is none, is believed without a look. */
const rememberMs = 5_000;
const mostRemembered = 1_000;

/**
 * Finds the account that a notification is checked against. Anybody can post one, and a signature cannot be checked without the account's
 * key: a flood of forged ones looks for each restaurant every five seconds, one look at a time, so that it takes one connection at most.
 * A notification that finds no place is refused; gateways post again, and payments are looked at without notifications too.
 * @throws server.unavailable, GatewayFailed
 */
export function rememberAccounts({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): (restaurantId: RestaurantId) => Promise<RememberedAccount | null> {
  const known = new LruCache<RestaurantId, { account: RememberedAccount | null; untilMs: number }>(mostRemembered);
  const queue = new WorkQueue({ running: 1, waiting: 16, longestWaitMs: 1_000 });
  const recall = (id: RestaurantId) => {
    const found = known.get(id);
    return found !== undefined && performance.now() < found.untilMs ? found : null;
  };

  async function look(id: RestaurantId): Promise<RememberedAccount | null> {
    // Others may have looked for the same restaurant while this one waited.
    const found = recall(id);
    if (found !== null) return found.account;
    const row = await transaction(db, id, (tx) => findGatewayRow(tx, id), { readOnly: true });
    const account = row && { kind: row.kind, gateway: openRestaurantGateway(row, config) };
    known.set(id, { account, untilMs: performance.now() + rememberMs }, 1);
    return account;
  }

  return async (id) => {
    const found = recall(id);
    if (found !== null) return found.account;
    return queue
      .run(id, () => look(id))
      .catch((error: unknown) => {
        throw error instanceof QueueFull ? new Refusal('server.unavailable', { seconds: error.seconds }) : error;
      });
  };
}
