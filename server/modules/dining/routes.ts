import { confirmationOf, type PlainSuccessCode } from '#contract/base/success-text.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendEvent } from '#server/events/append-event.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireOutlet } from '#server/modules/outlets/queries.ts';
import { answerServiceRequest, requestService, listServiceRequests } from './service-requests.ts';
import { deleteArea, restoreArea, saveArea } from './change-areas.ts';
import { addTables, arrangeTables, changeTable, deleteTable, renewTableCode, restoreTable } from './change-tables.ts';
import { getTable, listAreas, listTables, type TableRow } from './queries.ts';
import { requireTableCode } from './require-table-code.ts';
import { clearTable, listTableSessions } from './table-sessions.ts';
import { type CodeTerms, toArea, toTable } from './wire.ts';

export function diningRoutes({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  async function codeTerms(tx: Tx, restaurantId: RestaurantId): Promise<CodeTerms> {
    const { slug } = await tx
      .selectFrom('restaurants')
      .select('slug')
      .where('id', '=', restaurantId)
      .executeTakeFirstOrThrow();
    return { secret: config.secret, publicUrl: config.publicUrl, slug };
  }

  /** Changes tables of an outlet and refreshes its screens; `work` returns the outlet's id with its result. */
  function change<T>(restaurantId: RestaurantId, work: (tx: Tx, at: Date) => Promise<[OutletId, T]>): Promise<T> {
    return transaction(db, restaurantId, async (tx) => {
      const at = clock();
      const [outletId, result] = await work(tx, at);
      await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
      return result;
    });
  }

  function changeOne(
    restaurantId: RestaurantId,
    code: PlainSuccessCode,
    work: (tx: Tx, at: Date) => Promise<TableRow>,
  ) {
    return change(restaurantId, async (tx, at) => {
      const row = await work(tx, at);
      const table = toTable(row, await codeTerms(tx, restaurantId));
      return [row.outlet_id, { table, ...confirmationOf(code) }];
    });
  }

  return {
    'GET /dining/get-tables/:id': ({ params, caller: { restaurantId } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => {
          const [terms, areas, tables] = await Promise.all([
            codeTerms(tx, restaurantId),
            listAreas(tx, restaurantId, params.id),
            listTables(tx, restaurantId, params.id),
            requireOutlet(tx, restaurantId, params.id, 'merchant'),
          ]);
          return { areas: areas.map(toArea), tables: tables.map((row) => toTable(row, terms)) };
        },
        { readOnly: true },
      ),

    'POST /dining/add-tables/:id': ({ params, body, caller: { restaurantId } }) =>
      change(restaurantId, async (tx, at) => {
        const rows = await addTables(tx, restaurantId, params.id, body, at);
        const terms = await codeTerms(tx, restaurantId);
        const tables = rows.map((row) => toTable(row, terms));
        return [params.id, { tables, ...confirmationOf('record.added') }];
      }),

    'POST /dining/update-table/:id': ({ params, body, caller: { restaurantId } }) =>
      changeOne(restaurantId, 'record.updated', (tx) => changeTable(tx, restaurantId, params.id, body)),

    'POST /dining/new-code/:id': ({ params, caller: { restaurantId } }) =>
      changeOne(restaurantId, 'record.updated', (tx, at) => renewTableCode(tx, restaurantId, params.id, at)),

    'DELETE /dining/delete-table/:id': ({ params, caller: { restaurantId } }) =>
      change(restaurantId, async (tx, at) => {
        const { outlet_id } = await getTable(tx, restaurantId, params.id);
        await deleteTable(tx, restaurantId, params.id, at);
        return [outlet_id, confirmationOf('record.deleted')];
      }),

    'POST /dining/restore-table/:id': ({ params, caller: { restaurantId } }) =>
      changeOne(restaurantId, 'record.restored', (tx) => restoreTable(tx, restaurantId, params.id)),

    'POST /dining/update-area/:id': ({ params, body, caller: { restaurantId } }) =>
      change(restaurantId, async (tx, at) => {
        const { area, isNew } = await saveArea(tx, restaurantId, params.id, body.name, at);
        const code = isNew ? 'record.added' : 'record.updated';
        return [area.outlet_id, { area: toArea(area), ...confirmationOf(code) }];
      }),

    'DELETE /dining/delete-area/:id': ({ params, caller: { restaurantId } }) =>
      change(restaurantId, async (tx, at) => {
        const { outlet_id } = await deleteArea(tx, restaurantId, params.id, at);
        return [outlet_id, confirmationOf('record.deleted')];
      }),

    'POST /dining/restore-area/:id': ({ params, caller: { restaurantId } }) =>
      change(restaurantId, async (tx) => {
        const area = await restoreArea(tx, restaurantId, params.id);
        return [area.outlet_id, { area: toArea(area), ...confirmationOf('record.restored') }];
      }),

    'POST /dining/arrange/:id': ({ params, body, caller: { restaurantId } }) =>
      change(restaurantId, async (tx) => {
        await arrangeTables(tx, restaurantId, params.id, body);
        return [params.id, confirmationOf('record.updated')];
      }),

    'POST /dining/find-table': ({ body, caller: { restaurantId } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => {
          const { row, outlet } = await requireTableCode(tx, config.secret, restaurantId, body.table);
          return { table: { name: row.name, area: row.area_name, outletId: outlet.id, outletName: outlet.name } };
        },
        { readOnly: true },
      ),

    'POST /dining/request-service': ({ body: { table, kind }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        const { row } = await requireTableCode(tx, config.secret, restaurantId, table);
        await requestService(tx, restaurantId, row, { kind, isLimited: config.rateLimits, at: clock() });
        return { success: true as const };
      }),

    'GET /dining/get-service-requests': async ({ caller: { restaurantId } }) => ({
      serviceRequests: await transaction(db, restaurantId, (tx) => listServiceRequests(tx, restaurantId), {
        readOnly: true,
      }),
    }),

    'POST /dining/answer-service-request/:id': async ({ params, caller: { restaurantId, name } }) => {
      await transaction(db, restaurantId, (tx) => answerServiceRequest(tx, restaurantId, params.id, name, clock()));
      return confirmationOf('record.updated');
    },

    'GET /dining/get-table-sessions': async ({ caller: { restaurantId } }) => ({
      tableSessions: await transaction(db, restaurantId, (tx) => listTableSessions(tx, restaurantId, clock()), {
        readOnly: true,
      }),
    }),

    'POST /dining/clear-table/:id': async ({ params, caller: { restaurantId } }) => {
      await transaction(db, restaurantId, (tx) => clearTable(tx, restaurantId, params.id));
      return confirmationOf('record.updated');
    },
  } satisfies Partial<Handlers>;
}
