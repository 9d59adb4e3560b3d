/** Error sentences in Arabic: every refusal that a guest's call can be given has one, or this does not compile. */
import type { api } from '#contract/base/api.ts';
import { CallError } from '#contract/base/client.ts';
import type { CallerKind } from '#contract/base/endpoint.ts';
import type { ErrorCode } from '#contract/base/errors.ts';
import { isolate } from './isolate.ts';
import { pluralIn } from './plural-forms.ts';

type Calls = typeof api;
type GuestKind = Extract<CallerKind, 'site' | 'customer' | 'registration'>;
type ErrorsOf<Call extends keyof Calls> = Calls[Call]['errors'][number];
/**
 * Error codes of the calls that guests sign in with, and of those that only they can make; then those that any call
 * may be refused with.
 */
type GuestErrorCode =
  | ErrorsOf<'POST /auth/sent-otp' | 'POST /auth/verify-otp'>
  | {
      [Call in keyof Calls]: Extract<Calls[Call]['callers'][number], GuestKind> extends never ? never : ErrorsOf<Call>;
    }[keyof Calls]
  | 'request.invalid'
  | 'request.not_found'
  | 'request.timed_out'
  | 'rate.limited'
  | 'server.error'
  | 'server.unavailable'
  | 'auth.required'
  | 'auth.forbidden';

type Details = Readonly<Record<string, unknown>>;

const word = (value: unknown, instead: string) =>
  typeof value === 'string' && value !== '' ? isolate(value) : instead;
const counted = pluralIn('ar');
const seconds = (value: unknown) =>
  typeof value === 'number'
    ? `بعد ${counted(value, { one: 'ثانية واحدة', two: 'ثانيتين', few: '# ثوانٍ', other: '# ثانية' })}`
    : 'بعد قليل';
const minutes = (value: unknown) =>
  typeof value === 'number'
    ? `بعد ${counted(value, { one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', other: '# دقيقة' })}`
    : 'بعد قليل';
const outlet = ({ outlet: name }: Details) => word(name, 'هذا الفرع');
const item = ({ item: name }: Details) => word(name, 'هذا الصنف');

const sentences: Record<GuestErrorCode, string | ((details: Details) => string)> = {
  'request.invalid': 'بعض القيم غير صحيحة.',
  'request.not_found': 'لم نجد ما طلبته.',
  'request.timed_out': 'استغرق الطلب وقتًا طويلًا. حاول مرة أخرى.',
  'rate.limited': (details) => `محاولات كثيرة. حاول مرة أخرى ${seconds(details['seconds'])}.`,
  'server.error': 'حدث خطأ من جهتنا. لم يُحفظ شيء.',
  'server.unavailable': 'الطلبات متوقفة للحظات. لم يُفقد شيء: حاول مرة أخرى بعد ثوانٍ.',
  'auth.required': 'يلزم تسجيل الدخول.',
  'auth.forbidden': 'حسابك لا يسمح بذلك.',

  'auth.invalid_phone': 'رقم الهاتف هذا غير صحيح.',
  'code.too_soon': (details) => `يمكنك طلب رمز جديد ${seconds(details['seconds'])}.`,
  'code.too_many': (details) => `طُلبت رموز كثيرة. حاول مرة أخرى ${minutes(details['minutes'])}.`,
  'code.country_not_served': 'لا يرسل هذا المطعم رموزًا إلى أرقام تلك الدولة.',
  'code.restaurant_not_open': 'لم يفتح هذا المطعم بعد.',
  'code.not_sent': 'تعذر إرسال الرمز. حاول مرة أخرى بعد لحظات.',
  'code.wrong': 'هذا الرمز غير صحيح. تحقق من الأرقام وحاول مرة أخرى.',
  'code.expired': 'انتهت صلاحية الرمز. اطلب رمزًا جديدًا.',
  'code.proof_required': 'أكّد رقمك برمز أولًا.',
  'push.not_served': 'لا يستطيع هذا الخادم إرسال إشعارات إلى هذا المتصفح.',
  'customer.order_live': 'لديك طلب قيد التنفيذ. احذف بياناتك بعد اكتماله.',

  'order.not_found': 'لم نجد هذا الطلب.',
  'order.outlet_not_found': 'لم نجد هذا الفرع.',
  'order.outlet_inactive': (details) => `لا يستقبل ${outlet(details)} الطلبات الآن.`,
  'order.mode_not_available': (details) =>
    details['mode'] === 'pickup'
      ? 'عذرًا، الاستلام غير متاح في هذا الفرع. يُرجى اختيار التوصيل.'
      : 'عذرًا، التوصيل غير متاح في هذا الفرع. يُرجى اختيار الاستلام.',
  'order.dine_in_not_available': (details) =>
    `لا يستقبل ${outlet(details)} الطلبات على الطاولة الآن. اطلب من أحد العاملين هنا.`,
  'order.table_invalid': 'لم يعد رمز هذه الطاولة صالحًا. امسح الرمز الموجود على طاولتك، أو اطلب المساعدة.',
  'table.code_invalid': 'لم يعد رمز هذه الطاولة صالحًا. امسح الرمز الموجود على طاولتك، أو اطلب المساعدة.',
  'order.outlet_closed': (details) => `${outlet(details)} مغلق الآن.`,
  'order.not_today': (details) => `يستقبل ${outlet(details)} الطلبات ليوم غد فقط. اختر وقتًا.`,
  'order.slot_gone': 'لم يعد هذا الوقت متاحًا. اختر وقتًا آخر.',
  'order.time_full': 'لا يستطيع المطبخ تحضير طلبك في ذلك الوقت. اختر وقتًا آخر.',
  'order.not_attended': (details) => `لا يتابع ${outlet(details)} الطلبات حاليًا. حاول بعد دقائق، أو اتصل به.`,
  'order.too_many_open': (details) => `على ${outlet(details)} أن ينظر في طلباتك السابقة أولًا. انتظر قليلًا، أو اتصل به.`,
  'order.already_accepted': 'قبل المطعم طلبك من قبل. اتصل بالمطعم إن لم تستطع استلامه.',
  'order.change_not_found': 'لا يوجد تعديل كهذا لهذا الطلب.',
  'order.change_over': 'انتهى هذا السؤال. يظهر طلبك كما هو الآن.',
  'order.change_paid_at_table': 'يُدفع ثمن هذا الطلب على الطاولة الآن، أو دُفع.',
  'order.change_with_courier': 'يحصّل المندوب ثمن طلبك عند الباب. لا يمكن أن يتغيّر الإجمالي ما دام الطلب معه.',
  'order.payment_not_available': 'لا يقبل هذا الفرع طريقة الدفع هذه. اختر طريقة أخرى.',
  'geocoding.search_failed': 'لا يستجيب البحث عن العناوين الآن. حاول بعد قليل.',
  'order.pin_needed': 'حدّد موقع عنوانك على الخريطة، أو أدخل رمزه البريدي.',
  'order.area_not_served': 'لا يوصل هذا الفرع إلى تلك المنطقة.',
  'order.address_required': 'أخبرنا أين نوصل الطلب: الطابق والعنوان.',
  'order.below_minimum': 'لم يبلغ الطلب الحد الأدنى للتوصيل إلى هذه المنطقة.',
  'order.item_gone': 'أحد الأطباق لم يعد في القائمة.',
  'order.item_unavailable': (details) => `${item(details)} غير متوفر في هذا الفرع الآن.`,
  'order.menu_over': (details) => `${item(details)} لا يُقدَّم في هذا الوقت.`,
  'order.sold_out': (details) => `نفدت كمية ${item(details)}.`,
  'order.options_invalid': (details) => `اختر خيارات ${item(details)} من جديد.`,
  'order.tip_not_taken': 'لا يقبل المطعم إكرامية مع هذا الطلب. أزل الإكرامية.',
  'order.tip_too_large': ({ most }) =>
    typeof most === 'string' ? `الحد الأقصى للإكرامية ${most}.` : 'الإكرامية أكبر من الحد الأقصى.',
  'order.table_basket_sent': 'أرسل أحد الجالسين معك طلب طاولتكم للتو.',
  'order.table_basket_changed': 'غيّر أحد الجالسين معك السلة للتو. راجعها ثم أرسل الطلب.',
  'table.session_over': 'انتهت السلة المشتركة لهذه الطاولة. امسح الرمز الموجود على الطاولة للمشاركة من جديد.',
  'table.phone_needed': 'سجّل الدخول برقم هاتفك لإرسال هذا الطلب.',
  'table.lines_not_open': 'دفع أحد على طاولتك بعض هذه الأصناف أو يدفعها الآن. راجع الفاتورة مرة أخرى.',
  'table.full': 'يشارك سلة هذه الطاولة أكبر عدد ممكن من الهواتف.',
  'table.not_your_lines': 'لا يزيل هذه الأطباق إلا الهاتف الذي اختارها. اطلب ذلك من الضيف أو من النادل.',
  'table.basket_full': 'امتلأت سلة الطاولة. أرسل الطلب ثم تابع.',
  'order.price_changed': 'تغيّر السعر. تحقق منه وأرسل الطلب مرة أخرى.',
  'order.key_reused': ({ orderName }) =>
    `أُرسل الطلب رقم ${String(orderName)} من هذه السلة. ما فيها الآن سيكون طلبًا آخر.`,
  'order.line_not_found': 'لا يوجد صنف كهذا في الطلب.',
  'problem.not_over': 'يمكنك الإبلاغ عن مشكلة بعد انتهاء الطلب. حتى ذلك الحين اتصل بالمطعم.',
  'problem.too_late': ({ hours }) => `يمكنك الإبلاغ عن مشكلة خلال ${String(hours)} ساعة من انتهاء الطلب. اتصل بالمطعم.`,
  'problem.answered': 'ردّ المطعم من قبل. اقرأ رده أو اتصل به.',
  'problem.too_many_reports': 'هذه بلاغات كثيرة ليوم واحد. اتصل بالمطعم.',
  'image.type_not_supported': 'نوع الصورة غير مدعوم. اختر صورة JPEG أو PNG.',
  'image.too_large': 'الصورة كبيرة جدًا. اختر صورة أصغر.',
  'image.unreadable': 'تعذّرت قراءة الصورة. اختر صورة أخرى.',
  'image.too_much_work': 'تعذّرت معالجة الصورة الآن. اختر صورة أصغر.',
  'payment.gateway_unavailable': 'الدفع عبر الإنترنت لا يعمل الآن. لم يُخصم شيء: حاول مرة أخرى أو ادفع بطريقة أخرى.',
  'payment.amount_not_possible': 'لا يمكن دفع هذا المبلغ عبر الإنترنت. اختر طريقة دفع أخرى.',
};

/** The sentence of a code that a guest can be given; of any other, that something went wrong. */
export function sentenceOf(code: ErrorCode, details: Details): string {
  const sentence = (sentences as Partial<Record<ErrorCode, (typeof sentences)[GuestErrorCode]>>)[code];
  if (sentence === undefined) return String(sentences['server.error']);
  return typeof sentence === 'string' ? sentence : sentence(details);
}

export function failureInArabic(error: unknown): string {
  const answer = error instanceof CallError ? error.answer : null;
  if (answer !== null) return sentenceOf(answer.code, answer.details ?? {});
  const isOurs = error instanceof CallError && error.status >= 500;
  return isOurs ? sentenceOf('server.error', {}) : 'لا يوجد اتصال بالإنترنت. حاول مرة أخرى.';
}
