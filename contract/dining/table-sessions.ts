/** The shared basket of the guests at one table: each phone is a seat with lines of its own, and anybody orders them all (docs/decisions/0024). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf, idParams, instant, line, text } from '../base/fields.ts';
import type { ItemId, ModifierListId, OrderId, SittingId, TableId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { orderStatuses } from '../ordering/order-status.ts';

/** Not among `limits`, which a guest's first visit downloads: no screen needs these. */
export const sittingLimits = {
  /** Phones that share the basket of a table. */
  seatsMax: 20,
  lineId: 64,
  /** A sitting where nothing was ordered or chosen for so long is over. */
  idleHours: 3,
} as const;

/** 128 random bits in hex, made and kept by the phone: who has it is this guest at the table. */
const seatKey = z.string().regex(/^[0-9a-f]{32}$/, 'This is no key of a seat');

/** `id` is the phone's own name for the line. What it costs is not said: every phone reads that from its menu. */
export const SharedLine = z.object({
  id: line(sittingLimits.lineId),
  itemId: idOf<ItemId>(),
  selections: z
    .array(
      z.object({
        modifierListId: idOf<ModifierListId>(),
        modifierIds: z.array(idOf<ItemId>()).max(limits.modifiersPerLineMax),
      }),
    )
    .max(limits.modifiersPerLineMax),
  quantity: z.int().min(1).max(limits.quantityMax),
  note: text(limits.lineNote),
});
export type SharedLine = z.infer<typeof SharedLine>;

/**
 * `version` grows with every change of its lines and names. Of a guest who has said no name, `name` is what the kitchen reads.
 * `taken`: ids of lines of this phone that were ordered, or that somebody else took off. `orders`: the rounds so far, the newest
 * last; `by` is the number of a seat.
 */
export const Sitting = z.object({
  _id: idOf<SittingId>(),
  version: z.int(),
  seats: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      isNamed: z.boolean(),
      isYou: z.boolean(),
      lines: z.array(SharedLine),
    }),
  ),
  taken: z.array(z.string()),
  orders: z.array(
    z.object({
      _id: idOf<OrderId>(),
      orderNumber: z.int(),
      status: z.enum(orderStatuses),
      by: z.int(),
    }),
  ),
});
export type Sitting = z.infer<typeof Sitting>;

const ofSeat = z.object({ sitting: idOf<SittingId>(), seat: seatKey });

/** What an order says of the shared basket that it takes: all lines of it, as they were at `version`. */
export const SharedBasket = ofSeat.extend({ version: z.int().min(1) });
export type SharedBasket = z.infer<typeof SharedBasket>;

const answer = z.object({ sitting: Sitting });

/** Asked again with the same key it is the same seat. */
export const joinSitting = endpoint({
  summary: 'Sit down at the table of a code that was scanned: take part in its shared basket.',
  callers: ['site', 'customer'],
  body: z.object({ table: z.string().max(limits.tableCode), seat: seatKey }),
  answer,
  errors: ['table.code_invalid', 'table.full'],
});

export const readSitting = endpoint({
  summary: 'The shared basket of a table as it is now.',
  callers: ['site', 'customer'],
  isReading: true,
  isPolled: true,
  body: ofSeat,
  answer,
  errors: ['table.sitting_over'],
});

/** Lines that were ordered meanwhile stay ordered, whether they are in the list or not. */
export const shareLines = endpoint({
  summary: 'Put the lines of this phone into the shared basket, in place of those it had there.',
  callers: ['site', 'customer'],
  body: ofSeat.extend({
    name: line(limits.guestName).optional(),
    lines: z.array(SharedLine).max(limits.basketLinesMax),
  }),
  answer,
  errors: ['table.sitting_over', 'table.basket_full'],
});

/** Whoever has gone, or whose phone has, cannot do it themselves. */
export const removeLines = endpoint({
  summary: 'Take the lines of another guest at the table off the shared basket.',
  callers: ['site', 'customer'],
  body: ofSeat.extend({ guest: z.int().min(1).max(sittingLimits.seatsMax) }),
  answer,
  errors: ['table.sitting_over'],
});

export const listSittings = endpoint({
  summary: 'The tables with guests who share a basket.',
  callers: merchant,
  answer: z.object({ sittings: z.array(z.object({ tableId: idOf<TableId>(), guests: z.int(), since: instant })) }),
  errors: [],
});

/** Asked twice it is done once. */
export const clearTable = endpoint({
  summary: 'The guests of a table have gone: their shared basket ends, and whoever scans the code next begins another.',
  callers: merchant,
  params: idParams<TableId>(),
  answer: done,
  errors: ['request.not_found'],
});
