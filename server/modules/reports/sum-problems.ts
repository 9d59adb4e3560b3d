import { sql } from 'kysely';
import type { ProblemsReport } from '#contract/reports/reports.ts';
import type { ProblemKind } from '#contract/ordering/problem-facts.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Scope } from './scope.ts';

/** The problems with the orders of these days. They are few, and change while they are answered, so nothing of them is kept. */
export async function sumProblems(tx: Tx, { restaurantId, from, to, outletId }: Scope): Promise<ProblemsReport> {
  const { rows } = await sql<{ day: string; kind: ProblemKind; orders: number; open: number }>`
    select orders.placed_on::text as day, kind, count(*)::int as orders, (count(*) filter (where answered_at is null))::int as open
    from order_problems join orders on orders.restaurant_id = order_problems.restaurant_id and orders.id = order_problems.order_id
    where order_problems.restaurant_id = ${restaurantId} and orders.placed_on between ${from} and ${to}
      and (${outletId}::uuid is null or order_problems.outlet_id = ${outletId})
    group by 1, 2 order by 1 desc, 3 desc, 2`.execute(tx);
  const days = new Map<string, ProblemsReport['days'][number]['kinds']>();
  for (const { day, kind, orders } of rows) days.set(day, [...(days.get(day) ?? []), { kind, orders }]);
  const sum = (of: 'orders' | 'open') => rows.reduce((all, row) => all + row[of], 0);
  return { total: sum('orders'), open: sum('open'), days: [...days].map(([day, kinds]) => ({ day, kinds })) };
}
