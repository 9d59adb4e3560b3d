import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/requests/caller.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { createSession, endSession } from '#server/modules/accounts/sessions/sessions.ts';
import { findGuest } from './find-guest.ts';
import { insertCustomer } from './queries.ts';
import { customerOnWire } from './wire.ts';

interface Registration {
  restaurantName: string;
  number: string;
  name: string;
  email: string;
}

/**
 * Registers the number that was just verified, and signs its customer in (R20). The caller's token is the proof: for
 * this number, at this restaurant, once. A number that is already registered gets no token this way and keeps its name
 * and email.
 * @throws auth.invalid_phone, code.proof_required
 */
export async function registerCustomer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { restaurantName, number, name, email }: Registration,
  caller: Extract<Caller, { kind: 'registration' }>,
) {
  const now = clock();
  const { restaurant, phone } = await findGuest(db, restaurantName, number);
  const { restaurantId } = caller;
  if (restaurant?.id !== restaurantId || phone.e164 !== caller.phone) throw new Refusal('code.proof_required');
  return transaction(db, restaurantId, async (tx) => {
    if (!(await endSession(tx, caller.tokenHash))) throw new Refusal('code.proof_required');
    const customer = await insertCustomer(tx, { restaurantId, phone: caller.phone, name, email }, now);
    if (customer === null) throw new Refusal('code.proof_required');
    const token = await createSession(tx, { kind: 'customer', restaurantId, customerId: customer.id }, now);
    return { token, customer: customerOnWire(customer) };
  });
}
