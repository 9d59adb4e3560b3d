/** The settings of the mail about low stock (decision 93). */
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { localTimeOn, wallTime } from '#contract/base/time.ts';
import type { LowStockMail } from '#contract/menu/low-stock-mail.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';

export async function readLowStockMail(tx: Tx, restaurantId: RestaurantId): Promise<LowStockMail> {
  // People belong to no restaurant, so no statement reads them with its rows.
  const [setting, timeZone, people, recipients] = await Promise.all([
    tx.selectFrom('low_stock_mails').select('hour').where('restaurant_id', '=', restaurantId).executeTakeFirst(),
    zoneOf(tx, restaurantId),
    tx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
      .where('memberships.restaurant_id', '=', restaurantId)
      .orderBy('memberships.created_at')
      .orderBy('users.id')
      .execute(),
    tx.selectFrom('low_stock_recipients').select('user_id').where('restaurant_id', '=', restaurantId).execute(),
  ]);
  const chosen = new Set(recipients.map(({ user_id }) => user_id));
  return {
    hour: setting?.hour ?? null,
    timeZone,
    people: people.map(({ id, first_name, last_name, email }) => ({
      _id: id,
      name: `${first_name} ${last_name}`.trim(),
      email,
      isChosen: chosen.has(id),
    })),
  };
}

/**
 * Sets the hour and the people. An hour that is over today begins tomorrow, and so does any after today's mail.
 * @throws request.invalid for an hour without people; request.not_found for somebody who does not work here.
 */
export async function saveLowStockMail(
  tx: Tx,
  restaurantId: RestaurantId,
  { hour, userIds }: { hour: number | null; userIds: readonly UserId[] },
  now: Date,
): Promise<LowStockMail> {
  if (hour !== null && userIds.length === 0) {
    throw new Refusal('request.invalid', undefined, { userIds: fieldProblem('required') });
  }
  const wanted = [...new Set(userIds)];
  const timeZone = await zoneOf(tx, restaurantId);
  // The row is the lock of the settings, also against the mail that is written just now.
  await tx
    .insertInto('low_stock_mails')
    .values({ restaurant_id: restaurantId, hour: null, next_at: null, mailed_at: null })
    .onConflict((conflict) => conflict.column('restaurant_id').doNothing())
    .execute();
  const { mailed_at } = await tx
    .selectFrom('low_stock_mails')
    .select('mailed_at')
    .where('restaurant_id', '=', restaurantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('low_stock_mails')
    .set({ hour, next_at: hour === null ? null : nextMailAt(hour, timeZone, mailed_at, now) })
    .where('restaurant_id', '=', restaurantId)
    .execute();
  await tx.deleteFrom('low_stock_recipients').where('restaurant_id', '=', restaurantId).execute();
  if (wanted.length > 0) {
    const members = await tx
      .selectFrom('memberships')
      .select('user_id')
      .where('restaurant_id', '=', restaurantId)
      .where('user_id', 'in', wanted)
      // Nobody leaves before the row that needs their membership is there.
      .forKeyShare()
      .execute();
    if (members.length < wanted.length) throw new Refusal('request.not_found');
    const rows = wanted.map((user_id) => ({ restaurant_id: restaurantId, user_id }));
    await tx.insertInto('low_stock_recipients').values(rows).execute();
  }
  return readLowStockMail(tx, restaurantId);
}

/** The hour today where it is still to come and no mail went out yet, else tomorrow. */
export function nextMailAt(hour: number, timeZone: string, mailedAt: Date | null, now: Date): Date {
  const today = localTimeOn(now, timeZone, 0, hour * 60);
  const wasMailed = mailedAt !== null && wallTime(mailedAt, timeZone).date === wallTime(now, timeZone).date;
  return today > now && !wasMailed ? today : localTimeOn(now, timeZone, 1, hour * 60);
}

/** The zone of the first outlet: a restaurant has no clock of its own. */
export async function zoneOf(tx: Tx, restaurantId: RestaurantId): Promise<string> {
  const [first] = await listOutlets(tx, restaurantId, 'merchant');
  return first?.time_zone ?? 'UTC';
}
