/** The words in Arabic of a problem that a guest reports with an order. */
import { isolate } from './isolate.ts';
import type { LazyWords } from './words.ts';

export const arProblem: LazyWords['problem'] = {
  entry: 'هل من مشكلة؟',
  title: 'هل من مشكلة؟',
  what: 'ما المشكلة؟',
  kinds: {
    missing: 'هناك صنف ناقص',
    wrong: 'وصلني صنف خاطئ',
    spoiled: 'الطعام بارد أو فاسد',
    late: 'وصل متأخرًا',
    other: 'أمر آخر',
  },
  which: 'أي الأصناف؟',
  whichHint: 'لا تحدد شيئًا إن كانت المشكلة في الطلب كله.',
  portions: (dish) => `عدد حصص ${isolate(dish)}`,
  portionsOf: (count, all) => `${count} من ${all}`,
  more: 'أخبرنا بالمزيد',
  photo: 'صورة',
  photoKept: 'صورتك مرفقة بالبلاغ.',
  removePhoto: 'إزالة الصورة',
  wish: 'ماذا تود؟',
  wishes: {
    refund: 'استعادة المبلغ',
    voucher: 'قسيمة لطلبي القادم',
    none: 'لا شيء، أردت إخباركم فقط',
  },
  chooseKind: 'اختر المشكلة.',
  send: 'إرسال إلى المطعم',
  sent: 'وصل بلاغك إلى المطعم.',
  heading: 'بلاغك',
  wholeOrder: 'بشأن الطلب كله',
  waiting: 'سيقرؤه المطعم ويرد هنا.',
  change: 'تعديل البلاغ',
  answered: 'رد المطعم',
  goesBack: (amount) => `يعود إليك ${isolate(amount)} بالطريقة التي دفعت بها. قد يحتاج مصرفك أيامًا قليلة لإظهاره.`,
  byHand: (amount) => `يُعاد إليك ${isolate(amount)} يدًا بيد.`,
  voucher: (amount, day) => `خصم ${isolate(amount)} من طلب واحد حتى ${isolate(day)}. اكتب هذا الرمز عند إتمام الطلب:`,
};
