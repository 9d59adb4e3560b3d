/** The restaurant's list of its guests, what its people note about them, and who has agreed to hear of offers (decision 79). */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { consentSources, guestSorts, noteKinds } from '../base/enumerations.ts';
import { confirmed, day, done, idOf, idParams, instant, searched, text } from '../base/fields.ts';
import type { CustomerId, NoteId, OrderId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { CardOfGuest } from '../ordering/offers/stamp-card.ts';
import { HistoryOrder } from '../ordering/order-history.ts';
import { CustomerAddress } from './customers.ts';

/**
 * A guest with a number. `orders`, `spend` (major units of the restaurant's currency, without tips) and `lastVisit` (the day on the calendar of
 * the outlet) are those of completed orders, at the outlets that the caller works at. `consentAt`: when the guest agreed to hear of
 * offers; null: they did not, or not any more.
 */
export const ListedGuest = z.object({
  _id: idOf<CustomerId>(),
  name: z.string(),
  phone: z.string(),
  orders: z.int(),
  spend: z.number(),
  lastVisit: day.nullable(),
  consentAt: instant.nullable(),
});
export type ListedGuest = z.infer<typeof ListedGuest>;

const GuestSort = z.enum(guestSorts.flatMap((sort) => [sort, `-${sort}`] as const));
/** A part of the name, or some digits of the number, in any digits. */
const search = searched(limits.name).optional();

/** Guests who were here last come first. A page past the end answers the last one; `size` 'all' means the first `limits.guestsAllMax`. */
export const listGuests = endpoint({
  summary: 'A page of the guests who gave a number, and how many there are.',
  callers: editors,
  inSupportAccess: 'never',
  query: z.object({
    search,
    sort: GuestSort.default('-lastVisit'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.union([z.literal('all'), z.coerce.number().int().min(1).max(limits.guestsAllMax)]).default(10),
  }),
  answer: z.object({ guests: z.array(ListedGuest), page: z.int(), size: z.int(), total: z.int() }),
  errors: [],
});

/** The file is RFC 4180 with a byte order mark; cells that a spreadsheet would compute are prefixed with '. */
export const exportGuests = endpoint({
  summary: 'The guests whom a search leaves, as CSV.',
  callers: editors,
  query: z.object({ search }),
  answer: 'file',
  errors: [],
});

/** `version` grows with every change, and `changedBy` is the person of the last one; null: it stands as it was written. */
export const GuestNote = z.object({
  _id: idOf<NoteId>(),
  kind: z.enum(noteKinds),
  text: z.string(),
  by: z.string(),
  at: instant,
  changedBy: z.string().nullable(),
  changedAt: instant.nullable(),
  version: z.int(),
});
export type GuestNote = z.infer<typeof GuestNote>;

/** A note that is only blanks says nothing. */
const noteText = text(limits.guestNote).refine((value) => value !== '', 'required');
const notes = z.object({ notes: z.array(GuestNote) });

/** `orders` are the newest, at most `limits.guestOrdersShown`. Allergies come before other notes, and newer notes before older ones. */
export const getGuest = endpoint({
  summary: 'A guest: contact, saved addresses, newest orders, notes and stamp card.',
  callers: editors,
  inSupportAccess: 'never',
  params: idParams<CustomerId>(),
  answer: z.object({
    guest: ListedGuest.extend({ email: z.string(), since: instant }),
    addresses: z.array(CustomerAddress),
    orders: z.array(HistoryOrder),
    notes: z.array(GuestNote),
    stampCard: CardOfGuest.nullable(),
  }),
  errors: ['request.not_found'],
});

/** For everybody who has the order in hand. `guestId` is null for a guest without a page: without a number, or erased. */
export const listNotesOfOrder = endpoint({
  summary: 'The notes about the guest of an order.',
  callers: merchant,
  inSupportAccess: 'never',
  params: idParams<OrderId>(),
  answer: z.object({ guestId: idOf<CustomerId>().nullable(), notes: z.array(GuestNote) }),
  errors: ['order.not_found'],
});

export const addNote = endpoint({
  summary: 'Note something about a guest.',
  callers: editors,
  params: idParams<CustomerId>(),
  body: z.object({ kind: z.enum(noteKinds).default('note'), text: noteText }),
  answer: notes.extend(confirmed),
  errors: ['request.not_found', 'customer.too_many_notes'],
});

/** `version` is that of the note as the caller saw it: somebody else's change is not overwritten unseen. */
export const updateNote = endpoint({
  summary: 'Change a note about a guest.',
  callers: editors,
  params: idParams<NoteId>(),
  body: z.object({ kind: z.enum(noteKinds), text: noteText, version: z.int().min(1) }),
  answer: notes.extend(confirmed),
  errors: ['request.not_found', 'customer.note_changed'],
});

export const deleteNote = endpoint({
  summary: 'Delete a note about a guest.',
  callers: editors,
  params: idParams<NoteId>(),
  answer: notes.extend(confirmed),
  errors: ['request.not_found'],
});

/** For a guest who asked the restaurant to. Refused while an order of the guest is open. */
export const eraseGuest = endpoint({
  summary: 'Erase a guest, as they could themselves.',
  callers: ['owner'],
  params: idParams<CustomerId>(),
  answer: done,
  errors: ['request.not_found', 'customer.order_open', 'customer.order_live'],
});

const consent = z.object({ isGiven: z.boolean(), at: instant.nullable() });

export const getConsent = endpoint({
  summary: 'Whether the guest has agreed to hear of offers.',
  callers: ['customer'],
  answer: consent,
  errors: [],
});

/** Given by the guest alone, and taken back in the same way. `source`: the place in which the guest was asked. */
export const changeConsent = endpoint({
  summary: 'Agree to hear of offers, or no longer.',
  callers: ['customer'],
  body: z.object({ isGiven: z.boolean(), source: z.enum(consentSources).default('account') }),
  answer: consent,
  errors: [],
});
