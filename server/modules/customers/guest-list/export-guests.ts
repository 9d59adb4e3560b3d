import { toDecimalText } from '#contract/base/money.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { byteOrderMark, csvText } from '#server/http/answers/csv-text.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { scopeOf } from './list-guests.ts';
import { countGuests, type GuestRow, type GuestScope, listGuestRowsAfter } from './queries.ts';

/** Guests read at a time. */
const guestsPerRead = 2_000;

/** The columns by their heads. A number is text to spreadsheets, which would compute '+971...'. */
const columns: Record<string, (guest: GuestRow, scope: GuestScope) => string> = {
  Name: ({ name }) => name,
  Phone: ({ phone }) => phone,
  Email: ({ email }) => email,
  Orders: ({ orders }) => String(orders),
  Currency: (_, { currency }) => currency,
  Spend: ({ spent }, { currency }) => toDecimalText(spent, currency),
  'Last visit': ({ last_visit }) => last_visit ?? '',
  'Agreed to offers on': ({ consented_at }) => consented_at?.toISOString().slice(0, 10) ?? '',
};
const cells = Object.values(columns);

/** Exports the guests whom a search leaves, with an entry in the audit log: who took whose numbers out of the restaurant. */
export async function exportGuests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: MerchantCaller,
  requestId: string,
  search: string | undefined,
): Promise<{ rowCount: number; pieces: AsyncIterable<string> }> {
  const { restaurantId } = caller;
  const [scope, rowCount] = await transaction(db, restaurantId, async (tx) => {
    const found = await scopeOf(tx, caller, search);
    const guests = await countGuests(tx, found);
    // Without the search: it may be somebody's name, which the log could never forget.
    const act = { action: 'guests.exported', subject: '', details: { guests } } as const;
    await appendAuditEntry(tx, restaurantId, { actor: caller, requestId, at: clock() }, act);
    return [found, guests] as const;
  });
  return { rowCount, pieces: csvPieces({ db }, scope) };
}

/** Each piece is read when it is asked for, in a transaction of its own: a large file holds neither memory nor a snapshot. */
async function* csvPieces({ db }: Pick<Deps, 'db'>, scope: GuestScope): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvText([Object.keys(columns)])}`;
  let last: GuestRow | undefined;
  do {
    const after = last?.id ?? null;
    const guests: GuestRow[] = await transaction(
      db,
      scope.restaurantId,
      (tx) => listGuestRowsAfter(tx, scope, after, guestsPerRead),
      { readOnly: true, searches: true },
    );
    if (guests.length > 0) yield csvText(guests.map((guest) => cells.map((cell) => cell(guest, scope))));
    last = guests.length === guestsPerRead ? guests.at(-1) : undefined;
  } while (last !== undefined);
}
