import type { AdminRestaurant, AdminUser } from '#contract/platform/admin.ts';
import { offboardingOnWire } from '#server/modules/restaurants/wire.ts';
import type { RestaurantRow, UserRow } from './queries.ts';

export function restaurantOnWire(row: RestaurantRow): AdminRestaurant {
  return {
    _id: row.id,
    name: row.name,
    slug: row.slug,
    outlets: row.outlet_band,
    outletCount: row.outlet_count,
    country: row.country,
    chatfoodInformer: row.informer,
    status: row.status,
    statusReason: row.status_reason,
    offboarding: offboardingOnWire(row),
    owner: row.owner_name === null ? null : { name: row.owner_name, email: row.owner_email! },
    isOwnerVerified: row.owner_verified_at !== null,
    invitedOwner: row.owner_name === null ? row.invited_owner : null,
    createdAt: row.created_at.toISOString(),
  };
}

export function userOnWire(row: UserRow): AdminUser {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    country: row.country,
    countryCode: row.country_code,
    mobileNumber: row.mobile_number,
    userType: row.user_type,
    restaurants: row.restaurants,
    sessions: row.sessions,
    disabledReason: row.disabled_at === null ? null : row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
