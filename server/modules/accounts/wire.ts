import type { SignedIn, User as UserOnWire } from '#contract/accounts.ts';
import { restaurantOnWire } from '#server/modules/restaurants/wire.ts';
import type { User, Workplace } from './queries.ts';

function userOnWire(user: User): UserOnWire {
  return {
    _id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    userType: user.user_type,
  };
}

/** Who is signed in; without a restaurant and a role for an admin. */
export function accountOnWire(user: User, workplace: Workplace | null): Omit<SignedIn, 'token'> {
  return {
    user: userOnWire(user),
    ...(workplace === null ? {} : { restaurant: restaurantOnWire(workplace.restaurant), role: workplace.role }),
  };
}
