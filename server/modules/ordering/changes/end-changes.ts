import { sql } from 'kysely';
import type { OrderChangeState } from '#contract/ordering/changed-lines.ts';
import { changeStateAt } from '#contract/ordering/changed-lines.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import type { StoredOrder, StoredOrderChange } from '../queries.ts';

type Changes = StoredOrder['changes'];
type EndedBy = Pick<StoredOrderChange, 'ended_by_kind' | 'ended_by_name'>;

const byProduct: EndedBy = { ended_by_kind: 'system', ended_by_name: null };

/** The changes, with the one that waited for an answer ended; the same array where none did. */
export function withEnded(
  changes: Changes,
  state: Exclude<OrderChangeState, 'proposed'>,
  ending: EndedBy,
  now: Date,
): Changes {
  if (!changes.some((change) => change.state === 'proposed')) return changes;
  return changes.map((change) => {
    if (change.state !== 'proposed') return change;
    const isOver = stateAt(change, now) === 'expired';
    return isOver ? { ...change, ...overdue(change) } : { ...change, ...ending, state, ended_at: now };
  });
}

/** The changes, with the one noted as expired that nobody has answered in time; the same array where there is none. */
export function withOverdueEnded(changes: Changes, now: Date): Changes {
  const isOverdue = (change: StoredOrderChange) => change.state === 'proposed' && stateAt(change, now) === 'expired';
  return changes.some(isOverdue)
    ? changes.map((change) => (isOverdue(change) ? { ...change, ...overdue(change) } : change))
    : changes;
}

/** An order that is ready, handed over or cancelled is asked about no longer. */
export function withProductEnded(changes: Changes, now: Date): Changes {
  return withEnded(changes, 'withdrawn', byProduct, now);
}

export function stateAt({ state, answer_by: answerBy }: StoredOrderChange, now: Date): OrderChangeState {
  return changeStateAt({ state, answerBy }, now);
}

/** It ended when its time was over, not when somebody looked. */
function overdue({ answer_by }: StoredOrderChange) {
  return { ...byProduct, state: 'expired' as const, ended_at: answer_by };
}

/** Writes the ends of changes, and new ones, that `changed` has and `order` has not. */
export async function writeChangeRows(tx: Tx, order: StoredOrder, changed: StoredOrder): Promise<void> {
  for (const change of changed.changes) {
    const before = order.changes.find(({ number }) => number === change.number);
    if (before === change) continue;
    if (before === undefined) {
      const row = { ...change, before: JSON.stringify(change.before), after: JSON.stringify(change.after) };
      await tx.insertInto('order_changes').values(row).execute();
      continue;
    }
    const { state, ended_by_kind, ended_by_name, ended_at } = change;
    await tx
      .updateTable('order_changes')
      .set({ state, ended_by_kind, ended_by_name, ended_at })
      .where('restaurant_id', '=', order.restaurant_id)
      .where('order_id', '=', order.id)
      .where('number', '=', change.number)
      .execute();
  }
}

/** Writes them, and tells the screens by the event of a move, because servers of before send guests no other. */
export async function writeChanges(tx: Tx, order: StoredOrder, changed: StoredOrder, now: Date): Promise<void> {
  const { restaurant_id: restaurantId, id, customer_id } = order;
  await writeChangeRows(tx, order, changed);
  await sql`
    with facts (position, type, order_id, customer_id, data) as (
      select 1, 'order.status_changed', ${id}::uuid, ${customer_id}::uuid, '{}'::jsonb
    ),
    ${appendingFacts(restaurantId, now)}
    select seq from told`.execute(tx);
  wakeOnCommit(tx, restaurantId);
}
