import type { Selectable } from 'kysely';
import type { Restaurant } from '#contract/accounts.ts';
import type { Schema } from '#server/db/schema.ts';

/** A restaurant as its own people see it (decision "Sign-up and sign-in"). */
export function restaurantOnWire(restaurant: Selectable<Schema['restaurants']>): Restaurant {
  return {
    _id: restaurant.id,
    name: restaurant.name,
    slug: restaurant.slug,
    currency: restaurant.currency,
    country: restaurant.country,
    chargeOptions: restaurant.charge_options,
    trialEndsAt: restaurant.trial_ends_at?.toISOString() ?? null,
    status: restaurant.status,
    statusReason: restaurant.status_reason,
  };
}
