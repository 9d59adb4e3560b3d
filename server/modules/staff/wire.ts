import type { Colleague, Invitation } from '#contract/staff/staff.ts';
import type { UserId } from '#contract/base/ids.ts';
import type { ColleagueRow, InvitationRow } from './queries.ts';

/** `you` is the caller. */
export function colleagueOnWire(row: ColleagueRow, you: UserId): Colleague {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role,
    outletIds: row.outlet_ids,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    isYou: row.id === you,
  };
}

export function invitationOnWire(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    outletIds: row.outlet_ids,
    invitedBy: row.invited_by_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
