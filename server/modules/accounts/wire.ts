import type { Selectable } from 'kysely';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import type { Session, SignedIn, User as UserOnWire } from '#contract/accounts/accounts.ts';
import type { Schema } from '#server/db/schema.ts';
import { restaurantOnWire } from '#server/modules/restaurants/wire.ts';
import { parseUserAgent } from './sessions/device.ts';
import type { User, Workplace } from './queries.ts';

function userOnWire(user: User): UserOnWire {
  return {
    _id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    userType: user.user_type,
  };
}

/** The signed-in user; without a restaurant and a role for an admin. */
export function accountOnWire(user: User, workplace: Workplace | null): Omit<SignedIn, 'token'> {
  return {
    user: userOnWire(user),
    ...(workplace === null
      ? {}
      : {
          restaurant: restaurantOnWire(workplace.restaurant),
          role: workplace.role,
          outletIds: workplace.outletIds,
        }),
  };
}

type SessionRow = Pick<Selectable<Schema['sessions']>, 'id' | 'token_hash' | 'device' | 'created_at' | 'last_seen_at'>;

/** `tokenHash` belongs to the caller's own session. */
export function sessionOnWire(session: SessionRow, tokenHash: Buffer): Session {
  return {
    _id: session.id,
    device: parseUserAgent(session.device),
    createdAt: session.created_at.toISOString(),
    lastSeenAt: session.last_seen_at.toISOString(),
    isCurrent: session.token_hash.equals(tokenHash),
  };
}

type PasskeyRow = Pick<Selectable<Schema['passkeys']>, 'id' | 'name' | 'created_at' | 'last_used_at'>;

export function passkeyOnWire({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    _id: id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}
