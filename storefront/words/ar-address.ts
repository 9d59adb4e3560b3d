/** The words in Arabic about finding the door of an address. */
import type { enAddress } from './en-address.ts';
import { isolate } from './isolate.ts';

export const arAddress: typeof enAddress = {
  street: 'الشارع والمبنى',
  streetHint: 'مثلًا: 12 شارع الميناء، برج المرسى. يحتاجه السائق ليصل إليك.',
  searchStreets: 'ابحث عن شارعك أو منطقتك',
  findAddress: 'ابحث عن العنوان',
  findAddressFirst: 'ابحث عن عنوانك أولًا.',
  foundPlaces: 'الأماكن الموجودة',
  nothingFound: (words) => `لم نجد شيئًا لـ«${isolate(words)}». جرّب كتابة أخرى.`,
  useMyPlace: 'استخدم موقعي',
  yourPlace: 'موقعك',
  placeUnknown: 'لا يحدد هاتفك مكانك. ابحث عن شارعك بدلًا من ذلك.',
  postcode: 'الرمز البريدي',
  checkPostcode: 'تحقق',
  notDelivered: (place) => `لا نوصل إلى ${isolate(place)}.`,
  nearestZone: (zone, distance) => `أقرب مكان نوصل إليه هو ${isolate(zone)}، على بُعد ${isolate(distance)}.`,
  distance: (metres) => (metres < 1000 ? `${metres}\u00a0م` : `${Number((metres / 1000).toFixed(1))}\u00a0كم`),
  pickUpInstead: 'استلم طلبك بنفسك',
  alsoPostcode: 'أدخل رمزك البريدي أيضًا: نحن نوصل حسب الرمز البريدي.',
  alsoPin: 'أرِنا أين أنت: استخدم موقعك أو ابحث عن شارعك.',
  zonesFailed: 'تعذّر تحميل الأماكن التي نوصل إليها.',
  map: 'الخريطة',
  pin: 'دبوس بابك. حرّكه بمفاتيح الأسهم.',
  zoomIn: 'تكبير',
  zoomOut: 'تصغير',
  mapHint: 'اضغط على الخريطة لوضع الدبوس عند بابك.',
  pinMissing: 'ما زال مطلوبًا: دبوس بابك',
  pinOutside: 'لا نوصل إلى هذا الدبوس. حرّكه أو اختر منطقة أخرى.',
};
