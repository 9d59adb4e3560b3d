/** The words in Arabic of menus that are not sold always and everywhere. */
import { isolate } from './isolate.ts';
import type { LazyWords } from './words.ts';

export const arSale: LazyWords['sale'] = {
  period: (from, to) => `من ${from} إلى ${to}`,
  allDay: 'طوال اليوم',
  never: 'لا تُقدَّم',
  daysTo: (first, last) => `${first} حتى ${last}`,
  onDays: (days, hours) => `${days} ${hours}`,
  modes: { delivery: 'للتوصيل', pickup: 'للاستلام', 'dine-in': 'داخل المطعم' },
  at: (outlets) => `في ${isolate(outlets)}`,
  only: (where) => `${where} فقط`,
  of: (menu, when) => `${isolate(menu)}: ${when}`,
  notNow: 'غير متاح الآن',
  lineNotNow: (sales) => `غير متاح الآن. ${sales}.`,
};
