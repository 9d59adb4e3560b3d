import { type RawBuilder, sql } from 'kysely';
import {
  type AcceptSpan,
  acceptSpans,
  type Ending,
  type ReadySpan,
  readySpans,
  spanNames,
} from '#contract/base/enumerations.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isBetween, timeToAccept } from '#server/modules/ordering/history/history-conditions.ts';
import { isInScope, type Scope } from './scope.ts';

export interface Service {
  acceptance: Timing<AcceptSpan>;
  readiness: Timing<ReadySpan>;
  endings: { ended: Ending; reason: string; orders: number; total: MinorUnits }[];
}

/** Seconds; 0 without orders. */
export interface Timing<Span extends string> {
  orders: number;
  average: number;
  median: number;
  ninetieth: number;
  spans: { span: Span; orders: number }[];
}

/** The time to accept, the kept promises, and the reasons of cancellations. */
export async function sumService(tx: Tx, scope: Scope): Promise<Service> {
  const [acceptance, readiness, endings] = await Promise.all([
    sumTimes(tx, scope, timeToAccept, acceptSpans),
    sumTimes(tx, scope, sql`o.ready_at - o.promised_at`, readySpans),
    sumEndings(tx, scope),
  ]);
  return { acceptance, readiness, endings };
}

async function sumTimes<Span extends string>(
  tx: Tx,
  scope: Scope,
  duration: RawBuilder<unknown>,
  spans: Record<Span, readonly [number | null, number | null]>,
): Promise<Timing<Span>> {
  const seconds = sql`extract(epoch from ${duration})::float8`;
  const names = spanNames(spans);
  const counts = names.map((name) => sql`count(*) filter (where ${isBetween(duration, spans[name])})::int`);
  const { rows } = await sql<Omit<Timing<Span>, 'spans'> & { counts: number[] }>`
    select count(*)::int as orders, coalesce(avg(${seconds}), 0) as average,
      coalesce(percentile_cont(0.5) within group (order by ${seconds}), 0) as median,
      coalesce(percentile_cont(0.9) within group (order by ${seconds}), 0) as ninetieth,
      array[${sql.join(counts)}] as counts
    from orders as o where ${isInScope(scope)} and ${duration} is not null`.execute(tx);
  const { counts: found, ...timing } = rows[0]!;
  return { ...timing, spans: names.map((span, index) => ({ span, orders: found[index]! })) };
}

/** The most frequent reason first. */
async function sumEndings(tx: Tx, scope: Scope): Promise<Service['endings']> {
  const { rows } = await sql<Service['endings'][number]>`
    select case when o.accepted_at is null then 'rejected' else 'cancelled' end as ended, coalesce(o.cancel_reason, '') as reason,
      count(*)::int as orders, sum(o.total_minor)::bigint as total
    from orders as o where ${isInScope(scope)} and o.status = 'Cancelled'
    group by 1, 2 order by orders desc, reason`.execute(tx);
  return rows;
}
