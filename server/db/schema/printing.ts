import { printMoments, printerKinds, ticketWidths } from '#contract/base/enumerations.ts';
import type { CategoryId, OrderId, OutletId, PrintJobId, PrinterId, RestaurantId } from '#contract/base/ids.ts';
import { bigint, bytea, integer, text, timestamptz, uuid, uuidArray, type Tables } from './columns.ts';

const printReasons = ['order', 'cancelled', 'restored', 'changed', 'hand', 'test'] as const;
export type PrintReason = (typeof printReasons)[number];
const printStates = ['queued', 'sent', 'printed', 'failed', 'expired', 'dropped'] as const;
export type PrintState = (typeof printStates)[number];

export const printing = {
  printers: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<PrinterId>(),
    outlet_id: uuid<OutletId>(),
    name: text(),
    kind: text(printerKinds),
    /** Characters in a line: 32, 42 or 48. */
    width: integer(ticketWidths),
    prints: text(printMoments),
    /** Their dishes are made elsewhere. */
    hidden_categories: uuidArray<CategoryId>().defaulted(),
    token_hash: bytea(),
    events_read: bigint(),
    mac: text().nullable(),
    status_code: integer().nullable(),
    last_seen_at: timestamptz().nullable(),
    created_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  print_jobs: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<PrintJobId>(),
    printer_id: uuid<PrinterId>(),
    order_id: uuid<OrderId>().nullable(),
    reason: text(printReasons),
    occasion: text(),
    state: text(printStates).defaulted(),
    tries: integer().defaulted(),
    problem: integer().nullable(),
    created_at: timestamptz(),
    sent_at: timestamptz().nullable(),
    /** The last accepted change of the order that the fetched ticket has, 0 for none. */
    fetched_change: integer().nullable(),
    done_at: timestamptz().nullable(),
  },
} satisfies Tables;
