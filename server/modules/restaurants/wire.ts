import type { Selectable } from 'kysely';
import type { Restaurant } from '#contract/accounts/accounts.ts';
import type { Schema } from '#server/db/schema.ts';

type ClosedColumns = Pick<Selectable<Schema['restaurants']>, 'closed_at' | 'erase_at'>;

/** Null while the restaurant is open. */
export function offboardingOnWire({ closed_at, erase_at }: ClosedColumns): Restaurant['offboarding'] {
  if (closed_at === null || erase_at === null) return null;
  return { closedAt: closed_at.toISOString(), eraseAt: erase_at.toISOString() };
}

/** A restaurant for its own people. */
export function restaurantOnWire(restaurant: Selectable<Schema['restaurants']>): Restaurant {
  return {
    _id: restaurant.id,
    name: restaurant.name,
    slug: restaurant.slug,
    ownDomain: restaurant.own_domain,
    currency: restaurant.currency,
    country: restaurant.country,
    chargeOptions: restaurant.charge_options,
    trialEndsAt: restaurant.trial_ends_at?.toISOString() ?? null,
    status: restaurant.status,
    statusReason: restaurant.status_reason,
    offboarding: offboardingOnWire(restaurant),
    isOwnerVerified: restaurant.owner_verified_at !== null,
    hasTestPayments: restaurant.online_payment === 'test',
  };
}
