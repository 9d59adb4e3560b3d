import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';

/** The audit log of a person's restaurant: each action with its details, the first one first. */
export async function actionsOf(db: Db, email: string): Promise<[string, unknown][]> {
  const rows = await platformTransaction(db, 'administration', (tx) =>
    tx
      .selectFrom('audit_log_entries')
      .innerJoin('memberships', 'memberships.restaurant_id', 'audit_log_entries.restaurant_id')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['action', 'details'])
      .where('users.email', '=', email)
      .orderBy('number')
      .execute(),
  );
  return rows.map(({ action, details }) => [action, JSON.parse(details)]);
}
