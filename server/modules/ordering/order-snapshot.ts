import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Payment } from '#contract/base/enumerations.ts';
import { subtractMoney } from '#contract/base/money.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { areHalves } from '#contract/menu/option-choice.ts';
import { wallTime } from '#contract/base/time.ts';
import type { ExaminedBasket } from './quote/examine-basket.ts';
import type { ModifierFacts } from './quote/read-basket-facts.ts';
import type { StoredAddress } from '#server/db/schema/ordering.ts';
import type { StoredLine } from './queries.ts';
import type { UnwrittenOrder } from './place/write-order.ts';

interface SnapshotParts {
  basket: ExaminedBasket;
  order: Pick<
    NewOrder,
    'deliveryMode' | 'address' | 'position' | 'postcode' | 'specialInstruction' | 'language' | 'platform'
  >;
  payment: Payment;
  /** The time that the guest chose, and when the kitchen begins; null: as soon as possible. */
  later: { requestedFor: Date; firesAt: Date } | null;
  /** The deadline for accepting the order before it is rejected by itself; null: never. */
  acceptBy: Date | null;
  now: Date;
}

/** The new order's id, and its guest; a test order has none. */
interface OrderOwner {
  restaurantId: RestaurantId;
  customerId: CustomerId | null;
  orderId: OrderId;
}

/** The order as stored: a snapshot that later changes of menu, outlet or guest do not touch (decision 32, R37). */
export function orderSnapshot(
  { restaurantId, customerId, orderId: id }: OrderOwner,
  { basket, order, payment, later, acceptBy, now }: SnapshotParts,
): UnwrittenOrder {
  const { facts, lines, price, minutes } = basket;
  const { outlet, area, table } = facts;
  const isDelivery = order.deliveryMode === 'delivery';
  const local = wallTime(now, outlet.timeZone);
  return {
    restaurant_id: restaurantId,
    id,
    outlet_id: outlet.id,
    outlet_name: outlet.name,
    outlet_time_zone: outlet.timeZone,
    customer_id: customerId,
    mode: order.deliveryMode,
    payment_method: payment,
    status: 'New',
    status_changed_at: now,
    status_version: 1,
    cancel_reason: null,
    delivery_area_id: area?.id ?? null,
    delivery_area_name: area?.name ?? null,
    address: isDelivery ? addressOf(order) : null,
    table_id: table?.id ?? null,
    table_name: table?.name ?? null,
    table_area: table?.area ?? null,
    special_instruction: order.specialInstruction,
    platform: order.platform ?? 'OrderManager',
    language: order.language ?? null,
    currency: facts.currency,
    charge_options: facts.chargeOptions,
    tax_rate_bp: outlet.taxRateBasisPoints,
    tax_inclusive: outlet.taxInclusive,
    subtotal_minor: price.subtotal,
    tax_minor: price.tax,
    delivery_fee_minor: price.deliveryFee === null ? null : subtractMoney(price.deliveryFee, price.deliveryDiscount),
    tip_minor: price.tip,
    discount_minor: price.discount,
    offers: basket.offers.applied.length === 0 ? null : basket.offers.applied,
    total_minor: price.total,
    requested_for: later?.requestedFor ?? null,
    fires_at: later?.firesAt ?? null,
    fired_at: null,
    preparation_minutes: minutes.preparationTime,
    travel_minutes: isDelivery ? Math.max(0, minutes.deliveryTime - minutes.preparationTime) : 0,
    make_minutes: basket.makeMinutes || null,
    promised_at: null,
    is_test: false,
    placed_at: now,
    placed_on: local.date,
    placed_hour: Math.floor(local.minuteOfDay / 60),
    accepted_at: null,
    ready_at: null,
    printed_at: null,
    accept_by: acceptBy,
    escalation: null,
    seen_by: null,
    seen_at: null,
    bumps: 0,
    time_changes: 0,
    lines: lines.map((line, index) => lineOf(restaurantId, id, index + 1, line, price.lineTotals[index]!)),
    history: [
      {
        restaurant_id: restaurantId,
        order_id: id,
        version: 1,
        from_status: null,
        to_status: 'New',
        reason: null,
        is_undo: false,
        actor_kind: 'customer',
        actor_id: customerId,
        actor_name: '',
        changed_at: now,
      },
    ],
    changes: [],
  };
}

/** The address with the pin and the postcode that its zone was found by. */
function addressOf({ address, position, postcode }: SnapshotParts['order']): StoredAddress | null {
  if (!address) return null;
  return { ...address, ...(position ? { position } : {}), ...(postcode ? { postcode } : {}) };
}

/** A line as stored, from the dish as it is on the menu now. */
export function lineOf(
  restaurantId: RestaurantId,
  orderId: OrderId,
  lineNumber: number,
  { input, item, options }: ExaminedBasket['lines'][number],
  total: StoredLine['total_minor'],
): StoredLine {
  if (item === undefined) throw new Error('A line without an item was not refused');
  const ofLine = { restaurant_id: restaurantId, order_id: orderId, line_number: lineNumber };
  return {
    ...ofLine,
    item_id: item.id,
    name: item.name,
    name_translations: item.nameTranslations,
    quantity: input.quantity,
    unit_price_minor: item.price,
    total_minor: total,
    note: input.note ?? '',
    guest_name: input.guestName ?? '',
    ...keptFoods(item),
    made_at: null,
    recalled_at: null,
    options: options.map(({ modifier, list, depth }, position) => ({
      ...ofLine,
      position,
      modifier_list_id: list.id,
      modifier_list_name: list.name,
      item_id: modifier.id,
      name: modifier.name,
      name_translations: modifier.nameTranslations,
      price_minor: modifier.price,
      ...keptFoods(modifier),
      is_half: areHalves(list, options.filter((other) => other.list === list).length) ? true : null,
      ...(depth > 0 && { depth }),
    })),
  };
}

/** Declared at this moment. */
function keptFoods({ allergens, diets }: Pick<ModifierFacts, 'allergens' | 'diets'>) {
  return { allergens: allergens.length > 0 ? allergens : null, diets: diets.length > 0 ? diets : null };
}
