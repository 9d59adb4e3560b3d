import { serviceRequestKinds } from '#contract/base/enumerations.ts';
import type {
  DiningAreaId,
  OrderId,
  OutletId,
  RestaurantId,
  ServiceRequestId,
  TableId,
  TableSessionId,
} from '#contract/base/ids.ts';
import type { SharedLine } from '#contract/dining/table-sessions.ts';
import { bytea, integer, jsonb, text, timestamptz, uuid, type Tables } from './columns.ts';

/** An order that was sent from a table session. */
interface SubmittedOrder {
  orderId: OrderId;
  /** The phone that sent it. */
  participant: number;
  /** The phones that chose its lines, in their order; absent in orders of before guests paid at tables. */
  chosenBy?: number[];
}

export const dining = {
  dining_areas: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<DiningAreaId>(),
    outlet_id: uuid<OutletId>(),
    name: text(),
    position: integer().defaulted(),
    created_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  dining_tables: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<TableId>(),
    outlet_id: uuid<OutletId>(),
    area_id: uuid<DiningAreaId>().nullable(),
    name: text(),
    /** Names the table in its code; unique per restaurant. */
    number: integer(),
    code_version: integer().defaulted(),
    coded_at: timestamptz(),
    position: integer().defaulted(),
    created_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  table_sessions: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<TableSessionId>(),
    outlet_id: uuid<OutletId>(),
    table_id: uuid<TableId>(),
    code_version: integer(),
    version: integer().defaulted(),
    submitted_orders: jsonb<SubmittedOrder[]>().defaulted(),
    started_at: timestamptz(),
    last_active_at: timestamptz(),
  },
  table_participants: {
    restaurant_id: uuid<RestaurantId>(),
    table_session_id: uuid<TableSessionId>(),
    number: integer(),
    key_hash: bytea(),
    name: text(),
    lines: jsonb<SharedLine[]>().defaulted(),
    /** Ids of lines that were ordered or removed. */
    removed_line_ids: jsonb<string[]>().defaulted(),
    /** When the phone joined or changed its lines. */
    active_at: timestamptz(),
  },
  service_requests: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<ServiceRequestId>(),
    outlet_id: uuid<OutletId>(),
    table_id: uuid<TableId>(),
    kind: text(serviceRequestKinds),
    requested_at: timestamptz(),
    answered_at: timestamptz().nullable(),
    answered_by: text().nullable(),
  },
} satisfies Tables;
