import { fieldProblem } from '#contract/base/field-problems.ts';
import type { SignedIn, SignUp } from '#contract/accounts/accounts.ts';
import type { outletBands } from '#contract/base/enumerations.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { counterKey, consumeOne } from '#server/rate-limits/rate-counters.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { insertMembership } from '#server/modules/staff/memberships/memberships.ts';
import { noteProven } from '#server/modules/outlets/alert-contacts.ts';
import { createRestaurant } from '#server/modules/restaurants/create-restaurant.ts';
import { sendVerification } from './email-verification/email-verifications.ts';
import { deleteFormerStaff, emailTaken, isEmailTaken } from './former-staff.ts';
import { requireStrongPassword } from './passwords/password-rules.ts';
import { insertUser } from './queries.ts';
import { createSession } from './sessions/sessions.ts';
import type { Client } from './sign-in/sign-in.ts';
import { rememberAddress } from './sign-in/sign-in-limits.ts';
import { accountOnWire } from './wire.ts';

/**
 * Opens an account with a restaurant of its own and signs it in (R7). The user type is always merchant, the role always
 * owner.
 * @throws auth.invalid_phone, auth.weak_password, auth.email_taken, auth.too_many_signups, server.unavailable
 */
export async function signUp(
  { db, config, clock, passwords }: Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>,
  form: SignUp,
  { clientAddress, userAgent, language }: Client,
): Promise<SignedIn> {
  const now = clock();
  const countryCode = `+${form.countryCode.replace('+', '')}`;
  requirePhone(countryCode, form.mobileNumber);
  await requireStrongPassword(form.password, form);
  await countSignUp(db, config, clientAddress, now);
  if (await isEmailTaken(db, form.email)) throw emailTaken();
  const passwordHash = await passwords.hash(form.password);

  const signedIn = await platformTransaction(db, 'sign-up', async (tx) => {
    await deleteFormerStaff(tx, form.email);
    const user = await insertUser(tx, { ...form, countryCode, passwordHash, language, userType: 'merchant' }, now);
    if (user === null) throw emailTaken();
    const { restaurant: name, country, chatfoodInformer: informer } = form;
    const restaurant = await createRestaurant(
      tx,
      { name, country, informer, outletBand: bandOf(form.outlets) },
      config,
      now,
    );
    await insertMembership(tx, restaurant.id, { userId: user.id, role: 'owner' }, now);
    if (restaurant.owner_verified_at === null) await sendVerification(tx, { config, clock }, restaurant.id, user);
    else await noteProven(tx, restaurant.id, user.email, now);
    const token = await createSession(
      tx,
      { kind: 'merchant', userId: user.id, restaurantId: restaurant.id },
      now,
      userAgent,
    );
    return { token: { token }, ...accountOnWire(user, { restaurant, role: 'owner', outletIds: null }) };
  });
  await rememberAddress(db, form.email, clientAddress, now);
  return signedIn;
}

function requirePhone(countryCode: string, mobileNumber: string): void {
  // ZZ is no country, so the number is read by its dial code alone.
  if (findPhoneNumber(`${countryCode}${mobileNumber}`, 'ZZ') !== null) return;
  throw new Refusal('auth.invalid_phone', undefined, { mobileNumber: fieldProblem('phone_invalid') });
}

async function countSignUp(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  clientAddress: string,
  now: Date,
): Promise<void> {
  if (!config.rateLimits) return;
  const taking = await consumeOne(db, counterKey('signup:address', networkOf(clientAddress)), 5, 3600, now);
  if (!taking.isAllowed) {
    const seconds = taking.retryAfterSeconds;
    throw new Refusal('auth.too_many_signups', { seconds, minutes: Math.ceil(seconds / 60) });
  }
}

/** The present band for the number of outlets as older clients send it. */
function bandOf(outlets: SignUp['outlets']): (typeof outletBands)[number] {
  return outlets === '2-5' ? '2 - 5 outlets' : outlets === '6-10' ? '6 - 10 outlets' : outlets;
}
