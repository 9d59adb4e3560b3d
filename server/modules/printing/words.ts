import type { Mode, PaymentMethod } from '#contract/base/enumerations.ts';

/** The words of a ticket, in the one language that every printer can write. */
export const words = {
  locale: 'en',
  order: 'Order',
  testOrder: '*** TEST ***',
  cancelled: 'CANCELLED',
  restored: 'NOT CANCELLED: COOK IT',
  doNotCook: 'Do not cook this any more.',
  reprint: (number: number) => `REPRINT ${number}`,
  mode: { delivery: 'DELIVERY', pickup: 'PICKUP', 'dine-in': 'DINE-IN' } satisfies Record<Mode, string>,
  table: (name: string) => (/^\d/.test(name) ? `Table ${name}` : name),
  forGuest: 'For',
  readyBy: (time: string) => `Ready by ${time}`,
  forTime: (time: string) => `FOR ${time}`,
  reason: (reason: string) => `Reason: ${reason}`,
  placed: (time: string) => `Placed ${time}`,
  note: 'Note:',
  subtotal: 'Subtotal',
  deliveryFee: 'Delivery fee',
  tax: (rate: number) => `VAT ${rate}%`,
  taxIncluded: (rate: number) => `VAT ${rate}%, included`,
  total: 'TOTAL',
  payment: {
    'cash on delivery': 'Cash on delivery',
    'card on delivery': 'Card on delivery',
    'cash on pickup': 'Cash on pickup',
    'card on pickup': 'Card on pickup',
    'cash at table': 'Cash at the table',
    'card at table': 'Card at the table',
  } satisfies Record<PaymentMethod, string>,

  testPage: 'TEST PAGE',
  testRuler: (width: number) => `${width} characters, in one line:`,
  testItem: 'Crème brûlée',
  testArabic: 'شاورما دجاج',
  testGood: 'If you can read all of this, the printer is ready.',
};
