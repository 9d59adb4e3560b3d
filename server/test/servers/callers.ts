import type { CallerKind } from '#contract/base/endpoint.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { createSession } from '#server/modules/accounts/sessions/sessions.ts';
import { makeDriver } from '../data/drivers.ts';
import { makeAdmin, makeCustomer, makeOwner, type TestRestaurant } from '../data/restaurant.ts';

/** A bearer token of every kind of caller; the anonymous have none. */
export type Tokens = Record<CallerKind, string | undefined>;

/** One caller of every kind, those of a restaurant in this one. */
export async function makeCallers(db: Db, made: TestRestaurant): Promise<Tokens> {
  const token = async (maker: Promise<{ token: string }>) => (await maker).token;
  return {
    anonymous: undefined,
    site: made.siteToken,
    customer: await token(makeCustomer(db, made.id)),
    registration: await makeRegistration(db, made.id),
    driver: await token(makeDriver(db, made.id)),
    owner: await token(makeOwner(db, made.id, 'owner')),
    manager: await token(makeOwner(db, made.id, 'manager')),
    staff: await token(makeOwner(db, made.id, 'staff')),
    admin: await token(makeAdmin(db)),
  };
}

/** The token of a verified number without an account: valid for one call, for ten minutes. */
export function makeRegistration(db: Db, restaurantId: RestaurantId): Promise<string> {
  return createSession(db, { kind: 'registration', restaurantId, phone: '+971509999999' }, new Date());
}
