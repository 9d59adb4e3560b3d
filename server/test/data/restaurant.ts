/**
 * Restaurants and signed-in people for tests, inserted directly: no sign-up, no argon2, no codes. Every name of a
 * restaurant contains its `canary`, so that a test can search an answer for another restaurant's words.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type {
  CategoryId,
  CustomerId,
  DeliveryAreaId,
  ItemId,
  MenuId,
  ModifierListId,
  OutletId,
  RestaurantId,
  SpecialDayId,
  UserId,
} from '#contract/base/ids.ts';
import { type MinorUnits, minorUnits } from '#contract/base/money.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import { weekdays } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { insertItems, insertLists, insertMenu } from './restaurant-menu.ts';
import type { Role } from '#contract/base/enumerations.ts';

/** Open round the clock, every day. */
export const alwaysOpen: OpeningHours = weekdays.map((day) => ({
  day,
  open: true,
  periods: [{ start: '00:00', end: '00:00' }],
}));

export interface RestaurantOverrides {
  name?: string;
  slug?: string;
  country?: string;
  currency?: string;
  chargeOptions?: 'once' | 'each';
  taxRateBasisPoints?: number;
  taxInclusive?: boolean;
  timeZone?: string;
  openingHours?: OpeningHours;
  minimum?: number;
  deliveryFee?: number;
  /** Portions left of `items.special`; null means not counted. */
  stock?: number | null;
}

/** The result of `makeRestaurant`. Prices are in minor units: AED 18.00 is 1800. */
export interface TestRestaurant {
  id: RestaurantId;
  name: string;
  slug: string;
  currency: string;
  /** The publishable bearer token of its site. */
  siteToken: string;
  /** A word in every name of this restaurant and in no other's. */
  canary: string;
  /** Active, open all day every day; delivery and pickup, cash and card in both; 5 % tax added. Its first order is number 1. */
  outletId: OutletId;
  /** Minimum 30.00, fee 5.00. */
  areaId: DeliveryAreaId;
  /** New Year 2100: open round the clock, as every day. */
  specialDayId: SpecialDayId;
  menuId: MenuId;
  categories: { mains: CategoryId; drinks: CategoryId };
  /** `burger` has both lists; `water` has none; `special` has none and a stock (10 by default). */
  items: { burger: ItemId; water: ItemId; special: ItemId };
  /** `size`: one of two, required. `extras`: any of three, optional. */
  lists: { size: ModifierListId; extras: ModifierListId };
  modifiers: { regular: ItemId; large: ItemId; cheese: ItemId; bacon: ItemId; onion: ItemId };
  prices: Record<'burger' | 'water' | 'special' | 'regular' | 'large' | 'cheese' | 'bacon' | 'onion', MinorUnits>;
}

const prices = {
  burger: minorUnits(1800),
  water: minorUnits(550),
  special: minorUnits(4200),
  regular: minorUnits(0),
  large: minorUnits(450),
  cheese: minorUnits(325),
  bacon: minorUnits(375),
  onion: minorUnits(0),
};

/** A restaurant in Dubai that sells in AED, complete enough to take orders at any time of day. */
export async function makeRestaurant(db: Db, overrides: RestaurantOverrides = {}): Promise<TestRestaurant> {
  const canary = `canary${randomBytes(6).toString('hex')}`;
  const made: TestRestaurant = {
    id: newId<RestaurantId>(),
    name: overrides.name ?? `Kitchen ${canary}`,
    slug: overrides.slug ?? canary,
    currency: overrides.currency ?? 'AED',
    siteToken: `site_${randomBytes(24).toString('base64url')}`,
    canary,
    outletId: newId<OutletId>(),
    areaId: newId<DeliveryAreaId>(),
    specialDayId: newId<SpecialDayId>(),
    menuId: newId<MenuId>(),
    categories: { mains: newId<CategoryId>(), drinks: newId<CategoryId>() },
    items: { burger: newId<ItemId>(), water: newId<ItemId>(), special: newId<ItemId>() },
    lists: { size: newId<ModifierListId>(), extras: newId<ModifierListId>() },
    modifiers: {
      regular: newId<ItemId>(),
      large: newId<ItemId>(),
      cheese: newId<ItemId>(),
      bacon: newId<ItemId>(),
      onion: newId<ItemId>(),
    },
    prices,
  };
  await platformTransaction(db, 'seed', async (tx) => {
    const now = new Date();
    await insertRestaurant(tx, made, overrides, now);
    await insertOutlet(tx, made, overrides, now);
    await insertItems(tx, made, overrides.stock === undefined ? 10 : overrides.stock, now);
    await insertLists(tx, made, now);
    await insertMenu(tx, made, now);
  });
  return made;
}

async function insertRestaurant(tx: Tx, made: TestRestaurant, overrides: RestaurantOverrides, now: Date) {
  await tx
    .insertInto('restaurants')
    .values({
      id: made.id,
      name: made.name,
      slug: made.slug,
      country: overrides.country ?? 'AE',
      currency: made.currency,
      outlet_band: '1 outlet',
      informer: 'Google',
      charge_options: overrides.chargeOptions ?? 'once',
      logo_hash: null,
      cover_hash: null,
      site_token: made.siteToken,
      owner_verified_at: now,
      trial_started_at: now,
      trial_ends_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await tx.insertInto('restaurant_counters').values({ restaurant_id: made.id }).execute();
}

async function insertOutlet(tx: Tx, made: TestRestaurant, overrides: RestaurantOverrides, now: Date) {
  const ofRestaurant = { restaurant_id: made.id };
  await tx
    .insertInto('outlets')
    .values({
      ...ofRestaurant,
      id: made.outletId,
      name: `Marina ${made.canary}`,
      name_key: `marina ${made.canary}`,
      image_hash: null,
      time_zone: overrides.timeZone ?? 'Asia/Dubai',
      email: `${made.canary}@outlet.test`,
      phone: '+97144321000',
      tax_rate_bp: overrides.taxRateBasisPoints ?? 500,
      tax_inclusive: overrides.taxInclusive ?? false,
      address_location: `1 Marina Walk ${made.canary}`,
      address_area: 'Marina',
      latitude: 25.0805,
      longitude: 55.1403,
      last_order_number: 0,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  await tx
    .insertInto('alert_contacts')
    .values(
      [`${made.canary}@outlet.test`, '+97144321000'].map((contact) => ({
        ...ofRestaurant,
        contact,
        proven_at: now,
        created_at: now,
      })),
    )
    .execute();
  const mode = {
    ...ofRestaurant,
    outlet_id: made.outletId,
    accepts_orders: true,
    takes_cash: true,
    takes_card: true,
    opening_hours: JSON.stringify(overrides.openingHours ?? alwaysOpen),
  };
  await tx
    .insertInto('outlet_modes')
    .values([
      { ...mode, mode: 'delivery' },
      { ...mode, mode: 'pickup' },
      { ...mode, mode: 'dine-in', accepts_orders: false },
    ])
    .execute();
  await tx
    .insertInto('special_days')
    .values({
      ...ofRestaurant,
      id: made.specialDayId,
      outlet_id: made.outletId,
      mode: null,
      starts_on: '2100-01-01',
      ends_on: '2100-01-01',
      is_open: true,
      periods: JSON.stringify(alwaysOpen[0]!.periods),
      reason: `New Year ${made.canary}`,
      created_at: now,
      deleted_at: null,
    })
    .execute();
  await tx
    .insertInto('delivery_areas')
    .values({
      ...ofRestaurant,
      id: made.areaId,
      outlet_id: made.outletId,
      name: `Harbour ${made.canary}`,
      minimum_minor: minorUnits(overrides.minimum ?? 3000),
      fee_minor: minorUnits(overrides.deliveryFee ?? 500),
      created_at: now,
      deleted_at: null,
    })
    .execute();
}

/** A staff member with a bearer token that is valid for years. */
export async function makeOwner(
  db: Db,
  restaurantId: RestaurantId,
  role: Role = 'owner',
  outletIds: readonly OutletId[] | null = null,
): Promise<{ userId: UserId; token: string; name: string }> {
  const userId = await insertUser(db, 'merchant');
  return platformTransaction(db, 'seed', async (tx) => {
    await tx
      .insertInto('memberships')
      .values({
        restaurant_id: restaurantId,
        user_id: userId,
        role,
        outlet_ids: outletIds && [...outletIds],
        created_at: new Date(),
      })
      .execute();
    const token = await insertSession(tx, { kind: 'user', user_id: userId, restaurant_id: restaurantId });
    return { userId, token, name: 'Sara Khan' };
  });
}

/** A platform admin with a bearer token. */
export async function makeAdmin(db: Db): Promise<{ userId: UserId; token: string }> {
  const userId = await insertUser(db, 'admin');
  const token = await platformTransaction(db, 'seed', (tx) => insertSession(tx, { kind: 'user', user_id: userId }));
  return { userId, token };
}

/** Drawn by chance, two of the hundreds of guests of a restaurant would share one now and then. */
let nextNumber = randomInt(1_000_000, 5_000_000);

/** A guest of the restaurant with a verified number and a bearer token. */
export async function makeCustomer(
  db: Db,
  restaurantId: RestaurantId,
): Promise<{ customerId: CustomerId; token: string; name: string; phone: string }> {
  const customerId = newId<CustomerId>();
  const name = `Guest ${customerId.slice(-6)}`;
  const phone = `+97150${nextNumber++}`;
  const token = await platformTransaction(db, 'seed', async (tx) => {
    const now = new Date();
    await tx
      .insertInto('customers')
      .values({
        restaurant_id: restaurantId,
        id: customerId,
        phone,
        name,
        email: `${customerId}@guest.test`,
        created_at: now,
        updated_at: now,
      })
      .execute();
    return insertSession(tx, { kind: 'customer', restaurant_id: restaurantId, customer_id: customerId });
  });
  return { customerId, token, name, phone };
}

/** The password of everybody whom these functions make. */
export const ownersPassword = 'violet anchor 47 lamps';
/** Its hash, at a cost of 1 MiB, because a test checks it often. */
const passwordHash = '$argon2id$v=19$m=1024,t=1,p=1$KrlJGAlGIrTPGcUQNY1CRw$EWnMcyr23WJghwiqbmwcrCAbAbKMquBVTDnoBPwratk';

async function insertUser(db: Db, userType: 'merchant' | 'admin'): Promise<UserId> {
  const id = newId<UserId>();
  const now = new Date();
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@user.test`,
      email_key: `${id}@user.test`,
      password_hash: passwordHash,
      first_name: 'Sara',
      last_name: 'Khan',
      country_code: '+971',
      mobile_number: '501234567',
      user_type: userType,
      disabled_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** Creates a session and returns its bearer token; the row has the SHA-256. */
async function insertSession(
  tx: Tx,
  session: { kind: 'user' | 'customer'; user_id?: UserId; restaurant_id?: RestaurantId; customer_id?: CustomerId },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      kind: session.kind,
      user_id: session.user_id ?? null,
      restaurant_id: session.restaurant_id ?? null,
      customer_id: session.customer_id ?? null,
      phone: null,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date('2100-01-01T00:00:00Z'),
    })
    .execute();
  return token;
}
