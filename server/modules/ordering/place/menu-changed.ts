import { DatabaseUnavailable } from '#server/db/unavailable.ts';

/**
 * The menu has another version than the facts that an order was made of, or fewer uses of its offers are left. Thrown, so that the
 * transaction of the order rolls back.
 */
export class MenuChanged extends Error {}

/** Tries: a menu that changes more often within the milliseconds of an order is being imported. */
const triesMax = 5;

/** Runs an attempt that reads the menu and writes an order, again whenever the menu changed in between. */
export async function retryWhileMenuChanges<Placed>(attempt: () => Promise<Placed>): Promise<Placed> {
  for (let tries = 0; tries < triesMax; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof MenuChanged)) throw error;
    }
  }
  throw new DatabaseUnavailable('The menu changed each time the order was to be written');
}
