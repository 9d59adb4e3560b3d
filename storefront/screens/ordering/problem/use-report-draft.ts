import type { OrderProblem } from '#contract/ordering/order-problem.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { ProblemKind, ProblemWish } from '#contract/ordering/problem-facts.ts';
import { useDraft } from '../../../state/draft.ts';

interface Report {
  /** Null: not chosen yet. */
  kind: ProblemKind | null;
  wish: ProblemWish;
  note: string;
  lines: OrderProblem['lines'];
}

/** A report as far as it is written: it begins with the one that was sent before, and outlives a reload. */
export function useReportDraft({ _id, problem }: Order) {
  const [kept, keep, forget] = useDraft(`problem.${_id}`);
  const report = readReport(kept) ?? reportOf(problem);
  return [report, (change: Partial<Report>) => keep(JSON.stringify({ ...report, ...change })), forget] as const;
}

function reportOf(problem: OrderProblem | undefined): Report {
  if (problem === undefined) return { kind: null, wish: 'refund', note: '', lines: [] };
  const { kind, wish, note, lines } = problem;
  return { kind, wish, note, lines };
}

/** Null for a draft of nothing. The storage of this tab is written here alone. */
function readReport(kept: string): Report | null {
  return kept === '' ? null : (JSON.parse(kept) as Report);
}
