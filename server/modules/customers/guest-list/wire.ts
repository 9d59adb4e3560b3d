import type { GuestNote, ListedGuest } from '#contract/customers/guest-list.ts';
import { type Currency, toMajor } from '#contract/base/money.ts';
import type { GuestRow } from './queries.ts';
import type { NoteRow } from './notes.ts';

export function guestForWire(row: GuestRow, currency: Currency): ListedGuest {
  return {
    _id: row.id,
    name: row.name,
    phone: row.phone,
    orders: row.orders,
    spend: toMajor(row.spent, currency),
    lastVisit: row.last_visit,
    consentAt: row.consented_at?.toISOString() ?? null,
  };
}

export function noteForWire(row: NoteRow): GuestNote {
  return {
    _id: row.id,
    kind: row.kind,
    text: row.text,
    by: row.author_name,
    at: row.created_at.toISOString(),
    changedBy: row.changed_by,
    changedAt: row.changed_at?.toISOString() ?? null,
    version: row.version,
  };
}
