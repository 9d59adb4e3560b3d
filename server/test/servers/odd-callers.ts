/** Callers beyond the declared kinds: they carry a token of one, and may do less. */
import { platformTransaction } from '#server/db/transaction.ts';
import { hashToken } from '#server/modules/accounts/sessions/sessions.ts';
import { makeOwner, makeRestaurant } from '../data/restaurant.ts';
import type { Sample } from '../data/sample-input.ts';
import type { TestApp } from './app.ts';

export const oddCallers = ['support', 'locked tablet', 'shared tablet', 'one outlet', 'stranger', 'printer'] as const;
export type OddCaller = (typeof oddCallers)[number];

/**
 * A bearer token of each: an admin's support access, a shared tablet that is locked and one that somebody took over, a manager of
 * one outlet, the owner of another restaurant, and the secret of a printer.
 */
export async function makeOddCallers(app: TestApp, sample: Sample, admin: string): Promise<Record<OddCaller, string>> {
  const { db, call } = app;
  const reason = { reason: 'They asked why nothing rings' };
  const support = await call(
    'POST /admin/begin-support-access/:id',
    { params: { id: sample.id }, body: reason },
    admin,
  );
  const locked = await makeOwner(db, sample.id);
  const shared = await makeOwner(db, sample.id);
  await platformTransaction(db, 'seed', async (tx) => {
    for (const { token, acting } of [
      { token: locked.token, acting: null },
      { token: shared.token, acting: shared.userId },
    ]) {
      const tablet = { lock_minutes: 5, acting_user_id: acting };
      await tx.updateTable('sessions').set(tablet).where('token_hash', '=', hashToken(token)).execute();
    }
  });
  const body = { outletId: sample.outletId, name: 'Bar', kind: 'cloudprnt' } as const;
  const { address } = await call('POST /printing/add-printer', { body }, shared.token);
  return {
    support: support.token,
    'locked tablet': locked.token,
    'shared tablet': shared.token,
    'one outlet': (await makeOwner(db, sample.id, 'manager', [sample.outletId])).token,
    stranger: (await makeOwner(db, (await makeRestaurant(db)).id)).token,
    printer: address.split('/').at(-1)!,
  };
}
