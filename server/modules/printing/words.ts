/** The words of tickets, in the restaurant's language. */
import type { Language, Mode, PaymentMethod } from '#contract/base/enumerations.ts';
import type { TaxName } from '#contract/base/tax-name.ts';
import {
  arabicCancelReasons,
  type CancelReasonWords,
  englishCancelReasons,
} from '#contract/ordering/cancel-reasons.ts';

export interface TicketWords {
  language: Language;
  /** For `Intl`; digits are Latin in every language. */
  locale: string;
  isRightToLeft: boolean;
  /** The order's id is 36 characters long. */
  order: (id: string) => string;
  testOrder: string;
  cancelled: string;
  restored: string;
  changed: string;
  doNotCook: string;
  reprint: (number: number) => string;
  /** The other lines of the order are made at another station. */
  part: (lines: number, all: number) => string;
  mode: Record<Mode, string>;
  table: (name: string) => string;
  forGuest: string;
  doorBy: (time: string) => string;
  readyBy: (time: string) => string;
  forTime: (time: string) => string;
  reason: (reason: string) => string;
  reasons: CancelReasonWords;
  deletedGuest: string;
  placed: (time: string) => string;
  note: string;
  contains: (allergens: readonly string[]) => string;
  subtotal: string;
  deliveryFee: string;
  tip: string;
  taxNames: Record<TaxName, string>;
  tax: (name: string, rate: number) => string;
  taxIncluded: (name: string, rate: number) => string;
  total: string;
  payment: Record<PaymentMethod, string>;
  testPage: string;
  testRuler: (width: number) => string;
  testGood: string;
}

/** Dishes of the test page, the same in every language: it shows which letters the printer gets. */
export const testDishes = { western: 'Crème brûlée', arabic: 'شاورما دجاج' };

const startsWithDigit = /^\d/;

export const wordsIn: Record<Language, TicketWords> = {
  en: {
    language: 'en',
    locale: 'en',
    isRightToLeft: false,
    order: (id) => `Order ${id}`,
    testOrder: '*** TEST ***',
    cancelled: 'CANCELLED',
    restored: 'NOT CANCELLED: COOK IT',
    changed: 'CHANGED ORDER',
    doNotCook: 'Do not cook this any more.',
    reprint: (number) => `REPRINT ${number}`,
    part: (lines, all) => `${lines} of ${all} lines; the others are made elsewhere`,
    mode: { delivery: 'DELIVERY', pickup: 'PICKUP', 'dine-in': 'DINE-IN' },
    table: (name) => (startsWithDigit.test(name) ? `Table ${name}` : name),
    forGuest: 'For',
    doorBy: (time) => `At the door by ${time}`,
    readyBy: (time) => `Ready by ${time}`,
    forTime: (time) => `FOR ${time}`,
    reason: (reason) => `Reason: ${reason}`,
    reasons: englishCancelReasons,
    deletedGuest: 'Deleted guest',
    placed: (time) => `Placed ${time}`,
    note: 'Note:',
    contains: (allergens) => `Contains: ${allergens.join(', ')}`,
    subtotal: 'Subtotal',
    deliveryFee: 'Delivery fee',
    tip: 'Tip',
    taxNames: {
      VAT: 'VAT',
      GST: 'GST',
      'Sales tax': 'Sales tax',
      'Consumption tax': 'Consumption tax',
      SST: 'SST',
    },
    tax: (name, rate) => `${name} ${rate}%`,
    taxIncluded: (name, rate) => `${name} ${rate}%, included`,
    total: 'TOTAL',
    payment: {
      'cash on delivery': 'Cash on delivery',
      'card on delivery': 'Card on delivery',
      'cash on pickup': 'Cash on pickup',
      'card on pickup': 'Card on pickup',
      'cash at table': 'Cash at the table',
      'card at table': 'Card at the table',
      'online on delivery': 'Paid online',
      'online on pickup': 'Paid online',
      'online at table': 'Paid online',
    },
    testPage: 'TEST PAGE',
    testRuler: (width) => `${width} characters, in one line:`,
    testGood: 'If you can read all of this, the printer is ready.',
  },
  ar: {
    language: 'ar',
    locale: 'ar-AE-u-nu-latn',
    isRightToLeft: true,
    order: (id) => id,
    testOrder: '*** تجربة ***',
    cancelled: 'ملغى',
    restored: 'لم يُلغَ: حضّره',
    changed: 'طلب معدَّل',
    doNotCook: 'لا تحضّر هذا الطلب.',
    reprint: (number) => `إعادة طباعة ${number}`,
    part: (lines, all) => `الأصناف: ${lines} من ${all}؛ الباقي يُحضَّر في مكان آخر`,
    mode: { delivery: 'توصيل', pickup: 'استلام', 'dine-in': 'داخل المطعم' },
    table: (name) => (startsWithDigit.test(name) ? `طاولة ${name}` : name),
    forGuest: 'لـ',
    doorBy: (time) => `عند الباب ${time}`,
    readyBy: (time) => `جاهز ${time}`,
    forTime: (time) => `مجدول ${time}`,
    reason: (reason) => `السبب: ${reason}`,
    reasons: arabicCancelReasons,
    deletedGuest: 'ضيف محذوف',
    placed: (time) => `وقت الطلب ${time}`,
    note: 'ملاحظة:',
    contains: (allergens) => `يحتوي على: ${allergens.join('، ')}`,
    subtotal: 'المجموع الفرعي',
    deliveryFee: 'رسوم التوصيل',
    tip: 'إكرامية',
    taxNames: {
      VAT: 'ضريبة القيمة المضافة',
      GST: 'ضريبة السلع والخدمات',
      'Sales tax': 'ضريبة المبيعات',
      'Consumption tax': 'ضريبة الاستهلاك',
      SST: 'ضريبة المبيعات والخدمات',
    },
    tax: (name, rate) => `${name} ${rate}%`,
    taxIncluded: (name, rate) => `منها ${name} ${rate}%`,
    total: 'المجموع',
    payment: {
      'cash on delivery': 'نقدًا عند التوصيل',
      'card on delivery': 'بالبطاقة عند التوصيل',
      'cash on pickup': 'نقدًا عند الاستلام',
      'card on pickup': 'بالبطاقة عند الاستلام',
      'cash at table': 'نقدًا على الطاولة',
      'card at table': 'بالبطاقة على الطاولة',
      'online on delivery': 'مدفوع عبر الإنترنت',
      'online on pickup': 'مدفوع عبر الإنترنت',
      'online at table': 'مدفوع عبر الإنترنت',
    },
    testPage: 'صفحة تجربة',
    testRuler: (width) => `${width} حرفًا في سطر واحد:`,
    testGood: 'إن أمكنك قراءة كل ما هنا فالطابعة جاهزة.',
  },
};
