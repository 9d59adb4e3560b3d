import type { RestaurantId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import type { ReportScope } from '#contract/reports/reports.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { reportCsv } from './report-csv.ts';
import { requireScope, type Scope } from './scope.ts';
import { sumItems } from './sum-items.ts';
import { listPaymentsOfFigure, sumPayments } from './sum-payments.ts';
import { sumProblems } from './sum-problems.ts';
import { sumSales } from './sum-sales.ts';
import { sumService } from './sum-service.ts';
import { itemsForWire, paymentsForWire, paymentsOfFigureForWire, salesForWire, serviceForWire } from './wire.ts';

/** Milliseconds: a year of half a million orders that are not summed up yet takes some seconds on a busy machine. */
const statementTimeoutMs = 20_000;

export function reportRoutes({ db, readDb, clock }: Pick<Deps, 'db' | 'readDb' | 'clock'>) {
  /** One snapshot for all sums of a report, in one currency: it is fixed once there are orders. */
  const report = <Answer>(
    restaurantId: RestaurantId,
    query: ReportScope,
    sum: (tx: Tx, scope: Scope, currency: Currency) => Promise<Answer>,
  ) => {
    const scope = requireScope(restaurantId, query);
    return transaction(readDb, restaurantId, async (tx) => sum(tx, scope, await getCurrency(tx, restaurantId)), {
      isolation: 'repeatable read',
      readOnly: true,
      searches: true,
      statementTimeoutMs,
    });
  };
  return {
    'GET /report/sales': ({ query, caller }) =>
      report(caller.restaurantId, query, async (tx, scope, currency) =>
        salesForWire(await sumSales(tx, scope), currency),
      ),

    'GET /report/items': ({ query, caller }) =>
      report(caller.restaurantId, query, async (tx, scope, currency) =>
        itemsForWire(await sumItems(tx, scope), currency),
      ),

    'GET /report/service': ({ query, caller }) =>
      report(caller.restaurantId, query, async (tx, scope, currency) =>
        serviceForWire(await sumService(tx, scope), currency),
      ),

    'GET /report/problems': ({ query, caller }) => report(caller.restaurantId, query, sumProblems),

    'GET /report/payments': ({ query, caller }) =>
      report(caller.restaurantId, query, async (tx, scope, currency) =>
        paymentsForWire(await sumPayments(tx, scope), currency),
      ),

    'GET /report/payments-of-figure': ({ query: { kind, ...query }, caller }) =>
      report(caller.restaurantId, query, async (tx, scope, currency) =>
        paymentsOfFigureForWire(await listPaymentsOfFigure(tx, scope, kind), currency),
      ),

    /** In the audit log, like every export: who exported which figures (R85). */
    'GET /report/export': async ({ query: { table, ...query }, caller, requestId }) => {
      const { rowCount, text } = await report(caller.restaurantId, query, (tx, scope, currency) =>
        reportCsv(tx, scope, table, currency),
      );
      const details = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const act = { actor: caller, requestId, at: clock() };
      await transaction(db, caller.restaurantId, (tx) =>
        appendAuditEntry(tx, caller.restaurantId, act, { action: 'report.exported', subject: table, details }),
      );
      return {
        name: `${table}-${query.from}-${query.to}.csv`,
        contentType: 'text/csv; charset=utf-8',
        rowCount,
        pieces: asStream(text),
      };
    },
  } satisfies Partial<Handlers>;
}

// oxlint-disable-next-line require-await -- a file is sent as it is made, and this one is made already
async function* asStream(text: string): AsyncGenerator<string> {
  yield text;
}
