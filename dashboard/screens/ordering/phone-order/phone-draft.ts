/** An order on the telephone while it is typed. Pure functions. */
import type { CallInput } from '#contract/base/client.ts';
import type { CustomerId, DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import type { CustomerAddress } from '#contract/customers/customers.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { PickedDish } from '../../../components/menu/dish-picker.tsx';

type PhoneOrderBody = CallInput<'POST /order/place-phone-order'>['body'];
type PhoneQuoteBody = CallInput<'POST /order/quote-phone-order'>['body'];

export interface PhoneLine {
  key: number;
  dish: PickedDish;
  quantity: number;
}

export interface PhoneDraft {
  phone: string;
  name: string;
  /** Null: the number is not known yet. */
  customerId: CustomerId | null;
  outletId: OutletId;
  mode: 'delivery' | 'pickup';
  areaId: DeliveryAreaId | null;
  /** One that the guest has saved; null: the fields that follow. */
  saved: CustomerAddress | null;
  /** The postcode by which a zone is found; empty where none is asked for. */
  postcode: string;
  location: string;
  floor: string;
  lines: readonly PhoneLine[];
  note: string;
  payment: 'cash' | 'card';
}

export function newDraft(outlet: Outlet): PhoneDraft {
  return {
    phone: '',
    name: '',
    customerId: null,
    outletId: outlet._id,
    mode: modesOf(outlet)[0] ?? 'pickup',
    areaId: null,
    saved: null,
    postcode: '',
    location: '',
    floor: '',
    lines: [],
    note: '',
    payment: 'cash',
  };
}

/** The same order at another outlet. The area goes, and the postcode that stands for it: they are of the outlet before. */
export function atOutlet(draft: PhoneDraft, outlet: Outlet): PhoneDraft {
  const modes = modesOf(outlet);
  const mode = modes.includes(draft.mode) ? draft.mode : (modes[0] ?? draft.mode);
  return { ...draft, outletId: outlet._id, mode, areaId: null, postcode: '' };
}

/** True once something was typed or chosen that the guest would have to be asked for again. */
export function isBegun({ phone, name, postcode, location, floor, lines, note }: PhoneDraft): boolean {
  return lines.length > 0 || [phone, name, postcode, location, floor, note].some((typed) => typed.trim() !== '');
}

/** The modes in which an outlet takes orders by telephone: guests at tables have a waiter. */
export function modesOf({ modes }: Outlet): PhoneDraft['mode'][] {
  return (['pickup', 'delivery'] as const).filter((mode) =>
    modes.some((one) => one.mode === mode && one.acceptsOrders),
  );
}

/** The payments at the door that the outlet takes in the mode. */
export function paymentsOf({ modes }: Outlet, mode: PhoneDraft['mode']): PhoneDraft['payment'][] {
  const taken = modes.find((one) => one.mode === mode)?.paymentMethod;
  return [...(taken?.cashOnDelivery ? (['cash'] as const) : []), ...(taken?.cardOnDelivery ? (['card'] as const) : [])];
}

export function withPicked(lines: readonly PhoneLine[], dish: PickedDish): PhoneLine[] {
  const isSame = (line: PhoneLine) =>
    line.dish.item._id === dish.item._id && JSON.stringify(line.dish.selections) === JSON.stringify(dish.selections);
  if (lines.some(isSame)) return lines.map((line) => (isSame(line) ? { ...line, quantity: line.quantity + 1 } : line));
  return [...lines, { key: Math.max(0, ...lines.map(({ key }) => key)) + 1, dish, quantity: 1 }];
}

/** A line of no portions is gone. */
export function withQuantity(lines: readonly PhoneLine[], key: number, quantity: number): PhoneLine[] {
  return lines.map((line) => (line.key === key ? { ...line, quantity } : line)).filter((line) => line.quantity > 0);
}

/** The basket as the server prices it. */
export function quoteBody(draft: PhoneDraft): PhoneQuoteBody {
  const { outletId, mode, saved, areaId, postcode, customerId, lines } = draft;
  const items = lines.map(({ dish, quantity }) => ({ itemId: dish.item._id, selections: dish.selections, quantity }));
  if (mode === 'pickup') return { outletId, deliveryMode: mode, items, customerId };
  const place = { position: saved?.position ?? null, postcode: (saved?.postcode ?? postcode.trim()) || null };
  return { outletId, deliveryMode: mode, items, customerId, deliveryAreaId: saved?.deliveryAreaId ?? areaId, ...place };
}

/** The order, with the total that was said on the telephone. */
export function orderBody(draft: PhoneDraft, totalPrice: number): PhoneOrderBody {
  const { mode, payment, saved, location, floor, note, phone, name } = draft;
  const { customerId: _, ...basket } = quoteBody(draft);
  const { instruction, nickName } = saved ?? { instruction: '', nickName: 'Home' };
  const address =
    saved === null ? { location, floor } : { location: saved.location, floor: saved.floor, instruction, nickName };
  return {
    ...basket,
    ...(mode === 'delivery' && { address }),
    paymentMethod: `${payment} on ${mode}`,
    specialInstruction: note.trim(),
    totalPrice,
    phone,
    name: name.trim(),
  };
}

/** The fields of what only the guest can say and has not said yet. */
export function missingOf({ phone, name, mode, saved, areaId, postcode, location, floor, lines }: PhoneDraft) {
  const isAtDoor = mode === 'delivery' && saved === null;
  const isEmpty = {
    phone: phone.trim() === '',
    name: name.trim() === '',
    area: isAtDoor && areaId === null && postcode.trim() === '',
    location: isAtDoor && location.trim() === '',
    floor: isAtDoor && floor.trim() === '',
    dishes: lines.length === 0,
  };
  return (Object.keys(isEmpty) as (keyof typeof isEmpty)[]).filter((field) => isEmpty[field]);
}
