import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import {
  defaultGuestSwitches,
  type GuestChannel,
  type GuestEvent,
  type GuestSwitches,
  type TouchedGuestSwitches,
} from '#contract/ordering/guest-events.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Which messages about their orders the restaurant's guests get. */
export async function getGuestSwitches(tx: Tx, restaurantId: RestaurantId): Promise<GuestSwitches> {
  const { guest_switches } = await tx
    .selectFrom('restaurants')
    .select('guest_switches')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return allSwitches(guest_switches);
}

export async function setGuestSwitch(
  tx: Tx,
  restaurantId: RestaurantId,
  { event, channel, isOn }: { event: GuestEvent; channel: GuestChannel; isOn: boolean },
  at: Date,
): Promise<void> {
  // In one statement: two people may each touch a switch at once.
  await sql`
    update restaurants set updated_at = ${at}, guest_switches = guest_switches
      || jsonb_build_object(${event}::text, coalesce(guest_switches -> ${event}::text, '{}') || jsonb_build_object(${channel}::text, ${isOn}::boolean))
    where id = ${restaurantId}`.execute(tx);
}

function allSwitches(touched: TouchedGuestSwitches): GuestSwitches {
  const events = Object.entries(defaultGuestSwitches) as [GuestEvent, GuestSwitches[GuestEvent]][];
  return Object.fromEntries(
    events.map(([event, channels]) => [event, { ...channels, ...touched[event] }]),
  ) as GuestSwitches;
}
