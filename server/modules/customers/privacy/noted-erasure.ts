import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Erasure } from './erasure-list.ts';

type NotingDeps = Pick<Deps, 'db' | 'erasures' | 'log'>;

/**
 * Runs a transaction that erases. `work` calls `note` with everything that it erases; the note is settled by the outcome
 * of the commit. Whatever earlier transactions of this server have left unsettled is settled before.
 */
export async function notedErasure<T>(
  deps: NotingDeps,
  restaurantId: RestaurantId,
  work: (tx: Tx, note: (erasures: readonly Erasure[]) => Promise<void>) => Promise<T>,
  options?: Parameters<typeof transaction>[3],
): Promise<T> {
  await settleErasures(deps);
  /** More than one when the transaction ran again. */
  const notes = new Map<string, readonly Erasure[]>();
  const note = async (erasures: readonly Erasure[]) => void notes.set(await deps.erasures.note(erasures), erasures);
  let result: T;
  try {
    result = await transaction(deps.db, restaurantId, (tx) => work(tx, note), options);
  } catch (error) {
    if (notes.size > 0) {
      // The commit may have happened all the same.
      const unsettled = await deps.erasures.unsettled();
      for (const [id, erasures] of notes) unsettled.set(id, erasures);
      await settleErasures(deps);
    }
    throw error;
  }
  const last = [...notes.keys()].at(-1);
  for (const id of notes.keys()) await settle(deps, id, id === last);
  return result;
}

/**
 * Settles what killed servers and lost connections have left, by a look at the database. It never fails: a note that
 * cannot be settled counts as an erasure, and is looked at again.
 */
export async function settleErasures(deps: NotingDeps): Promise<void> {
  try {
    for (const [note, erasures] of await deps.erasures.unsettled()) {
      await settle(deps, note, await areErased(deps.db, erasures));
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'Noted erasures could not be settled; trying again before the next one');
  }
}

/** Never fails: the erasure itself is done, or is not. */
async function settle({ erasures, log }: NotingDeps, note: string, isErased: boolean): Promise<void> {
  await erasures
    .settle(note, isErased)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'An erasure could not be settled; trying again before the next one'),
    );
}

/** Waits for a transaction that is still erasing them. Those of a note are of one restaurant, and go together or not at all. */
function areErased(db: Db, erasures: readonly Erasure[]): Promise<boolean> {
  const [{ restaurantId }] = erasures as [Erasure];
  const guests = erasures.flatMap(({ customerId }) => customerId ?? []);
  return transaction(db, restaurantId, async (tx) => {
    const ofGuests = tx
      .selectFrom('customers')
      .select('id')
      .where('restaurant_id', '=', restaurantId)
      .where('id', 'in', guests);
    const whole = tx
      .selectFrom('restaurants')
      .select('id')
      .where('id', '=', restaurantId)
      .where('erasing_since', 'is', null);
    const left = guests.length > 0 ? ofGuests.forKeyShare().execute() : whole.forShare().execute();
    return (await left).length === 0;
  });
}
