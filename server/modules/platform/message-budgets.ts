import { type BudgetKind, budgetKinds } from '#contract/base/enumerations.ts';
import type { RestaurantBudgets } from '#contract/platform/message-budgets.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { budgetKey, messageBudgets, setMessageBudget } from '#server/modules/restaurants/message-budgets.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { readCounters } from '#server/rate-limits/rate-counters.ts';
import type { AdminRequest } from './decide-restaurant.ts';

/** The restaurants that are not being erased, those that use most of a budget first; or one of them. */
export async function listMessageBudgets(tx: Tx, now: Date, id?: RestaurantId): Promise<RestaurantBudgets[]> {
  const rows = await tx
    .selectFrom('restaurants')
    .select(['id', 'name', 'codes_per_day_max', ...budgetKinds.map((kind) => messageBudgets[kind].column)])
    .where('erasing_since', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('name')
    .execute();
  const keys = rows.flatMap((row) => budgetKinds.map((kind) => budgetKey(kind, row.id)));
  const counts = keys.length === 0 ? [] : await readCounters(tx, keys, now);
  return rows
    .map((row, place) => ({
      _id: row.id,
      name: row.name,
      budgets: budgetKinds.map((kind, index) => ({
        kind,
        sent: counts[place * budgetKinds.length + index]!,
        budget:
          kind === 'guest_code' ? Math.min(row.codes_per_day, row.codes_per_day_max) : row[messageBudgets[kind].column],
        hours: messageBudgets[kind].hours,
      })),
    }))
    .toSorted((one, other) => useOf(other) - useOf(one));
}

/** The largest part of a budget that is used up; a budget of 0 counts as 1. */
function useOf({ budgets }: RestaurantBudgets): number {
  return Math.max(...budgets.map(({ sent, budget }) => sent / Math.max(1, budget)));
}

/**
 * Changes a budget of a restaurant, whose owner finds it in the audit log.
 * @throws request.not_found
 */
export async function changeMessageBudget(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: AdminRequest,
  id: RestaurantId,
  { kind, budget }: { kind: BudgetKind; budget: number },
): Promise<RestaurantBudgets> {
  const now = clock();
  return platformTransaction(db, 'administration', async (tx) => {
    const before = (await listMessageBudgets(tx, now, id))[0];
    if (before === undefined) throw new Refusal('request.not_found');
    await setMessageBudget(tx, id, kind, budget, now);
    const details = { [kind]: { before: before.budgets.find((one) => one.kind === kind)!.budget, after: budget } };
    await appendAuditEntry(
      tx,
      id,
      { ...by, at: now },
      { action: 'admin.budget_changed', subject: before.name, details },
    );
    return (await listMessageBudgets(tx, now, id))[0]!;
  });
}
