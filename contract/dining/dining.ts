/** Tables, their areas and QR codes, and service requests from guests at a table. */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { confirmed, done, idOf, idParams, instant, line } from '../base/fields.ts';
import type { DiningAreaId, OutletId, ServiceRequestId, TableId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { serviceRequestKinds } from '../base/enumerations.ts';

/** A named part of an outlet, such as 'Terrace'. */
export const DiningArea = z.object({ _id: idOf<DiningAreaId>(), outletId: idOf<OutletId>(), name: z.string() });
export type DiningArea = z.infer<typeof DiningArea>;

/** `address` is the content of the table's QR code: the guests' page with the table's code. */
export const DiningTable = z.object({
  _id: idOf<TableId>(),
  outletId: idOf<OutletId>(),
  areaId: idOf<DiningAreaId>().nullable(),
  name: z.string(),
  address: z.string(),
  codedAt: instant,
});
export type DiningTable = z.infer<typeof DiningTable>;

const tableName = line(limits.tableName);
const oneArea = z.object({ area: DiningArea, ...confirmed });
const oneTable = z.object({ table: DiningTable, ...confirmed });

export const listTables = endpoint({
  summary: 'The tables of an outlet and the areas they stand in, in order, with the addresses of their codes.',
  callers: merchant,
  params: idParams<OutletId>(),
  answer: z.object({ areas: z.array(DiningArea), tables: z.array(DiningTable) }),
  errors: ['request.not_found'],
});

export const addTables = endpoint({
  summary: 'Add tables to an outlet, all of them or none.',
  callers: editors,
  params: idParams<OutletId>(),
  body: z.object({
    names: z.array(tableName).min(1).max(limits.tablesAddedMax),
    areaId: idOf<DiningAreaId>().nullish(),
  }),
  answer: z.object({ tables: z.array(DiningTable), ...confirmed }),
  errors: ['request.not_found', 'table.name_taken', 'table.too_many'],
});

/** A null `areaId` takes the table out of its area. */
export const updateTable = endpoint({
  summary: 'Rename a table, or put it into another area.',
  callers: editors,
  params: idParams<TableId>(),
  body: z.object({ name: tableName.optional(), areaId: idOf<DiningAreaId>().nullable().optional() }),
  answer: oneTable,
  errors: ['request.not_found', 'table.name_taken'],
});

export const deleteTable = endpoint({
  summary: 'Delete a table; it can be restored. Its code is not good while it is deleted.',
  callers: editors,
  params: idParams<TableId>(),
  answer: done,
  errors: ['request.not_found'],
});

export const restoreTable = endpoint({
  summary: 'Bring back a deleted table, with its code.',
  callers: editors,
  params: idParams<TableId>(),
  answer: oneTable,
  errors: ['request.not_found', 'table.restore_conflict', 'table.too_many'],
});

export const newTableCode = endpoint({
  summary: 'Give a table another code; the one before is void at once.',
  callers: editors,
  params: idParams<TableId>(),
  answer: oneTable,
  errors: ['request.not_found'],
});

export const updateDiningArea = endpoint({
  summary: 'With the id of an outlet adds an area of tables to it, with the id of an area renames that.',
  callers: editors,
  params: idParams<OutletId | DiningAreaId>(),
  body: z.object({ name: line(limits.name) }),
  answer: oneArea,
  errors: ['request.not_found', 'table.area_name_taken', 'table.too_many_areas'],
});

export const deleteDiningArea = endpoint({
  summary: 'Delete an area of tables; it can be restored. Its tables stay, in no area.',
  callers: editors,
  params: idParams<DiningAreaId>(),
  answer: done,
  errors: ['request.not_found'],
});

export const restoreDiningArea = endpoint({
  summary: 'Bring back a deleted area, with the tables that stood in it.',
  callers: editors,
  params: idParams<DiningAreaId>(),
  answer: oneArea,
  errors: ['request.not_found', 'table.area_restore_conflict', 'table.too_many_areas'],
});

/** Tables and areas that are not listed keep their order, after the listed ones. */
export const arrangeTables = endpoint({
  summary: 'Put the tables or the areas of an outlet in order.',
  callers: editors,
  params: idParams<OutletId>(),
  body: z.object({
    tables: z.array(idOf<TableId>()).max(limits.tablesPerOutletMax).optional(),
    areas: z.array(idOf<DiningAreaId>()).max(limits.diningAreasMax).optional(),
  }),
  answer: done,
  errors: ['request.not_found'],
});

/** Resolves a scanned code to its table. */
export const findTable = endpoint({
  summary: 'The table of a code that was scanned.',
  callers: ['site', 'customer'],
  body: z.object({ table: z.string().max(limits.tableCode) }),
  answer: z.object({
    table: z.object({
      name: z.string(),
      area: z.string().nullable(),
      outletId: idOf<OutletId>(),
      outletName: z.string(),
    }),
  }),
  errors: ['table.code_invalid'],
});

/** A service request: a guest at a table asks for a waiter or for the bill. */
export const ServiceRequest = z.object({
  _id: idOf<ServiceRequestId>(),
  kind: z.enum(serviceRequestKinds),
  requestedAt: instant,
  outletId: idOf<OutletId>(),
  outletName: z.string(),
  tableName: z.string(),
  tableArea: z.string().nullable(),
});
export type ServiceRequest = z.infer<typeof ServiceRequest>;

/** Idempotent while the service request is open: asking again creates no second one. */
export const requestService = endpoint({
  summary: 'Request service at a table: a waiter, or the bill.',
  callers: ['site', 'customer'],
  body: z.object({ table: z.string().max(limits.tableCode), kind: ServiceRequest.shape.kind }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['table.code_invalid', 'rate.limited'],
});

export const listServiceRequests = endpoint({
  summary: 'The service requests that nobody has answered, the longest waiting first.',
  callers: merchant,
  answer: z.object({ serviceRequests: z.array(ServiceRequest) }),
  errors: [],
});

export const answerServiceRequest = endpoint({
  summary: 'Answer a service request: somebody goes to the table.',
  callers: merchant,
  params: idParams<ServiceRequestId>(),
  answer: done,
  errors: ['request.not_found'],
});
