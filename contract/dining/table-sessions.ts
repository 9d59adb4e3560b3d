/**
 * The table session: guests at one table share a basket. Each phone is a participant with lines of its own, and any
 * participant can order the whole basket (docs/decisions/0024).
 */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf, idParams, instant, line, lineOrEmpty, price, text } from '../base/fields.ts';
import type { ItemId, OrderId, OutletId, TableSessionId, TableId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { choicesByList } from '../ordering/order-lines.ts';
import { orderStatuses } from '../ordering/order-status.ts';

/** Separate from `limits`, which is part of a guest's first download: no screen needs these. */
export const tableSessionLimits = {
  /** Phones that can share one basket. */
  participantsMax: 20,
  lineId: 64,
  /** Hours without a change after which a table session ends. */
  idleHours: 3,
  /** Minutes after the end of its last order, with nothing chosen, after which a table session ends. */
  minutesAfterOrders: 15,
  /** Minutes of silence after which a new phone begins a new table session. */
  silentMinutes: 30,
  /** Minutes after which a phone that has chosen nothing gives way to a new one at a full table. */
  idleParticipantMinutes: 10,
  /** The newest orders of a table that its phones are shown beside the basket; the bill has all. */
  ordersShownMax: 20,
  /** New phones at a table within a minute from one network address: a party that sits down scans at once. */
  newParticipantsPerMinute: 6,
} as const;

/** 128 random bits in hex, generated and stored by the phone. The key authenticates the participant. */
const participantKey = z.string().regex(/^[0-9a-f]{32}$/, 'table.key_invalid');

/** `id` is chosen by the phone. The line has no price: every phone reads prices from its own menu. */
export const SharedLine = z.object({
  id: line(tableSessionLimits.lineId),
  itemId: idOf<ItemId>(),
  selections: choicesByList,
  quantity: z.int().min(1).max(limits.quantityMax),
  note: text(limits.lineNote),
});
export type SharedLine = z.infer<typeof SharedLine>;

/**
 * `version` grows with every change of lines and names. `name` of a participant who gave none is a default that the
 * kitchen reads. The other lists are the ids of this phone's lines that were ordered or removed,
 * and the newest orders, newest last, each with the number of the participant who sent it.
 */
export const TableSession = z.object({
  _id: idOf<TableSessionId>(),
  version: z.int(),
  participants: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      isNamed: z.boolean(),
      isYou: z.boolean(),
      lines: z.array(SharedLine),
    }),
  ),
  removedLineIds: z.array(z.string()),
  orders: z.array(
    z.object({
      _id: idOf<OrderId>(),
      orderNumber: z.int(),
      orderName: z.string(),
      status: z.enum(orderStatuses),
      participant: z.int(),
    }),
  ),
});
export type TableSession = z.infer<typeof TableSession>;

/** The phone that asks, as it is known at its table. */
export const ParticipantClaim = z.object({ tableSessionId: idOf<TableSessionId>(), participantKey });

/** The shared basket in a new order: all of its lines, as they were at `version`. */
export const SharedBasket = ParticipantClaim.extend({ version: z.int().min(1) });
export type SharedBasket = z.infer<typeof SharedBasket>;

const answer = z.object({ tableSession: TableSession });

/** Idempotent: the same key is the same participant. */
export const joinTableSession = endpoint({
  summary: 'Join the table session of a scanned code, as a participant of its shared basket.',
  callers: ['site', 'customer'],
  body: z.object({ table: z.string().max(limits.tableCode), participantKey }),
  answer,
  errors: ['table.code_invalid', 'table.full'],
});

export const readTableSession = endpoint({
  summary: 'The table session as it is now: its participants, their lines and its orders.',
  callers: ['site', 'customer'],
  isReading: true,
  isPolled: true,
  body: ParticipantClaim,
  answer,
  errors: ['table.session_over'],
});

/**
 * Lines that were ordered in the meantime stay ordered, whether or not they are in the list. An empty `name` takes the given one back;
 * servers of the version before refuse it.
 */
export const shareLines = endpoint({
  summary: 'Replace the lines of this participant in the shared basket.',
  callers: ['site', 'customer'],
  maxBodyBytes: limits.orderBodyBytes,
  body: ParticipantClaim.extend({
    name: lineOrEmpty(limits.guestName).optional(),
    lines: z.array(SharedLine).max(limits.basketLinesMax),
  }),
  answer,
  errors: ['table.session_over', 'table.basket_full'],
});

/** A phone takes its own lines off. Those of another are taken off by that phone, or by staff, who clear the table. */
export const removeLines = endpoint({
  summary: 'Remove all lines of this participant from the shared basket.',
  callers: ['site', 'customer'],
  body: ParticipantClaim.extend({ participant: z.int().min(1).max(tableSessionLimits.participantsMax) }),
  answer,
  errors: ['table.session_over', 'table.not_your_lines'],
});

/**
 * `bill` is null while nothing was ordered, and where nobody pays online. `paid` and `paying` are the parts of `total` that guests have paid online, and that the
 * gateway's pages are open for.
 */
const OccupiedTable = z.object({
  tableId: idOf<TableId>(),
  participants: z.int(),
  startedAt: instant,
  bill: z.object({ currency: z.string(), total: price, paid: price, paying: price }).nullable(),
});

export const listTableSessions = endpoint({
  summary: 'The open table sessions, by table: all of an outlet, or the 200 oldest of the restaurant.',
  callers: merchant,
  query: z.object({ outletId: idOf<OutletId>().optional() }),
  answer: z.object({
    tableSessions: z.array(OccupiedTable),
  }),
  errors: [],
});

/** Idempotent. */
export const clearTable = endpoint({
  summary: 'Clear a table: its table session ends, and the next scan of its code begins another.',
  callers: merchant,
  params: idParams<TableId>(),
  answer: done,
  errors: ['request.not_found'],
});
