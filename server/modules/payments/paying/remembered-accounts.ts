import type { GatewayKind } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { LruCache } from '#server/lru-cache.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';
import { type Gateway, GatewayFailed } from '../gateway.ts';
import { type GatewayRow, listAccounts, openRestaurantGateway } from '../gateway-keys.ts';

/** An account at which guests of a restaurant pay, or have paid. */
export interface RememberedAccount {
  id: string;
  kind: GatewayKind;
  /** Guests pay there now. */
  isPresent: boolean;
  gateway: Gateway;
}

/** Milliseconds for which the accounts, or that there is none, are believed without a look. */
const rememberMs = 5_000;
const mostRemembered = 1_000;

/**
 * Finds the accounts that a notification is checked against, the present one first: banks ask for money of a former one back, and people
 * refund there. Anybody can post one, and a signature cannot be checked without the account's key: a flood of forged ones looks for each
 * restaurant every five seconds, one look at a time, so that it takes one connection at most. A notification that finds no place is
 * refused; gateways post again, and payments are looked at without notifications too.
 * @throws server.unavailable
 */
export function rememberAccounts({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): (restaurantId: RestaurantId) => Promise<RememberedAccount[]> {
  const known = new LruCache<RestaurantId, { accounts: RememberedAccount[]; untilMs: number }>(mostRemembered);
  const queue = new WorkQueue({ running: 1, waiting: 16, longestWaitMs: 1_000 });
  const recall = (id: RestaurantId) => {
    const found = known.get(id);
    return found !== undefined && performance.now() < found.untilMs ? found : null;
  };

  async function look(id: RestaurantId): Promise<RememberedAccount[]> {
    // Others may have looked for the same restaurant while this one waited.
    const found = recall(id);
    if (found !== null) return found.accounts;
    const rows = await transaction(db, id, (tx) => listAccounts(tx, id), { readOnly: true });
    const accounts = rows
      // Where the secret was replaced, the keys are gone.
      .filter(({ sealed }) => sealed.length > 0)
      .flatMap((row): RememberedAccount[] => {
        const gateway = openIfReadable(row, config);
        return gateway === null
          ? []
          : [{ id: row.id, kind: row.kind, isPresent: row.disconnected_at === null, gateway }];
      });
    known.set(id, { accounts, untilMs: performance.now() + rememberMs }, 1);
    return accounts;
  }

  return async (id) => {
    const found = recall(id);
    if (found !== null) return found.accounts;
    return queue
      .run(id, () => look(id))
      .catch((error: unknown) => {
        throw error instanceof QueueFull ? new Refusal('server.unavailable', { seconds: error.seconds }) : error;
      });
  };
}

/** Null where the keys cannot be read: the other accounts of the restaurant are heard all the same. */
function openIfReadable(row: GatewayRow, config: Pick<Config, 'secret' | 'payments'>): Gateway | null {
  try {
    return openRestaurantGateway(row, config);
  } catch (error) {
    if (!(error instanceof GatewayFailed)) throw error;
    return null;
  }
}
