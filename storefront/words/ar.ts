/**
 * The words of the guest's site in Arabic that the page comes with, in the order of en.ts. What somebody else has written (a dish,
 * an outlet) is isolated, so that its own direction moves nothing around it. Digits are Latin, as UAE restaurants write them.
 */
import { pluralIn } from './plural-forms.ts';
import { isolate } from './isolate.ts';
import type { FirstWords } from './words.ts';

const counted = pluralIn('ar');

const modes = { delivery: 'التوصيل', pickup: 'الاستلام من الفرع', 'dine-in': 'الطلب داخل المطعم' };

export const ar: FirstWords = {
  orderTypes: { Delivery: 'توصيل', Pickup: 'استلام', 'Dine-in': 'داخل المطعم' },
  table: (name) => `طاولة ${isolate(name)}`,
  scanCode: 'امسح الرمز الموجود على طاولتك لتطلب.',
  orderType: 'نوع الطلب',
  logIn: 'الدخول / التسجيل',
  account: 'حسابك',
  close: 'إغلاق',
  back: 'رجوع',
  skipToMenu: 'تخطَّ إلى القائمة',

  selectAddress: 'اختر عنوان التوصيل',
  selectOutlet: 'اختر فرعًا للاستلام',
  deliveryTerms: (fee, minimum) =>
    minimum === null ? fee : `${fee}\u00a0· الحد\u00a0الأدنى\u00a0للطلب\u00a0${minimum}`,
  deliveryFor: (fee) => `التوصيل\u00a0${fee}`,
  deliveryFeeFree: 'توصيل مجاني',
  minutes: (from, to) => `${from} إلى ${counted(to, { few: '# دقائق', other: '# دقيقة' })}`,
  openUntil: (time) => `مفتوح حتى ${time}`,
  openAlways: 'مفتوح',
  closed: (reason) => (reason === null ? 'مغلق' : `مغلق: ${isolate(reason)}`),
  closedOpensAt: (closed, when) => `${closed}. يفتح ${when}`,
  opensAgain: (when) => `استقبال الطلبات متوقف مؤقتًا، ويعود ${when}`,
  today: (time) => `الساعة ${time}`,
  tomorrow: (time) => `غدًا الساعة ${time}`,
  onDay: (day, time) => `يوم ${day} الساعة ${time}`,
  // Within the isolate, so that the preposition joins the name.
  zoneNote: (name) => `(${isolate(`ب${name}`)})`,
  modeNotAvailable: (mode, otherMode) =>
    `عذرًا، خدمة ${modes[mode]} غير متاحة في هذا الفرع. يُرجى التغيير إلى ${modes[otherMode]}.`,
  testMode: 'وضع الاختبار: لا تُخصم أي أموال',
  notTakingOrders: 'هذا الفرع لا يستقبل الطلبات الآن',
  hoursNotSet: 'لم يحدد هذا الفرع مواعيد عمله بعد',

  searchMenu: 'ابحث في القائمة',
  menuCategories: 'فئات القائمة',
  emptyMenu: 'القائمة قيد الإعداد. عد إلينا قريبًا.',
  soldOut: 'نفدت الكمية',
  from: (price) => `من ${price}`,
  popular: 'الأكثر طلبًا',
  addDish: (name) => `أضف ${isolate(name)}`,
  removeDish: (name) => `أزل ${isolate(name)}`,
  added: (name, count, total) => `أُضيف ${isolate(name)}، ${count}، ${total}`,
  removed: (name) => `تمت إزالة ${isolate(name)}`,
  undo: 'تراجع',
  inBasket: (count) => `في سلتك: ${count}`,

  viewBasket: 'عرض السلة',
  toGo: (amount) => `${amount} لبلوغ الحد الأدنى`,
  itemCount: (count) =>
    counted(count, {
      zero: 'لا أصناف',
      one: 'صنف واحد',
      two: 'صنفان',
      few: '# أصناف',
      many: '# صنفًا',
      other: '# صنف',
    }),
  basket: 'السلة',
  emptyBasket: 'سلتك فارغة',
  emptyBasketHint: 'اختر ما يعجبك من القائمة وستجده هنا.',
  backToMenu: 'العودة إلى القائمة',

  increase: 'زيادة',
  decrease: 'إنقاص',
  basketFull: 'السلة ممتلئة. أرسل هذا الطلب أولًا.',

  noOutlets: 'لا يوجد فرع يستقبل الطلبات بعد.',

  comma: '، ',
  list: (parts) => parts.map(isolate).join('، '),
  loading: 'جارٍ التحميل',
  tryAgain: 'حاول مرة أخرى',
  notFoundTitle: 'غير موجود',
  notFound: 'لم نجد هذه الصفحة',
  notFoundHint: 'ربما تغيّر العنوان، أو لم يعد الطبق في القائمة.',
  offline: 'لا يوجد اتصال بالإنترنت. يمكنك قراءة القائمة، أما الطلب فيحتاج إلى اتصال.',
  crashed: 'حدث خطأ في هذه الصفحة.',
};
