/** Orders to print in tests, and a pen that needs no fonts. */
import type { ItemId, ModifierListId, OrderId, OutletId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import type { Pen, Picture } from '#server/modules/printing/draw-text.ts';

export function line(name: string, change: Partial<OrderLine> = {}): OrderLine {
  const itemId = 'item' as ItemId;
  const plain = { itemId, name, nameTranslations: {}, quantity: 1, price: 1, totalPrice: 1, note: '' };
  const untouched = { guestName: '', madeAt: null, recalledAt: null };
  return { lineNumber: 1, ...plain, ...untouched, modifierList: [], options: [], ...change };
}

export function option(name: string, nameTranslations = {}): OrderLine['options'][number] {
  const [_id, modifierListId] = [`option ${name}` as ItemId, 'list' as ModifierListId];
  return { _id, name, nameTranslations, price: 0, modifierListId, modifierListName: 'Extras' };
}

export function anOrder(change: Partial<Order> = {}): Order {
  return {
    _id: '0195b2c4-7d1e-7a3b-9c52-8f6e1d2a3b4c' as OrderId,
    orderNumber: 1042,
    orderName: '1042',
    status: 'Confirmed',
    version: 2,
    statusChangedAt: '2026-03-20T15:31:00.000Z',
    cancelReason: null,
    customerName: 'Sara Khan',
    phoneNo: '+971501234567',
    deliveryMode: 'delivery',
    paymentMethod: 'cash on delivery',
    platform: 'OrderManager',
    createdAt: '2026-03-20T15:30:00.000Z',
    outletId: 'outlet' as OutletId,
    outlet: { _id: 'outlet' as OutletId, name: 'Café Marina', timeZone: 'Asia/Dubai' },
    deliveryAreaId: null,
    areaName: 'Dubai Marina',
    tableId: null,
    tableName: null,
    tableArea: null,
    address: { location: '4 Harbour Road', floor: '12', instruction: 'Ring twice', nickName: 'Office' },
    specialInstruction: 'No cutlery\nExtra napkins',
    cart: [
      line('Large burger with everything that the kitchen has today', {
        quantity: 12,
        totalPrice: 1234.5,
        options: [option('Crème fraîche'), option('No onion')],
        note: 'Well done',
      }),
      line('Still water', { quantity: 1, totalPrice: 5.5 }),
    ],
    currency: 'AED',
    subtotal: 1240,
    taxRate: 5,
    taxInclusive: false,
    taxAmount: 62,
    deliveryFee: 5,
    discount: 0,
    offers: [],
    tip: null,
    totalPrice: 1307,
    preparationTime: 15,
    travelTime: 25,
    orderDate: null,
    firesAt: null,
    firedAt: null,
    promisedAt: '2026-03-20T15:55:00.000Z',
    isTest: false,
    printedAt: null,
    acceptBy: null,
    escalation: null,
    seenBy: null,
    seenAt: null,
    changes: [],
    history: [],
    ...change,
  };
}

/** Draws a square for each letter, and has only the given letters. */
export function aPen(letters: string): Pen & { drawn: string[] } {
  const drawn: string[] = [];
  return {
    drawn,
    missing: async (text) => new Set(Array.from(text).filter((letter) => !letters.includes(letter))),
    draw: async (text, { height }): Promise<Picture> => {
      drawn.push(text);
      const width = Array.from(text).length * height;
      return { width, height, dots: new Uint8Array(width * height).fill(1) };
    },
  };
}
