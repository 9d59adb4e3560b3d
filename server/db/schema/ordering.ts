import {
  chargeOptions,
  escalations,
  languages,
  modes,
  offerKinds,
  payments,
  stampMovementKinds,
} from '#contract/base/enumerations.ts';
import type {
  CategoryId,
  CustomerId,
  DeliveryAreaId,
  GuestMessageId,
  ItemId,
  ModifierListId,
  OfferId,
  OrderId,
  OutletId,
  RestaurantId,
  StampMovementId,
  TableId,
  UserId,
} from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { GuestChannel, GuestEvent } from '#contract/ordering/guest-events.ts';
import { type GuestMessageProblem, guestMessageOutcomes } from '#contract/ordering/guest-messages.ts';
import type { KeptFacts, KeptOffer, ReportedLine } from './kept-facts.ts';
import { orderChangeStates } from '#contract/ordering/changed-lines.ts';
import { problemAnswers, problemKinds, problemWishes } from '#contract/ordering/problem-facts.ts';
import { orderStatuses } from '#contract/ordering/order-status.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  jsonb,
  text,
  textArray,
  timestamptz,
  uuid,
  uuidArray,
  type Tables,
} from './columns.ts';

/** With the pin and the postcode, where the guest gave them. */
export type StoredAddress = NonNullable<Order['address']>;

export const ordering = {
  orders: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<OrderId>(),
    order_number: integer(),
    order_prefix: text().defaulted(),
    is_test: boolean().defaulted(),
    outlet_id: uuid<OutletId>(),
    outlet_name: text(),
    outlet_time_zone: text(),
    /** null: a test order. */
    customer_id: uuid<CustomerId>().nullable(),
    /** Empty: the guest was erased. */
    customer_name: text(),
    customer_phone: text(),
    mode: text(modes),
    payment_method: text(payments),
    platform: text().defaulted(),
    /** The site's when the guest ordered; null: the order did not say. */
    language: text(languages).nullable(),
    delivery_area_id: uuid<DeliveryAreaId>().nullable(),
    delivery_area_name: text().nullable(),
    address: jsonb<StoredAddress>().nullable(),
    /** Dine-in orders alone have a table; its name and its area's are kept as they were. */
    table_id: uuid<TableId>().nullable(),
    table_name: text().nullable(),
    table_area: text().nullable(),
    special_instruction: text().defaulted(),
    currency: text(),
    charge_options: text(chargeOptions),
    tax_rate_bp: integer(),
    tax_inclusive: boolean(),
    subtotal_minor: bigint<MinorUnits>(),
    tax_minor: bigint<MinorUnits>(),
    delivery_fee_minor: bigint<MinorUnits>().nullable(),
    /** null: none was given. */
    tip_minor: bigint<MinorUnits>().nullable(),
    discount_minor: bigint<MinorUnits>().defaulted(),
    /** null: none applied. */
    offers: jsonb<KeptOffer[]>().nullable(),
    total_minor: bigint<MinorUnits>(),
    stock_taken: jsonb<Partial<Record<ItemId, number>>>().defaulted(),
    placed_at: timestamptz(),
    /** The local date in the outlet, 'YYYY-MM-DD'. */
    placed_on: date(),
    /** The hour on the clock there, 0 to 23. */
    placed_hour: integer(),
    /** When the guest wants to have it; null: as soon as possible, and `fires_at` too. */
    requested_for: timestamptz().nullable(),
    /** When the kitchen is to begin with it, and when it was told to. */
    fires_at: timestamptz().nullable(),
    fired_at: timestamptz().nullable(),
    preparation_minutes: integer(),
    /** The rows of `order_make_minutes`; null: it takes none. */
    make_minutes: integer().nullable(),
    /** From the kitchen to the guest's door; 0 unless it is delivered. */
    travel_minutes: integer().defaulted(),
    promised_at: timestamptz().nullable(),
    /** Until when the guest was told that the restaurant accepts; null: no end. */
    accept_by: timestamptz().nullable(),
    status: text(orderStatuses),
    status_changed_at: timestamptz(),
    status_version: integer().defaulted(),
    /** A `CancelReason`, or the words of staff. */
    cancel_reason: text().nullable(),
    /** Null: not yet, or taken back. An order that is cancelled without it was rejected. */
    accepted_at: timestamptz().nullable(),
    ready_at: timestamptz().nullable(),
    /** Grows with every bump and recall of its lines. */
    bumps: integer().defaulted(),
    /** Grows with every other time that the kitchen promises after accepting. */
    time_changes: integer().defaulted(),
    escalation: text(escalations).nullable(),
    seen_by: text().nullable(),
    seen_at: timestamptz().nullable(),
    /** When a printer last confirmed the ticket. */
    printed_at: timestamptz().nullable(),
  },
  order_lines: {
    restaurant_id: uuid<RestaurantId>(),
    order_id: uuid<OrderId>(),
    line_number: integer(),
    item_id: uuid<ItemId>(),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    quantity: integer(),
    unit_price_minor: bigint<MinorUnits>(),
    total_minor: bigint<MinorUnits>(),
    note: text().defaulted(),
    /** The guest at the table it is for; empty: nobody said. */
    guest_name: text().defaulted(),
    /** When the kitchen bumped it; null while it is to be made. */
    made_at: timestamptz().nullable(),
    /** When it was called back, and is to be made again. */
    recalled_at: timestamptz().nullable(),
    /** Declared of the dish when it was ordered; its options have their own. Null: nothing was. */
    allergens: textArray().nullable(),
    diets: textArray().nullable(),
  },
  order_line_options: {
    restaurant_id: uuid<RestaurantId>(),
    order_id: uuid<OrderId>(),
    line_number: integer(),
    position: integer(),
    modifier_list_id: uuid<ModifierListId>(),
    modifier_list_name: text(),
    item_id: uuid<ItemId>(),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    price_minor: bigint<MinorUnits>(),
    allergens: textArray().nullable(),
    diets: textArray().nullable(),
    /** Null: it is on the whole. */
    is_half: boolean().nullable(),
    /** How many options above opened its list; null: none. */
    depth: integer().nullable(),
  },
  order_status_changes: {
    restaurant_id: uuid<RestaurantId>(),
    order_id: uuid<OrderId>(),
    version: integer(),
    from_status: text(orderStatuses).nullable(),
    to_status: text(orderStatuses),
    reason: text().nullable(),
    is_undo: boolean().defaulted(),
    actor_kind: text(['customer', 'user', 'system']),
    actor_id: uuid().nullable(),
    actor_name: text(),
    changed_at: timestamptz(),
  },
  order_changes: {
    restaurant_id: uuid<RestaurantId>(),
    order_id: uuid<OrderId>(),
    /** Counts from 1 within the order. */
    number: integer(),
    state: text(orderChangeStates),
    note: text(),
    before: jsonb<KeptFacts>(),
    after: jsonb<KeptFacts>(),
    proposed_by_name: text(),
    proposed_at: timestamptz(),
    /** From then on it is over, whatever its state says. */
    answer_by: timestamptz(),
    /** System: an order that went on, or the clock. */
    ended_by_kind: text(['customer', 'user', 'system']).nullable(),
    /** Staff alone have one here: the order has the guest's. */
    ended_by_name: text().nullable(),
    ended_at: timestamptz().nullable(),
  },
  order_problems: {
    restaurant_id: uuid<RestaurantId>(),
    order_id: uuid<OrderId>(),
    outlet_id: uuid<OutletId>(),
    kind: text(problemKinds),
    wish: text(problemWishes),
    note: text(),
    /** Empty: the whole order. */
    lines: jsonb<ReportedLine[]>(),
    has_photo: boolean(),
    reported_at: timestamptz(),
    /** Grows with every change by the guest. */
    version: integer().defaulted(),
    answer: text(problemAnswers).nullable(),
    answer_note: text().nullable(),
    amount_minor: bigint<MinorUnits>().nullable(),
    /** Null: no money was given back. */
    is_by_hand: boolean().nullable(),
    voucher_code: text().nullable(),
    voucher_until: timestamptz().nullable(),
    answered_by: uuid<UserId>().nullable(),
    answered_by_name: text().nullable(),
    /** Null: it waits for an answer. */
    answered_at: timestamptz().nullable(),
  },
  order_problem_photos: {
    restaurant_id: uuid<RestaurantId>(),
    order_id: uuid<OrderId>(),
    content_type: text(['image/jpeg', 'image/png']),
    /** Null: in the bucket. */
    bytes: bytea().nullable(),
    file: text().nullable(),
    created_at: timestamptz(),
  },
  offers: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<OfferId>(),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    /** In the form of `comparableCode`; null: the offer applies by itself. */
    code: text().nullable(),
    kind: text(offerKinds),
    percent_bp: integer().nullable(),
    amount_minor: bigint<MinorUnits>().nullable(),
    buy_portions: integer().nullable(),
    free_portions: integer().nullable(),
    category_ids: uuidArray<CategoryId>().nullable(),
    item_ids: uuidArray<ItemId>().nullable(),
    outlet_ids: uuidArray<OutletId>().nullable(),
    modes: textArray(modes).nullable(),
    hours: jsonb<OpeningHours>().nullable(),
    starts_at: timestamptz().nullable(),
    ends_at: timestamptz().nullable(),
    is_for_first_order: boolean().defaulted(),
    uses_max: integer().nullable(),
    uses_of_guest_max: integer().nullable(),
    minimum_minor: bigint<MinorUnits>().defaulted(),
    is_paused: boolean().defaulted(),
    /** Null: no stamp card. The others are of one. */
    stamps_needed: integer().nullable(),
    stamp_minimum_minor: bigint<MinorUnits>().defaulted(),
    stamp_months: integer().nullable(),
    /** The rows of `offer_uses`. */
    uses: integer().defaulted(),
    version: integer().defaulted(),
    created_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
    /** The one guest whom a voucher is for; null: everybody. */
    customer_id: uuid<CustomerId>().nullable(),
  },
  offer_uses: {
    restaurant_id: uuid<RestaurantId>(),
    offer_id: uuid<OfferId>(),
    /** Also an order that waits for its payment, and is none yet. */
    order_id: uuid<OrderId>(),
    /** null: the guest was erased. */
    customer_id: uuid<CustomerId>().nullable(),
  },
  order_make_minutes: {
    restaurant_id: uuid<RestaurantId>(),
    /** Also an order that waits for its payment, and is none yet. */
    order_id: uuid<OrderId>(),
    outlet_id: uuid<OutletId>(),
    mode: text(modes),
    /** The beginning of a quarter of an hour. */
    quarter: timestamptz(),
    minutes: integer(),
    /** Minutes of the quarter that had passed unused before the order came, or before it gave its own back. */
    passed_minutes: integer().defaulted(),
    /** False: given back. */
    is_held: boolean().defaulted(),
  },
  /** The cards of guests. */
  stamp_cards: {
    restaurant_id: uuid<RestaurantId>(),
    offer_id: uuid<OfferId>(),
    customer_id: uuid<CustomerId>(),
    /** The sum of its movements. */
    stamps: integer(),
    /** Null: never. */
    expires_at: timestamptz().nullable(),
  },
  stamp_movements: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<StampMovementId>(),
    offer_id: uuid<OfferId>(),
    customer_id: uuid<CustomerId>(),
    kind: text(stampMovementKinds),
    stamps: integer(),
    /** Also an order that waits for its payment, and is none yet. */
    order_id: uuid<OrderId>().nullable(),
    /** With both, a person of the restaurant corrected the card. */
    reason: text().nullable(),
    actor_name: text().nullable(),
    /** The key of the call that corrected the card; null where it had none. */
    request_key: text().nullable(),
    created_at: timestamptz(),
  },
  guest_messages: {
    restaurant_id: uuid<RestaurantId>(),
    /** Also the key of its job. */
    id: uuid<GuestMessageId>(),
    order_id: uuid<OrderId>(),
    event: text<GuestEvent>(),
    channel: text<GuestChannel>(),
    /** Both are the order's when the message was written. */
    status_version: integer(),
    promised_at: timestamptz().nullable(),
    /** Null: its job is not done. */
    outcome: text(guestMessageOutcomes).nullable(),
    problem: text<GuestMessageProblem>().nullable(),
    ended_at: timestamptz().nullable(),
    created_at: timestamptz(),
  },
  idempotency_keys: {
    restaurant_id: uuid<RestaurantId>(),
    customer_id: uuid<CustomerId>(),
    operation: text(),
    key: text(),
    request_hash: bytea(),
    answer: jsonb<unknown>().nullable(),
    created_at: timestamptz(),
  },
} satisfies Tables;
