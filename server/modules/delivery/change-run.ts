import type { DriverShift } from '#contract/delivery/driver-shift.ts';
import type { DriverRun } from '#contract/delivery/deliveries.ts';
import type { Tx } from '#server/db/transaction.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { DriverCaller } from '#server/http/requests/caller.ts';
import { requireDriver } from './queries.ts';
import { closeShift, openShift } from './shifts.ts';
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

/** Begins a shift. */
export function beginShift(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  driver: DriverCaller,
  float: number,
): Promise<{ run: DriverRun }> {
  const { restaurantId, driverId } = driver;
  return changeRun({ db }, driver, async (tx) =>
    openShift(tx, restaurantId, await requireDriver(tx, restaurantId, driverId), float, clock()),
  );
}

/** Ends the shift. */
export async function endShift(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  driver: DriverCaller,
  counted: number,
): Promise<{ run: DriverRun; shift: DriverShift | null }> {
  const { restaurantId, driverId } = driver;
  const shift = await transaction(db, restaurantId, async (tx) => {
    await requireDriver(tx, restaurantId, driverId);
    return closeShift(tx, restaurantId, driverId, counted, clock());
  });
  return { ...(await answerRun({ db }, driver)), shift };
}

/** Every change of a driver is answered with all that their page shows. */
export async function answerRun({ db }: Pick<Deps, 'db'>, driver: DriverCaller): Promise<{ run: DriverRun }> {
  return { run: await transaction(db, driver.restaurantId, (tx) => readRun(tx, driver), { readOnly: true }) };
}
