/**
 * The basket as it is kept in the browser ("Local basket record", order-operations 3; decision 34). The prices in it
 * are those the guest saw when choosing: they are compared with the present menu, never charged.
 */
import type { PaymentMethod, ChargeOptions } from '#contract/base/enumerations.ts';
import type { DeliveryAreaId, ItemId, ModifierListId, OrderId, OutletId, TableSessionId } from '#contract/base/ids.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import { basketLimits } from '#contract/ordering/basket-limits.ts';
import type { ModePath } from '../routing/paths.ts';
import type { ScannedTable } from '../state/table.ts';

export type OrderingMode = 'Delivery' | 'Pickup' | 'Dine-in';

const orderingModes: readonly OrderingMode[] = ['Delivery', 'Pickup', 'Dine-in'];

/** An option of a line. `price` in major units, as the guest saw it. */
export interface ChosenModifier {
  _id: ItemId;
  name: string;
  price: number;
  modifierListId: ModifierListId;
}

/** `_id` is the item's, `id` the line's own. Amounts in major units, as the guest saw them. */
export interface BasketLine {
  id: string;
  _id: ItemId;
  name: string;
  price: number;
  modifierList: ChosenModifier[];
  quantity: number;
  totalPrice: number;
  /** For the kitchen, about this dish. */
  note: string;
  /** The participant who chose the line, in the basket that a table shares. */
  guestName?: string;
}

/** Portions of a line as they were sent. */
export type SentLine = Pick<BasketLine, 'id' | 'quantity'>;

/** This phone among those that share the basket of a table. */
export interface Participant {
  tableSessionId: TableSessionId;
  key: string;
  /** Name that the guest chose; '' for the name that the table gave. */
  name: string;
}

/** A delivery area the guest chose. The address is complete, and saved, once it has a floor. */
export interface SavedAddress {
  deliveryAreaId: DeliveryAreaId;
  areaName: string;
  location: string;
  floor: string;
  instruction: string;
  nickName: string;
  /** The pin of the door, and its postcode, by which zones are found. */
  position?: Pin | undefined;
  postcode?: string | undefined;
  /** From the kitchen to the pin, as they were when it was set. */
  metres?: number | undefined;
}

/** A tip as the guest chose it: a percentage of the subtotal, or an amount in major units. */
type TipChoice = { percent: number } | { amount: number };

export interface StoredBasket {
  address: SavedAddress | null;
  outlet: { _id: OutletId; name: string } | null;
  /** Where the guest sits, of 'Dine-in'. */
  table: ScannedTable | null;
  participant: Participant | null;
  /** When the guest wants to have it, ISO; null: as soon as possible. */
  orderDate: string | null;
  orderingMode: OrderingMode;
  /** The item that the guest tapped before a place was chosen; it is opened once there is one. */
  item: ItemId | null;
  items: BasketLine[];
  paymentMethod: PaymentMethod | '';
  specialInstruction: string;
  /** null: none. */
  tip: TipChoice | null;
  /** The code of an offer, as the guest typed it; '' for none. */
  offerCode: string;
  /** Whether the guest wants to use their full stamp card. */
  usesStampCard: boolean;
  /** Major units. */
  finalPrice: number;
  taxRate: number;
  taxAmount: number;
  /** The order placed last. */
  orderId: OrderId | null;
  /** Goes with every try to place this basket, so that they make one order (R41). */
  idempotencyKey: string;
  /** A try to place this basket had no answer: an order may have arrived. */
  isInDoubt: boolean;
  /** The payment that the guest has begun for this basket; '' for none. */
  paymentReference: string;
  /** The lines of the order, or of the payment, that may have come of the key; null: nothing was sent, or it is not known. */
  sentLines: readonly SentLine[] | null;
}

/** 128 random bits. Not `randomUUID`, which only secure pages have. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function emptyBasket(): StoredBasket {
  return {
    address: null,
    outlet: null,
    table: null,
    participant: null,
    orderDate: null,
    orderingMode: 'Delivery',
    item: null,
    items: [],
    paymentMethod: '',
    specialInstruction: '',
    tip: null,
    offerCode: '',
    usesStampCard: false,
    finalPrice: 0,
    taxRate: 0,
    taxAmount: 0,
    orderId: null,
    idempotencyKey: newKey(),
    isInDoubt: false,
    paymentReference: '',
    sentLines: null,
  };
}

/** Reads a stored basket; any other shape counts as absent. */
export function parseStoredBasket(text: string | null): StoredBasket {
  const empty = emptyBasket();
  let stored: Partial<StoredBasket>;
  try {
    stored = Object(JSON.parse(text ?? 'null')) as Partial<StoredBasket>;
  } catch {
    return empty;
  }
  const items: unknown = stored.items;
  return {
    ...empty,
    ...Object.fromEntries(
      Object.entries(stored).filter(
        ([name, value]) => name in empty && typeof value === typeof empty[name as keyof StoredBasket],
      ),
    ),
    address: hasTexts(stored.address, ['deliveryAreaId', 'areaName', 'location', 'floor', 'instruction', 'nickName'])
      ? stored.address!
      : null,
    outlet: hasTexts(stored.outlet, ['_id', 'name']) ? stored.outlet! : null,
    table: hasTexts(stored.table, ['code', 'name']) ? { ...stored.table!, area: stored.table!.area ?? null } : null,
    participant: hasTexts(stored.participant, ['tableSessionId', 'key', 'name']) ? stored.participant! : null,
    orderingMode: orderingModes.find((mode) => mode === stored.orderingMode) ?? 'Delivery',
    orderDate: isInstant(stored.orderDate) ? stored.orderDate : null,
    tip: isTip(stored.tip) ? stored.tip : null,
    item: typeof stored.item === 'string' ? stored.item : null,
    items: Array.isArray(items) ? items.filter(isLine) : [],
    orderId: typeof stored.orderId === 'string' ? stored.orderId : null,
    idempotencyKey: stored.idempotencyKey || empty.idempotencyKey,
    sentLines: Array.isArray(stored.sentLines) ? stored.sentLines.filter(isSentLine) : null,
  };
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isTip(value: unknown): value is TipChoice {
  const { percent, amount } = Object(value) as { percent?: number; amount?: number };
  return (percent ?? amount ?? 0) > 0;
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof (Object(value) as Record<string, unknown>)[name] === 'string');
}

function isSentLine(value: unknown): value is SentLine {
  return hasTexts(value, ['id']) && Number.isInteger((value as SentLine).quantity);
}

function isLine(value: unknown): value is BasketLine {
  const line = Object(value) as Partial<BasketLine>;
  return (
    hasTexts(line, ['id', '_id', 'name', 'note']) &&
    Number.isFinite(line.price) &&
    Number.isFinite(line.totalPrice) &&
    Number.isInteger(line.quantity) &&
    line.quantity! >= basketLimits.quantityMin &&
    Array.isArray(line.modifierList) &&
    line.modifierList.every(
      (modifier) => hasTexts(modifier, ['_id', 'name', 'modifierListId']) && Number.isFinite(modifier.price),
    )
  );
}

export function modePathOf(orderingMode: OrderingMode): ModePath {
  return orderingMode.toLowerCase() as ModePath;
}

export function orderingModeOf(mode: ModePath): OrderingMode {
  return orderingModes.find((orderingMode) => modePathOf(orderingMode) === mode)!;
}

/** How many portions are in the basket. */
export function portionsIn({ items }: Pick<StoredBasket, 'items'>): number {
  return items.reduce((sum, line) => sum + line.quantity, 0);
}

/** Whether one more line fits. */
export function hasRoom(basket: StoredBasket): boolean {
  return basket.items.length < basketLimits.basketLinesMax;
}

/**
 * Adds a line. It joins an equal one only where that cannot change the price: options that are charged once per line must not
 * become free because two lines meet.
 */
export function addLine(basket: StoredBasket, line: BasketLine, chargeOptions: ChargeOptions): StoredBasket {
  const isFree = line.modifierList.length === 0 || chargeOptions === 'each';
  const same = isFree ? basket.items.find((other) => isSameChoice(other, line)) : undefined;
  if (same === undefined) return { ...basket, items: [...basket.items, line] };
  return setQuantity(basket, same.id, same.quantity + line.quantity);
}

function isSameChoice(one: BasketLine, other: BasketLine): boolean {
  const choice = (line: BasketLine) =>
    [
      line._id,
      line.price,
      line.note,
      ...line.modifierList.map(({ _id, modifierListId }) => `${modifierListId} ${_id}`).sort(),
    ].join();
  return choice(one) === choice(other);
}

/** Below 1 the line goes (order-operations 5). */
export function setQuantity(basket: StoredBasket, lineId: string, quantity: number): StoredBasket {
  const bounded = Math.min(quantity, basketLimits.quantityMax);
  return {
    ...basket,
    items: basket.items.flatMap((line) => {
      if (line.id !== lineId) return line;
      return bounded < basketLimits.quantityMin ? [] : { ...line, quantity: bounded };
    }),
  };
}
