import { type RawBuilder, sql } from 'kysely';
import type { Mode } from '#contract/base/enumerations.ts';
import type {
  CategoryId,
  DeliveryAreaId,
  ItemId,
  MenuId,
  ModifierListId,
  OutletId,
  RestaurantId,
  TableId,
} from '#contract/base/ids.ts';
import type { Currency, MinorUnits } from '#contract/base/money.ts';
import type { ModePrices } from '#contract/menu/mode-price.ts';
import type { MenuSale } from '#contract/menu/menu-sale.ts';
import type { SoldOut } from '#contract/menu/availability.ts';
import type { Opener } from '#contract/menu/nested-lists.ts';
import type { StoredBounds } from '#contract/menu/option-choice.ts';
import type { OpeningHours, SpecialHours } from '#contract/outlets/opening-hours.ts';
import type { Busy } from '#contract/outlets/outlets.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import type { ZoneShape } from '#contract/outlets/zone-shape.ts';
import type { FeeTier } from '#server/db/schema/outlets.ts';
import type { Tx } from '#server/db/transaction.ts';
import { tableNumberIn } from '#server/modules/dining/table-code.ts';
import { codeOf, type OfferFacts, offerFacts } from '../offers/offer-facts.ts';
import { countedHere, itemFacts, menuFacts } from './item-facts.ts';
import { closedWeek } from '#server/modules/outlets/closed-week.ts';
import type { Translations } from '#contract/base/fields.ts';

/** The parts of a basket that decide which facts are read. */
export interface BasketQuestion {
  outletId: OutletId;
  deliveryMode: Mode;
  deliveryAreaId?: DeliveryAreaId | null;
  /** The pin and the postcode of the door. */
  position?: Pin | null;
  postcode?: string | null;
  /** The code of a table. */
  table?: string | null;
  /** The code of an offer, as typed. */
  offerCode?: string | null;
  items: readonly { itemId: ItemId }[];
}

/**
 * Everything that pricing and checking a basket needs, at one moment. Missing and deleted things are null or left out.
 */
export interface BasketFacts {
  /** Changes with everything in these facts, except quantities. */
  menuVersion: number;
  currency: Currency;
  chargeOptions: 'once' | 'each';
  /** The modes in which guests can add a tip. */
  tipModes: readonly Mode[];
  /** The offers that apply by themselves, and the one of the basket's code. `uses` is not of the version. */
  offers: readonly OfferFacts[];
  /** Too many wrong codes were tried, so that of this basket is not looked at (`limitCodes`). */
  areCodesIgnored?: boolean;
  /** The Live menus that are not sold always and everywhere. */
  menus: MenuFacts[];
  outlet: OutletFacts | null;
  /** The named area of a delivery, when the outlet serves it. */
  area: AreaFacts | null;
  /** The outlet's areas with a shape, in its order; none are read for a basket without pin and postcode. */
  zones: AreaFacts[];
  /** The table that the code names, at this outlet; whether the code is valid is checked elsewhere. */
  table: TableFacts | null;
  items: ItemFacts[];
}

export interface MenuFacts extends MenuSale {
  id: MenuId;
  name: string;
}

export interface AreaFacts {
  id: DeliveryAreaId;
  name: string;
  minimum: MinorUnits;
  fee: MinorUnits;
  tiers: FeeTier[];
  freeFrom: MinorUnits | null;
  /** Preparation and delivery together; null: those of the outlet. */
  minutes: number | null;
  shape: ZoneShape | null;
}

interface TableFacts {
  id: TableId;
  number: number;
  codeVersion: number;
  name: string;
  area: string | null;
}

export interface OutletFacts {
  id: OutletId;
  name: string;
  timeZone: string;
  /** Fees by distance are counted from it. */
  pin: Pin | null;
  isActive: boolean;
  taxRateBasisPoints: number;
  taxInclusive: boolean;
  /** Minutes until an unaccepted order is rejected; 0: never, null: the server's default. */
  rejectMinutes: number | null;
  /** Whether orders are refused while the outlet is unattended. */
  refusesUnattended: boolean;
  /** Whether guests at its tables sign in with their number before they order. */
  asksPhoneAtTables: boolean;
  /** The days for which scheduled orders are taken: today, tomorrow. */
  schedule: { sameDate: boolean; nextDate: boolean };
  /** Whether the other of delivery and pickup is on and takes a payment. */
  offersOtherMode: boolean;
  /** The requested mode; null when the outlet never had it. */
  mode: ModeFacts | null;
}

export interface ModeFacts {
  acceptsOrders: boolean;
  /** An instant as JSON; null: not paused. Callers compare it with the time of the order. */
  pausedUntil: string | null;
  preparationTime: number;
  deliveryTime: number;
  /** Compared with the time of the order, like the pause. */
  busy: Busy | null;
  /** Make-minutes that the kitchen sells a quarter of an hour; null: no limit. */
  makeMinutesPerQuarter: number | null;
  takesCash: boolean;
  takesCard: boolean;
  /** Where the restaurant has connected a gateway. */
  takesOnline: boolean;
  openingHours: OpeningHours;
  /** The special days that apply to the mode, from `specialDaysIn`. */
  specialDays: (SpecialHours & { reason: string })[];
}

/**
 * `menuIds`: the menus that guests see with the item in a category that is on at the outlet; callers compare their hours with the time of
 * the order. `quantity` null: not counted; otherwise the smaller of the outlet's own count and that of all outlets together.
 */
export interface ItemFacts {
  id: ItemId;
  name: string;
  nameTranslations: Translations;
  price: MinorUnits;
  makeMinutes: number;
  /** Null: the usual price. */
  modePrices: ModePrices<MinorUnits | null>;
  quantity: number | null;
  /** The outlet counts the item for itself. */
  isCountedHere: boolean;
  isInactive: boolean;
  /** `until` is an instant as JSON. Callers compare it with the time of the order. */
  soldOut: SoldOut | null;
  /** Declared by the restaurant; an order keeps them. */
  allergens: string[];
  diets: string[];
  menuIds: MenuId[];
  /** Also those that guests do not see: offers may name them. */
  categoryIds: CategoryId[];
  lists: ListFacts[];
}

export interface ListFacts extends Required<StoredBounds> {
  id: ModifierListId;
  /** Null: it is always asked. */
  openedBy: Opener<ModifierListId, ItemId> | null;
  name: string;
  /** How many of the chosen modifiers are free. */
  free: number;
  modifiers: ModifierFacts[];
}

export type ModifierFacts = Pick<
  ItemFacts,
  | 'id'
  | 'name'
  | 'nameTranslations'
  | 'price'
  | 'makeMinutes'
  | 'modePrices'
  | 'quantity'
  | 'isCountedHere'
  | 'isInactive'
  | 'soldOut'
  | 'allergens'
  | 'diets'
>;

/** The zones of an outlet as an earlier basket read them: their shapes are the largest of all facts. */
export interface KnownZones {
  menuVersion: number;
  zones: AreaFacts[];
}

/**
 * Reads all facts in one statement, so that they are of one moment and cost one round trip however large the basket is.
 * For this reason it reads tables of other modules, which nothing else here does. The known zones of the outlet are not read again
 * where the menu is of their version.
 */
export async function readBasketFacts(
  tx: Tx,
  restaurantId: RestaurantId,
  basket: BasketQuestion,
  knownZones: KnownZones | null = null,
): Promise<BasketFacts> {
  const { outletId, deliveryMode } = basket;
  const itemIds = [...new Set(basket.items.map((line) => line.itemId))];
  const { rows } = await sql<Omit<BasketFacts, 'zones'> & { zones: AreaFacts[] | null }>`
    select
      restaurants.menu_version as "menuVersion",
      restaurants.currency,
      restaurants.charge_options as "chargeOptions",
      restaurants.tip_modes as "tipModes",
      ${offerFacts(codeOf(basket))} as offers,
      ${menuFacts} as menus,
      (select ${outletFacts(deliveryMode)} from outlets
        where outlets.restaurant_id = restaurants.id and outlets.id = ${outletId} and outlets.deleted_at is null) as outlet,
      (select ${areaFacts} from delivery_areas
        where restaurant_id = restaurants.id and id = ${areaOf(basket)}::uuid and outlet_id = ${outletId}
          and deleted_at is null) as area,
      ${zoneFacts(basket, knownZones)} as zones,
      ${tableFacts(tableNumberOf(basket), outletId)} as "table",
      (select coalesce(json_agg(${itemFacts(outletId)}), '[]') from items ${countedHere('items', outletId)}
        where items.restaurant_id = restaurants.id and items.id = any(${itemIds}::uuid[]) and items.type = 'item'
          and items.deleted_at is null) as items
    from restaurants where restaurants.id = ${restaurantId}`.execute(tx);
  const facts = rows[0]!;
  return { ...facts, zones: facts.zones ?? knownZones!.zones };
}

/** The area of a delivery; null in other modes. */
export function areaOf({ deliveryMode, deliveryAreaId }: BasketQuestion): DeliveryAreaId | null {
  return deliveryMode === 'delivery' ? (deliveryAreaId ?? null) : null;
}

/** Whether the zones of the outlet decide: the basket is delivered, and says to where. */
export function hasDestination({ deliveryMode, position, postcode }: BasketQuestion): boolean {
  return deliveryMode === 'delivery' && Boolean(position ?? postcode);
}

const areaFacts = sql`json_build_object(
  'id', id, 'name', name, 'minimum', minimum_minor, 'fee', fee_minor, 'tiers', fee_tiers, 'freeFrom', free_from_minor,
  'minutes', delivery_minutes, 'shape', shape)`;

/** Null: the known ones. */
function zoneFacts(basket: BasketQuestion, known: KnownZones | null): RawBuilder<unknown> {
  if (!hasDestination(basket)) return sql`'[]'::json`;
  const zones = sql`
    (select coalesce(json_agg(${areaFacts} order by position, id), '[]') from delivery_areas
      where restaurant_id = restaurants.id and outlet_id = ${basket.outletId} and shape is not null and deleted_at is null)`;
  return known === null ? zones : sql`case when restaurants.menu_version <> ${known.menuVersion} then ${zones} end`;
}

/** The table number of a dine-in order; null in other modes. */
export function tableNumberOf({ deliveryMode, table }: BasketQuestion): number | null {
  return deliveryMode === 'dine-in' && table ? tableNumberIn(table) : null;
}

/** Only dine-in orders have a table. */
function tableFacts(number: number | null, outletId: OutletId): RawBuilder<unknown> {
  if (number === null) return sql`null::json`;
  return sql`
    (select json_build_object('id', dining_tables.id, 'number', dining_tables.number,
        'codeVersion', dining_tables.code_version, 'name', dining_tables.name, 'area', dining_areas.name)
      from dining_tables
      left join dining_areas on dining_areas.restaurant_id = dining_tables.restaurant_id
        and dining_areas.id = dining_tables.area_id and dining_areas.deleted_at is null
      where dining_tables.restaurant_id = restaurants.id and dining_tables.number = ${number}
        and dining_tables.outlet_id = ${outletId} and dining_tables.deleted_at is null)`;
}

/** Cancelled by the platform, closed by its owner, or not open yet: no owner has confirmed their email. */
const isShut = sql`(restaurants.status = 'cancelled' or restaurants.closed_at is not null or restaurants.owner_verified_at is null)`;

/** The mode that a guest can change to away from a table. */
export function otherMode(mode: Mode): Mode {
  return mode === 'delivery' ? 'pickup' : 'delivery';
}

function outletFacts(mode: Mode): RawBuilder<unknown> {
  return sql`
    json_build_object(
      'id', outlets.id, 'name', outlets.name, 'timeZone', outlets.time_zone,
      'pin', case when outlets.latitude is null or outlets.longitude is null then null
        else json_build_object('latitude', outlets.latitude, 'longitude', outlets.longitude) end,
      'isActive', outlets.is_active,
      'taxRateBasisPoints', outlets.tax_rate_bp, 'taxInclusive', outlets.tax_inclusive,
      'rejectMinutes', outlets.auto_reject_minutes, 'refusesUnattended', outlets.refuses_unattended,
      'asksPhoneAtTables', outlets.asks_phone_at_tables,
      'schedule', json_build_object('sameDate', outlets.takes_same_date, 'nextDate', outlets.takes_next_date),
      'offersOtherMode', exists (
        select from outlet_modes
        where restaurant_id = outlets.restaurant_id and outlet_id = outlets.id and mode = ${otherMode(mode)}
          and accepts_orders and (takes_cash or takes_card)),
      'mode', (
        select json_build_object(
          'acceptsOrders', accepts_orders, 'pausedUntil', paused_until,
          'preparationTime', preparation_minutes, 'deliveryTime', delivery_minutes,
          'busy', case when busy_until is not null then json_build_object('minutes', busy_minutes, 'until', busy_until) end,
          'makeMinutesPerQuarter', make_minutes_per_quarter,
          'takesCash', takes_cash, 'takesCard', takes_card, 'takesOnline', takes_online,
          'openingHours', case when ${isShut} then ${JSON.stringify(closedWeek)}::jsonb else opening_hours end,
          'specialDays', case when ${isShut} then '[]' else ${specialDays(mode)} end)
        from outlet_modes
        where restaurant_id = outlets.restaurant_id and outlet_id = outlets.id and mode = ${mode}))`;
}

function specialDays(mode: Mode): RawBuilder<unknown> {
  return sql`
    (select coalesce(json_agg(json_build_object(
        'startsOn', starts_on, 'endsOn', ends_on, 'open', is_open, 'periods', periods, 'reason', reason)
        order by special_days.mode nulls last, starts_on), '[]')
      from special_days
      where special_days.restaurant_id = outlets.restaurant_id and special_days.outlet_id = outlets.id
        and special_days.deleted_at is null and coalesce(special_days.mode, ${mode}) = ${mode})`;
}
