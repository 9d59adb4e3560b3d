/**
 * Orders with the field names of the specification: the only file of this module that knows both (order-operations 3).
 */
import { type Payment, type PaymentMethod, payments } from '#contract/base/enumerations.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { type Currency, type MinorUnits, percentFromBasisPoints, toMajor } from '#contract/base/money.ts';
import { declaredFoods } from '#contract/menu/allergens.ts';
import { type ChoiceList, resolveFlatChoices } from '#contract/menu/option-choice.ts';
import type { OrderCourier } from '#contract/delivery/order-delivery.ts';
import type { HistoryOrder } from '#contract/ordering/order-history.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { ChangedFacts, OrderChange } from '#contract/ordering/order-change.ts';
import type { OrderLineInput } from '#contract/ordering/order-lines.ts';
import type { ListedOrder } from './history/history-queries.ts';
import { appliedForWire } from './offers/wire.ts';
import { maskedOrder } from './masked-order.ts';
import { orderName } from './order-name.ts';
import type { KeptFacts, KeptLine } from '#server/db/schema/kept-facts.ts';
import type { StoredChange, StoredDelivery, StoredLine, StoredOrder, StoredOrderChange } from './queries.ts';

/** The reader of an order: guests do not get the names of the staff, and support does not get those of guests. */
export type Audience = 'merchant' | 'customer' | 'support';

export function orderForWire(order: StoredOrder, audience: Audience): Order {
  if (audience === 'support') return maskedOrder(orderForWire(order, 'merchant'));
  const currency = order.currency as Currency;
  const major = (amount: MinorUnits) => toMajor(amount, currency);
  return {
    _id: order.id,
    orderNumber: order.order_number,
    orderName: orderName(order),
    status: order.status,
    version: versionOf(order),
    statusChangedAt: order.status_changed_at.toISOString(),
    cancelReason: order.cancel_reason,
    customerName: order.customer_name,
    phoneNo: order.customer_phone,
    deliveryMode: order.mode,
    paymentMethod: paymentForWire(order),
    platform: order.platform,
    createdAt: order.placed_at.toISOString(),
    outletId: order.outlet_id,
    outlet: { _id: order.outlet_id, name: order.outlet_name, timeZone: order.outlet_time_zone },
    deliveryAreaId: order.delivery_area_id,
    areaName: order.delivery_area_name,
    tableId: order.table_id,
    tableName: order.table_name,
    tableArea: order.table_area,
    address: order.address,
    specialInstruction: order.special_instruction,
    cart: order.lines.map((line) => lineForWire(line, major, audience)),
    currency,
    subtotal: major(order.subtotal_minor),
    discount: major(order.discount_minor),
    offers: (order.offers ?? []).map((offer) => appliedForWire(offer, currency)),
    taxRate: percentFromBasisPoints(order.tax_rate_bp),
    taxInclusive: order.tax_inclusive,
    taxAmount: major(order.tax_minor),
    deliveryFee: order.delivery_fee_minor === null ? null : major(order.delivery_fee_minor),
    tip: order.tip_minor === null ? null : major(order.tip_minor),
    totalPrice: major(order.total_minor),
    preparationTime: order.preparation_minutes,
    travelTime: order.travel_minutes,
    orderDate: order.requested_for?.toISOString() ?? null,
    firesAt: order.fires_at?.toISOString() ?? null,
    firedAt: order.fired_at?.toISOString() ?? null,
    promisedAt: order.promised_at?.toISOString() ?? null,
    ...deliveryForWire(order, audience),
    isTest: order.is_test,
    printedAt: audience === 'merchant' ? (order.printed_at?.toISOString() ?? null) : null,
    acceptBy: order.accept_by?.toISOString() ?? null,
    ...orderEscalationForWire(order, audience),
    history: order.history.map((change) => changeForWire(change, audience)),
    changes: order.changes.map((change) => orderChangeForWire(change, currency, audience)),
    ...problemForWire(order.problem, currency, audience),
  };
}

/** Proposing a change and ending it are steps of the order's version. */
function stepsOf(changes: StoredOrder['changes']): number {
  return changes.length + changes.filter(({ ended_at }) => ended_at !== null).length;
}

function orderChangeForWire(change: StoredOrderChange, currency: Currency, audience: Audience): OrderChange {
  const isStaff = audience === 'merchant';
  return {
    number: change.number,
    state: change.state,
    note: change.note,
    by: isStaff ? change.proposed_by_name : null,
    proposedAt: change.proposed_at.toISOString(),
    answerBy: change.answer_by.toISOString(),
    endedBy: isStaff ? change.ended_by_name : null,
    endedAt: change.ended_at?.toISOString() ?? null,
    before: factsForWire(change.before, currency),
    after: factsForWire(change.after, currency),
  };
}

/** The part of an order that a change concerns. */
export function factsForWire(facts: KeptFacts, currency: Currency): ChangedFacts {
  const major = (amount: MinorUnits) => toMajor(amount, currency);
  return {
    cart: facts.lines.map((line) => lineForWire({ ...line, made_at: null, recalled_at: null }, major, 'customer')),
    subtotal: major(facts.subtotal_minor),
    discount: major(facts.discount_minor),
    offers: (facts.offers ?? []).map((offer) => appliedForWire(offer, currency)),
    taxAmount: major(facts.tax_minor),
    tip: facts.tip_minor === null ? null : major(facts.tip_minor),
    totalPrice: major(facts.total_minor),
    promisedAt: facts.promised_at,
  };
}

function problemForWire(
  problem: StoredOrder['problem'],
  currency: Currency,
  audience: Audience,
): Pick<Order, 'problem'> {
  if (!problem) return {};
  const { kind, wish, note, lines, has_photo: hasPhoto, reported_at, version } = problem;
  return {
    problem: {
      kind,
      wish,
      note,
      lines: lines.map(({ line_number: lineNumber, quantity }) => ({ lineNumber, quantity })),
      hasPhoto,
      reportedAt: reported_at.toISOString(),
      version,
      answer: problem.answer && {
        kind: problem.answer,
        note: problem.answer_note!,
        amount: problem.amount_minor === null ? null : toMajor(problem.amount_minor, currency),
        isByHand: problem.is_by_hand ?? false,
        code: problem.voucher_code,
        until: problem.voucher_until?.toISOString() ?? null,
        by: audience === 'merchant' ? problem.answered_by_name : null,
        at: problem.answered_at!.toISOString(),
      },
    },
  };
}

/** Reporting a problem, changing it and answering it are steps of the order's version. */
function stepsOfProblem(problem: StoredOrder['problem']): number {
  return problem ? problem.version + (problem.answer === null ? 0 : 1) : 0;
}

/** It grows with everything that a screen shows of an order. */
function versionOf({ status_version, bumps, time_changes, changes, deliveries = [], problem }: StoredOrder): number {
  const steps = status_version + bumps + time_changes + stepsOf(changes) + stepsOfProblem(problem);
  return deliveries.reduce((sum, delivery) => sum + delivery.changes, steps);
}

/** A driver's or a courier's order, for the kitchen; guests read of it once it has left, and no names. */
function deliveryForWire({ deliveries = [], currency }: StoredOrder, audience: Audience): Pick<Order, 'delivery'> {
  const last = deliveries.at(-1);
  if (last === undefined || last.outcome === 'given_back') return {};
  const state = last.outcome ?? (last.left_at === null ? 'taken' : 'out');
  const times = {
    takenAt: last.taken_at.toISOString(),
    leftAt: last.left_at?.toISOString() ?? null,
    endedAt: last.ended_at?.toISOString() ?? null,
  };
  if (audience === 'customer') return state === 'out' || state === 'delivered' ? { delivery: { state, ...times } } : {};
  const { id, driver_id: driverId, driver_name: driverName, reason, proof, proof_name: proofName } = last;
  const photo = proof === 'photo' ? { hasPhoto: last.has_photo === true } : {};
  const who = driverId === null ? { courier: courierForWire(last, currency) } : { driverId };
  return { delivery: { state, ...times, _id: id, ...who, driverName, reason, proof, proofName, ...photo } };
}

function courierForWire(delivery: StoredDelivery, currency: string): OrderCourier {
  return {
    companyId: delivery.company_id!,
    state: delivery.courier_state!,
    fee: delivery.courier_fee_minor === null ? null : toMajor(delivery.courier_fee_minor, currency as Currency),
    minutes: delivery.courier_minutes,
    name: delivery.courier_name,
    phone: delivery.courier_phone,
    trackingUrl: delivery.tracking_url,
    problem: delivery.courier_problem,
  };
}

function orderEscalationForWire(
  order: StoredOrder,
  audience: Audience,
): Pick<Order, 'escalation' | 'seenBy' | 'seenAt'> {
  if (audience === 'customer') return { escalation: null, seenBy: null, seenAt: null };
  const { escalation, seen_by: seenBy, seen_at } = order;
  return { escalation, seenBy, seenAt: seen_at?.toISOString() ?? null };
}

export function listedForWire(order: ListedOrder): HistoryOrder {
  const { outlet_id, outlet_name, outlet_time_zone, currency } = order;
  return {
    _id: order.id,
    orderNumber: order.order_number,
    orderName: orderName(order),
    status: order.status,
    customerName: order.customer_name,
    phoneNo: order.customer_phone,
    deliveryMode: order.mode,
    tableName: order.table_name,
    tableArea: order.table_area,
    paymentMethod: paymentForWire(order),
    platform: order.platform,
    createdAt: order.placed_at.toISOString(),
    orderDate: order.requested_for?.toISOString() ?? null,
    outletId: outlet_id,
    outlet: { _id: outlet_id, name: outlet_name, timeZone: outlet_time_zone },
    currency,
    totalPrice: toMajor(order.total_minor, currency as Currency),
    isTest: order.is_test,
  };
}

/** The place of payment, by mode. */
const places: Record<StoredOrder['mode'], 'on delivery' | 'on pickup' | 'at table'> = {
  delivery: 'on delivery',
  pickup: 'on pickup',
  'dine-in': 'at table',
};

/** `cash` in a delivery is 'cash on delivery'. */
export function paymentForWire({ payment_method, mode }: Pick<StoredOrder, 'payment_method' | 'mode'>): PaymentMethod {
  return `${payment_method} ${places[mode]}`;
}

/** The payment method behind the words of a mode; null for the words of another mode. */
export function paymentFromWire(words: PaymentMethod, mode: StoredOrder['mode']): Payment | null {
  return payments.find((payment) => words === `${payment} ${places[mode]}`) ?? null;
}

function lineForWire(
  line: KeptLine & Pick<StoredLine, 'made_at' | 'recalled_at'>,
  major: (amount: MinorUnits) => number,
  audience: Audience,
): Order['cart'][number] {
  const isKitchens = audience === 'merchant';
  return {
    lineNumber: line.line_number,
    itemId: line.item_id,
    name: line.name,
    nameTranslations: line.name_translations,
    quantity: line.quantity,
    price: major(line.unit_price_minor),
    totalPrice: major(line.total_minor),
    modifierList: line.options.map((option) => option.item_id),
    ...declaredFoods(line),
    options: line.options.map((option) => ({
      _id: option.item_id,
      name: option.name,
      nameTranslations: option.name_translations,
      price: major(option.price_minor),
      ...(option.is_half === true && { isHalf: true }),
      ...(option.depth ? { depth: option.depth } : {}),
      ...declaredFoods(option),
      modifierListId: option.modifier_list_id,
      modifierListName: option.modifier_list_name,
    })),
    note: line.note,
    guestName: line.guest_name,
    madeAt: isKitchens ? (line.made_at?.toISOString() ?? null) : null,
    recalledAt: isKitchens ? (line.recalled_at?.toISOString() ?? null) : null,
  };
}

function changeForWire(change: StoredChange, audience: Audience): Order['history'][number] {
  return {
    from: change.from_status,
    to: change.to_status,
    at: change.changed_at.toISOString(),
    by: audience === 'merchant' ? change.actor_name : null,
    reason: change.reason,
    isUndo: change.is_undo,
  };
}

/** The chosen modifiers by list, from either form that a line has for them. A list that is named twice has its allowance once. */
export function choicesOf(
  { selections, modifierList }: OrderLineInput,
  lists: readonly ChoiceList<ModifierListId, ItemId>[],
) {
  if (selections === undefined) return resolveFlatChoices(lists, modifierList);
  const byList = Map.groupBy(selections, ({ modifierListId }) => modifierListId);
  return {
    selections: [...byList].map(([listId, chosen]) => ({
      listId,
      modifierIds: chosen.flatMap(({ modifierIds }) => modifierIds),
    })),
    unknown: [],
  };
}

/** A line whose chosen modifiers are said by list alone. */
export function lineByLists(line: Omit<OrderLineInput, 'modifierList'>): OrderLineInput {
  return { ...line, modifierList: [] };
}
