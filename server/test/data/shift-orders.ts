import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { insertSteps } from '#server/modules/kitchen/escalation/escalation-steps.ts';

/** Moves all past and scheduled times of the restaurant's orders and messages back, as if time had passed. */
export async function letTimePass(db: Db, restaurantId: RestaurantId, minutes: number): Promise<void> {
  const earlier = sql`make_interval(secs => ${minutes * 60})`;
  await platformTransaction(db, 'seed', async (tx) => {
    // Servers arm the steps after half a minute, and look no further back than that.
    await insertSteps(tx, new Date(0), new Date());
    await sql`update orders set placed_at = placed_at - ${earlier}, accept_by = accept_by - ${earlier},
        requested_for = requested_for - ${earlier}, fires_at = fires_at - ${earlier}, fired_at = fired_at - ${earlier}
      where restaurant_id = ${restaurantId}`.execute(tx);
    await sql`update escalation_steps set due_at = due_at - ${earlier} where restaurant_id = ${restaurantId}`.execute(
      tx,
    );
    await sql`update jobs set due_at = due_at - ${earlier}, leased_until = leased_until - ${earlier}
      where restaurant_id = ${restaurantId}`.execute(tx);
  });
}

/** Makes all devices silent for this long. */
export async function letDevicesBeSilent(
  db: Db,
  restaurantId: RestaurantId,
  names: string[],
  seconds: number,
): Promise<void> {
  await platformTransaction(db, 'seed', (tx) =>
    sql`update devices set last_seen_at = last_seen_at - make_interval(secs => ${seconds})
      where restaurant_id = ${restaurantId} and name = any(${names}::text[])`.execute(tx),
  );
}
