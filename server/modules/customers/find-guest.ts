import { fieldProblem } from '#contract/base/field-problems.ts';
import type { Db } from '#server/db/connect.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findPhoneNumber, type PhoneNumber } from '#server/modules/outbound/phone.ts';
import { findNamedRestaurant, type NamedRestaurant } from '#server/modules/restaurants/find-restaurant.ts';

/**
 * The restaurant and the number of a guest's call. A number without a dial code belongs to the restaurant's country.
 * `restaurant` is null when no restaurant, or more than one, has the name.
 * @throws auth.invalid_phone, restaurant.closed
 */
export async function findGuest(
  db: Db,
  restaurantName: string,
  number: string,
): Promise<{ restaurant: NamedRestaurant | null; phone: PhoneNumber }> {
  const restaurant = await findNamedRestaurant(db, restaurantName);
  if (restaurant?.isClosed === true) throw new Refusal('restaurant.closed');
  const phone = findPhoneNumber(number, restaurant?.country ?? 'AE');
  if (phone === null) throw invalidPhone();
  return { restaurant, phone };
}

export function invalidPhone(problem = fieldProblem('phone_invalid')): Refusal {
  return new Refusal('auth.invalid_phone', undefined, { number: problem });
}
