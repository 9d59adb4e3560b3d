/** The words in Arabic of the screens and drawers that are loaded when they are opened, in the order of en-later.ts. */
import { failureInArabic, sentenceOf } from './ar-errors.ts';
import { countedIn } from './counted.ts';
import { isolated } from './isolated.ts';
import type { LaterWords } from './words.ts';

const counted = countedIn('ar');

/** The ones that Order Manager offers; a reason that was typed is shown as it is. */
const reasons: Partial<Record<string, string>> = {
  'Item unavailable': 'أحد الأصناف غير متوفر',
  'Too busy': 'المطعم مشغول جدًا',
  'Closing early': 'يغلق المطعم مبكرًا اليوم',
  Other: 'سبب آخر',
};

export const arLater: LaterWords = {
  yourOrderIs: (orderNumber, text) => `الطلب رقم ${orderNumber}: ${text}`,
  track: 'تتبع',
  statuses: {
    New: 'تم إرسال طلبك',
    Confirmed: 'طلبك قيد التحضير',
    Ready: 'يمكنك الآن استلام طلبك',
    Completed: 'تم استلام طلبك',
  },
  deliveryStatuses: { Ready: 'طلبك في الطريق إليك', Completed: 'تم توصيل طلبك' },
  unknownStep: 'خطوة غير معروفة',
  cancelled: (reason) =>
    reason === '' ? 'أُلغي هذا الطلب.' : `أُلغي هذا الطلب: ${reasons[reason] ?? isolated(reason)}.`,

  free: 'مجاني',
  remove: 'إزالة',
  edit: 'تعديل',
  removed: (name) => `تمت إزالة ${isolated(name)}`,
  undo: 'تراجع',
  subtotal: 'المجموع الفرعي',
  vat: (rate) => `ضريبة القيمة المضافة (${rate}%)`,
  vatIncluded: (rate) => `يشمل ضريبة القيمة المضافة (${rate}%)`,
  deliveryFee: 'رسوم التوصيل',
  total: 'الإجمالي',
  totalsLater: 'تُضاف الضريبة ورسوم التوصيل بعد أن تحدد وجهة الطلب.',
  lineSoldOut: 'نفدت الكمية. أزل هذا الصنف للمتابعة.',
  lineOptions: 'تغيّرت بعض الخيارات. اخترها من جديد.',
  lineLeft: (left) =>
    counted(left, {
      zero: 'لم يتبقَّ شيء',
      one: 'بقيت حصة واحدة فقط',
      two: 'بقيت حصتان فقط',
      few: 'بقيت # حصص فقط',
      other: 'بقيت # حصة فقط',
    }),
  okay: 'حسنًا',

  greeting: (name) => (name === '' ? 'مرحبًا' : `مرحبًا ${isolated(name)}`),
  logOut: 'تسجيل الخروج',
  myOrders: 'طلباتي',
  noOrders: 'لم تطلب من هنا بعد',
  orderAgain: 'اطلب مجددًا',
  showOrder: 'التفاصيل',
  myData: 'بياناتي',
  myDataHint: 'ما يحتفظ به هذا المطعم عنك: رقمك واسمك وبريدك الإلكتروني وطلباتك.',
  downloadData: 'تنزيل بياناتي',
  eraseMe: 'حذف حسابي',
  eraseSure: 'سيُحذف اسمك ورقمك وبريدك الإلكتروني وعناوينك نهائيًا. تبقى الطلبات في السجلات من دونها.',
  keepAccount: 'الإبقاء على حسابي',
  erased: () => 'حُذفت بياناتك',

  addressRequired: 'أخبرنا أين نوصل الطلب: الطابق والعنوان.',

  added: (name) => `أُضيف ${isolated(name)} إلى سلتك`,

  addMoreDishes: 'أضف أطباقًا أخرى',
  specialInstructions: 'تعليمات خاصة',
  specialInstructionsHint: 'أضف ملاحظة أو أي تعليمات.',
  addMore: (amount) => `أضف ${amount} ليصبح التوصيل متاحًا`,
  reviewOrder: 'مراجعة الطلب',
  pricesChanged: 'تغيّرت بعض الأسعار منذ اختيارك.',
  fixLines: 'بعض الأطباق تحتاج إلى انتباهك.',
  notWatched: 'يبدو أن المطعم لا يتابع طلباته الآن. قد يستغرق الأمر وقتًا أطول من المعتاد.',

  yourOrder: 'طلبك',
  place: ({ floor, location }) => `${isolated(floor)}، ${isolated(location)}`,
  deliveryTo: (place) => `التوصيل إلى ${isolated(place)}`,
  pickupFrom: (outlet) => `الاستلام من ${isolated(outlet)}`,
  readyIn: (minutes) => `يكون جاهزًا خلال ${inMinutes(minutes)} تقريبًا`,
  arrivesIn: (minutes) => `يصلك خلال ${inMinutes(minutes)} تقريبًا`,
  change: 'تغيير',
  addAddress: 'أضف عنوانك',
  payment: 'الدفع',
  payments: {
    'cash on delivery': 'نقدًا عند التوصيل',
    'card on delivery': 'بالبطاقة عند التوصيل',
    'cash at table': 'نقدًا على الطاولة',
    'card at table': 'بالبطاقة على الطاولة',
    'cash on pickup': 'نقدًا عند الاستلام',
    'card on pickup': 'بالبطاقة عند الاستلام',
  },
  choosePayment: 'اختر طريقة الدفع',
  placeOrder: 'إرسال الطلب',
  placing: 'جارٍ إرسال طلبك',
  backToBasket: 'العودة إلى السلة',
  priceChangedTitle: 'تغيّر السعر',
  priceChangedText: (seen, now) => `كان الإجمالي ${seen} وأصبح الآن ${now}.`,
  placeAt: (total) => `إرسال الطلب بسعر ${total}`,

  deliveryAddress: 'عنوان التوصيل',
  savedAddress: 'العناوين المحفوظة',
  noAddress: 'لا توجد عناوين محفوظة بعد.',
  deleteAddress: 'حذف العنوان',
  addressDeleted: 'حُذف العنوان',
  addNewAddress: 'إضافة عنوان جديد',
  setDeliveryAddress: 'حدد عنوان التوصيل',
  searchAreas: 'ابحث عن منطقتك',
  noArea: (words) => `لا نوصل إلى «${isolated(words)}» بعد`,
  confirmLocation: 'تأكيد الموقع',
  chooseAreaFirst: 'اختر منطقتك أولًا.',
  createAddress: 'إنشاء عنوان',
  fullAddress: 'العنوان الكامل',
  floor: 'رقم الشقة أو الفيلا أو الطابق',
  floorHint: 'مثلًا: برج المرسى، شقة 1204',
  instructions: 'تعليمات التوصيل',
  instructionsHint: 'مثلًا: يُرجى عدم قرع الجرس',
  addressName: 'اسم العنوان',
  addressNames: { Home: 'المنزل', Office: 'العمل', Other: 'غير ذلك' },
  saveAddress: 'حفظ العنوان',
  floorMissing: 'ما زال مطلوبًا: رقم الشقة أو الفيلا أو الطابق',

  phoneTitle: 'الدخول أو التسجيل',
  mobileNumber: 'رقم الهاتف المتحرك لهذا الطلب',
  countryCode: 'الدولة',
  searchCountry: 'ابحث بالاسم أو الرمز',
  noCountry: (words) => `لا توجد دولة تطابق «${isolated(words)}»`,
  phoneHint: 'نرسل إليك رمزًا من 5 أرقام في رسالة نصية. بلا كلمة مرور.',
  phoneInvalid: 'رقم الهاتف هذا غير صحيح.',
  sendCode: 'إرسال الرمز',
  codeTitle: 'أدخل الرمز',
  codeSentTo: 'أدخل الرمز المُرسل إلى',
  codeLabel: 'الرمز الوارد في الرسالة النصية',
  codeDigit: (position, length) => `الرقم ${position} من ${length}`,
  resendIn: (time) => `إعادة إرسال الرمز خلال ${time}`,
  resend: 'إعادة إرسال الرمز',
  codeResent: 'رمز جديد في طريقه إليك.',
  checking: 'جارٍ التحقق من الرمز',
  registerTitle: 'تشرفنا بك',
  registerHint: 'أخبرنا باسم صاحب الطلب.',
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  continue: 'متابعة',

  thanks: 'شكرًا',
  orderSent: 'تم إرسال طلبك',
  orderNumber: (orderNumber) => `الطلب رقم ${orderNumber}`,
  trackOrder: 'تتبع الطلب',

  trackTitle: 'تتبع طلبك',
  refreshStatus: 'تحديث الحالة',
  acceptBy: (time) => `يرد المطعم قبل الساعة ${time}، وإلا أُلغي الطلب من دون أي تكلفة.`,
  readyBy: (time) => `يكون جاهزًا نحو الساعة ${time}`,
  withYouBy: (time) => `يصلك نحو الساعة ${time}`,
  updated: (time) => `آخر تحديث ${time}`,
  call: 'اتصال',
  connectionLost: 'لا يوجد اتصال. قد لا يكون ما تراه محدّثًا.',
  logInToTrack: 'سجّل الدخول لترى طلبك.',

  failure: failureInArabic,
  refusal: ({ code }) => sentenceOf(code, {}),
  fieldRefused: (field) => (field === 'email' ? 'عنوان البريد الإلكتروني هذا غير صحيح.' : 'تحقق من هذه القيمة.'),
};

function inMinutes(count: number): string {
  return counted(count, { one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', other: '# دقيقة' });
}
