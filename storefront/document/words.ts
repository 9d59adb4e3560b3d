/** The words of the document around a page: for search engines, previews and browsers without script. They never reach the browser's script. */
import type { Language } from '#contract/base/enumerations.ts';

const en = {
  menuDescription: (name: string) => `${name}: see the menu and order for delivery or pickup.`,
  outletDescription: (name: string, outlet: string, location: string) =>
    `${name}, ${[outlet, location].filter(Boolean).join(', ')}: menu, opening hours and online orders.`,
  itemDescription: (item: string, name: string, price: string) => `${item} from ${name}, ${price}.`,
  contains: (allergens: string) => `Contains: ${allergens}.`,
  restaurantUnknown: 'This restaurant was not found',
  restaurantUnknownHint: 'Check the address, or ask the restaurant for its link.',
  restaurantClosed: (name: string) => `${name} is closed`,
  restaurantClosedHint: 'It takes no orders any more. What you have ordered can still be read for some time.',
  myOrders: 'My orders',
  siteUnavailable: 'Ordering is paused for a moment',
  siteUnavailableHint: 'Nothing is lost. Load this page again in a few seconds.',
  withoutScript: 'You can read the menu here. To order online, switch on JavaScript in your browser, or call us.',
  menu: 'Open the menu',
  offline: 'Menu as of {time}; you are offline.',
  closed: 'Closed',
  allDay: 'All day',
};

type Words = typeof en;

const ar: Words = {
  menuDescription: (name) => `${name}: تصفّح قائمة الطعام واطلب للتوصيل أو الاستلام.`,
  outletDescription: (name, outlet, location) =>
    `${name}، ${[outlet, location].filter(Boolean).join('، ')}: قائمة الطعام وأوقات العمل والطلب عبر الإنترنت.`,
  itemDescription: (item, name, price) => `${item} من ${name}، ${price}.`,
  contains: (allergens) => `يحتوي على: ${allergens}.`,
  restaurantUnknown: 'لم نجد هذا المطعم',
  restaurantUnknownHint: 'تحقق من العنوان، أو اطلب الرابط من المطعم.',
  restaurantClosed: (name) => `${name} مغلق`,
  restaurantClosedHint: 'لم يعد يستقبل الطلبات. يمكنك الاطلاع على طلباتك السابقة لبعض الوقت.',
  myOrders: 'طلباتي',
  siteUnavailable: 'الطلبات متوقفة للحظات',
  siteUnavailableHint: 'لم يُفقد شيء. أعد تحميل هذه الصفحة بعد ثوانٍ.',
  withoutScript: 'يمكنك قراءة قائمة الطعام هنا. للطلب عبر الإنترنت فعّل جافاسكريبت في متصفحك، أو اتصل بنا.',
  menu: 'افتح القائمة',
  offline: 'القائمة كما كانت عند {time}؛ أنت غير متصل بالإنترنت.',
  closed: 'مغلق',
  allDay: 'طوال اليوم',
};

export const documentWords: Record<Language, Words> = { en, ar };
