import type { Client } from '#contract/base/client.ts';
import type { BrowserStore } from '../../state/browser-store.ts';
import type { Place } from '../../state/place.ts';
import type { Session } from '../../state/session.ts';
import type { ScannedTable } from '../../state/table.ts';

/** Whether the guest signs in with a number before they order: everywhere but at tables of outlets that do not ask for one (decision 54). */
export function isPhoneNeeded({ mode, outlet }: Place, session: Session | null): boolean {
  const isAsked = mode !== 'dine-in' || outlet?.asksPhoneAtTables === true;
  return isAsked && (session === null || session.isWithoutPhone === true);
}

/** Signs a guest in who gives no number; the code of the table is the proof. */
export async function signInAtTable(
  call: Client['call'],
  sessionStore: BrowserStore<Session | null>,
  { table, name }: { table: ScannedTable; name: string },
): Promise<void> {
  const body = { table: table.code, ...(name === '' ? {} : { name }) };
  const { token, customer } = await call('POST /auth/register-at-table', { body });
  sessionStore.change(() => ({ token, _id: customer._id, isLoggedIn: true, isWithoutPhone: true }));
}
