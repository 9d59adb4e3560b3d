import type { DriverRun } from '#contract/delivery/deliveries.ts';
import type { Tx } from '#server/db/transaction.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { DriverCaller } from '#server/http/requests/caller.ts';
import { readRun } from './read-run.ts';

/** Makes a change in one transaction, and answers the run of the driver as it is then. */
export async function changeRun(
  { db }: Pick<Deps, 'db'>,
  driver: DriverCaller,
  change: (tx: Tx) => Promise<unknown>,
): Promise<{ run: DriverRun }> {
  await transaction(db, driver.restaurantId, change);
  return answerRun({ db }, driver);
}

/** Every change of a driver is answered with all that their page shows. */
export async function answerRun({ db }: Pick<Deps, 'db'>, driver: DriverCaller): Promise<{ run: DriverRun }> {
  return { run: await transaction(db, driver.restaurantId, (tx) => readRun(tx, driver), { readOnly: true }) };
}
