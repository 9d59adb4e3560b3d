import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { basisPointsFromPercent } from '#contract/base/money.ts';
import type { NewOutlet, OutletChanges } from '#contract/outlets/outlets.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { getCountry } from '#server/modules/restaurants/queries.ts';
import { nameKey } from './outlet-name.ts';

type Basics = Omit<NewOutlet, 'phone'>;

/** The columns of the basic information, except the phone. */
export function basicColumns({
  name,
  nameTranslations,
  timeZone,
  email,
  orderingSchedule,
  taxDetails,
  alertCalls,
}: Basics) {
  return {
    ...nameColumns(name),
    ...translationColumns(nameTranslations),
    time_zone: timeZone,
    email,
    ...scheduleColumns(orderingSchedule),
    ...taxColumns(taxDetails),
    escalates_by_call: alertCalls,
  };
}

/** The columns of the given fields only, so that parallel changes to other columns are kept. */
export function changedColumns(changes: OutletChanges) {
  const { status, name, nameTranslations, timeZone, email, orderingSchedule, taxDetails, alertCalls, address } =
    changes;
  const { asksPhoneAtTables } = changes;
  return {
    ...(status === undefined ? {} : { is_active: status }),
    ...(name === undefined ? {} : nameColumns(name)),
    ...translationColumns(nameTranslations),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(email === undefined ? {} : { email }),
    ...(orderingSchedule === undefined ? {} : scheduleColumns(orderingSchedule)),
    ...(taxDetails === undefined ? {} : taxColumns(taxDetails)),
    ...(alertCalls === undefined ? {} : { escalates_by_call: alertCalls }),
    ...(asksPhoneAtTables === undefined ? {} : { asks_phone_at_tables: asksPhoneAtTables }),
    ...(address === undefined ? {} : addressColumns(address)),
  };
}

function nameColumns(name: string) {
  return { name, name_key: nameKey(name) };
}

function translationColumns(translations: NewOutlet['nameTranslations']) {
  return translations === undefined ? {} : { name_translations: translations };
}

function scheduleColumns({ sameDate, nextDate }: NewOutlet['orderingSchedule']) {
  return { takes_same_date: sameDate, takes_next_date: nextDate };
}

function taxColumns({ taxRate, taxInclusive }: NewOutlet['taxDetails']) {
  return { tax_rate_bp: basisPointsFromPercent(taxRate), tax_inclusive: taxInclusive };
}

/** Translations that a client does not know of stay as long as the text beside them is sent. */
function addressColumns(address: NonNullable<OutletChanges['address']>) {
  const { location, locationTranslations, area, areaTranslations, latitude, longitude } = address;
  return {
    address_location: location,
    ...(locationTranslations === undefined ? {} : { address_location_translations: locationTranslations }),
    address_area: area,
    ...(areaTranslations === undefined ? {} : { address_area_translations: areaTranslations }),
    latitude: latitude ?? null,
    longitude: longitude ?? null,
  };
}

/**
 * The number in E.164; without a dial code it belongs to the restaurant's country.
 * @throws auth.invalid_phone
 */
export async function phoneColumn(tx: Tx, restaurantId: RestaurantId, spelling: string): Promise<{ phone: string }> {
  const number = findPhoneNumber(spelling, await getCountry(tx, restaurantId));
  if (number === null) {
    throw new Refusal('auth.invalid_phone', undefined, { phone: fieldProblem('phone_invalid') });
  }
  return { phone: number.e164 };
}
