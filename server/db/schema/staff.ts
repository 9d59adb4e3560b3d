import { roles } from '#contract/base/enumerations.ts';
import type { InvitationId, OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { bigint, bytea, integer, text, timestamptz, uuid, uuidArray, type Tables } from './columns.ts';

export const staff = {
  memberships: {
    restaurant_id: uuid<RestaurantId>(),
    user_id: uuid<UserId>(),
    role: text(roles),
    /** The outlets they work at; null: all. */
    outlet_ids: uuidArray<OutletId>().nullable(),
    pin_hash: bytea().nullable(),
    pin_tries: integer().defaulted(),
    created_at: timestamptz(),
  },
  invitations: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<InvitationId>(),
    email: text(),
    email_key: text(),
    role: text(roles),
    /** The outlets of the coming membership. */
    outlet_ids: uuidArray<OutletId>().nullable(),
    token_hash: bytea(),
    invited_by_name: text(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
  },
  audit_log_heads: {
    restaurant_id: uuid<RestaurantId>(),
    number: bigint(),
    hash: bytea(),
  },
  audit_log_entries: {
    restaurant_id: uuid<RestaurantId>(),
    number: bigint(),
    at: timestamptz(),
    actor_kind: text(),
    actor_id: uuid<UserId>().nullable(),
    actor_name: text(),
    action: text(),
    subject: text(),
    details: text(),
    request_id: text(),
    hash: bytea(),
  },
} satisfies Tables;
