import { confirmationOf, type PlainSuccessCode } from '#contract/base/success-text.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireOutlet } from '#server/modules/outlets/queries.ts';
import { getSitePlace, siteAddress } from '#server/modules/restaurants/queries.ts';
import { answerServiceRequest, requestService, listServiceRequests } from './service-requests.ts';
import { deleteArea, restoreArea, saveArea } from './change-areas.ts';
import { addTables, arrangeTables, changeTable, deleteTable, renewTableCode, restoreTable } from './change-tables.ts';
import { listAreas, listTables, type TableRow } from './queries.ts';
import { requireTableCode } from './require-table-code.ts';
import { clearTable, listTableSessions } from './table-sessions.ts';
import { type CodeTerms, toArea, toTable } from './wire.ts';

export function diningRoutes({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  async function readCodeTerms(tx: Tx, restaurantId: RestaurantId): Promise<CodeTerms> {
    const site = siteAddress(config.publicUrl, await getSitePlace(tx, restaurantId));
    return { secret: config.secret, site };
  }

  function answerTable(restaurantId: RestaurantId, code: PlainSuccessCode, work: (tx: Tx) => Promise<TableRow>) {
    return transaction(db, restaurantId, async (tx) => {
      const terms = await readCodeTerms(tx, restaurantId);
      return { table: toTable(await work(tx), terms), ...confirmationOf(code) };
    });
  }

  return {
    'GET /dining/get-tables/:id': ({ params, caller: { restaurantId } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => {
          const [terms, areas, tables] = await Promise.all([
            readCodeTerms(tx, restaurantId),
            listAreas(tx, restaurantId, params.id),
            listTables(tx, restaurantId, params.id),
            requireOutlet(tx, restaurantId, params.id, 'merchant'),
          ]);
          return { areas: areas.map(toArea), tables: tables.map((row) => toTable(row, terms)) };
        },
        { readOnly: true },
      ),

    'POST /dining/add-tables/:id': ({ params, body, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        const terms = await readCodeTerms(tx, restaurantId);
        const rows = await addTables(tx, restaurantId, params.id, body, clock());
        return { tables: rows.map((row) => toTable(row, terms)), ...confirmationOf('record.added') };
      }),

    'POST /dining/update-table/:id': ({ params, body, caller: { restaurantId } }) =>
      answerTable(restaurantId, 'record.updated', (tx) => changeTable(tx, restaurantId, params.id, body, clock())),

    'POST /dining/new-code/:id': ({ params, caller: { restaurantId } }) =>
      answerTable(restaurantId, 'record.updated', (tx) => renewTableCode(tx, restaurantId, params.id, clock())),

    'DELETE /dining/delete-table/:id': async ({ params, caller: { restaurantId } }) => {
      await transaction(db, restaurantId, (tx) => deleteTable(tx, restaurantId, params.id, clock()));
      return confirmationOf('record.deleted');
    },

    'POST /dining/restore-table/:id': ({ params, caller: { restaurantId } }) =>
      answerTable(restaurantId, 'record.restored', (tx) => restoreTable(tx, restaurantId, params.id, clock())),

    'POST /dining/update-area/:id': async ({ params, body, caller: { restaurantId } }) => {
      const { area, isNew } = await transaction(db, restaurantId, (tx) =>
        saveArea(tx, restaurantId, params.id, body.name, clock()),
      );
      return { area: toArea(area), ...confirmationOf(isNew ? 'record.added' : 'record.updated') };
    },

    'DELETE /dining/delete-area/:id': async ({ params, caller: { restaurantId } }) => {
      await transaction(db, restaurantId, (tx) => deleteArea(tx, restaurantId, params.id, clock()));
      return confirmationOf('record.deleted');
    },

    'POST /dining/restore-area/:id': async ({ params, caller: { restaurantId } }) => {
      const area = await transaction(db, restaurantId, (tx) => restoreArea(tx, restaurantId, params.id, clock()));
      return { area: toArea(area), ...confirmationOf('record.restored') };
    },

    'POST /dining/arrange/:id': async ({ params, body, caller: { restaurantId } }) => {
      await transaction(db, restaurantId, (tx) => arrangeTables(tx, restaurantId, params.id, body, clock()));
      return confirmationOf('record.updated');
    },

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

    'GET /dining/get-table-sessions': async ({ query: { outletId }, caller: { restaurantId } }) => ({
      tableSessions: await transaction(
        db,
        restaurantId,
        (tx) => listTableSessions(tx, restaurantId, outletId, clock()),
        { readOnly: true },
      ),
    }),

    'POST /dining/clear-table/:id': async ({ params, caller: { restaurantId } }) => {
      await transaction(db, restaurantId, (tx) => clearTable(tx, restaurantId, params.id));
      return confirmationOf('record.updated');
    },
  } satisfies Partial<Handlers>;
}
