/** The demo's restaurants: branding, addresses and hours of their outlets. */
import { type DemoMode, type DemoOutlet, type DemoRestaurant, everyDay, roundTheClock } from './open-restaurant.ts';
import type { DemoPictures } from './pictures/draw.ts';

type Brand = DemoPictures['brand'];

export const alNoor = (brand: Brand): DemoRestaurant => ({
  name: 'Al Noor Kitchen',
  nameArabic: 'مطبخ النور',
  slug: 'demo',
  country: 'AE',
  outletBand: '2 - 5 outlets',
  informer: 'Friend',
  chargeOptions: 'once',
  accent: '#C2410C',
  logo: brand.alNoorLogo,
  cover: brand.alNoorCover,
});

const usual: DemoMode = {
  accepts: true,
  preparationMinutes: 20,
  deliveryMinutes: 45,
  takesCash: true,
  takesCard: true,
  hours: roundTheClock,
};

/** Lunch and dinner; Friday without a break; Thursday to Saturday until three in the morning. */
const townHours = everyDay(
  [
    ['12:00', '16:00'],
    ['18:00', '01:00'],
  ],
  {
    Thursday: [
      ['12:00', '16:00'],
      ['18:00', '03:00'],
    ],
    Friday: [['13:00', '03:00']],
    Saturday: [['12:00', '03:00']],
  },
);

/** Marina takes all orders at any hour. Downtown's delivery is paused, and its hours have breaks. */
export const alNoorOutlets = (brand: Brand): DemoOutlet[] => [
  {
    name: 'Dubai Marina',
    nameArabic: 'دبي مارينا',
    image: brand.marina,
    timeZone: 'Asia/Dubai',
    email: 'marina@alnoor.example',
    phone: '+97144321000',
    taxRateBasisPoints: 500,
    taxInclusive: false,
    takesNextDate: true,
    location: 'Marina Walk, Al Marsa Street',
    locationArabic: 'مارينا ووك، شارع المرسى',
    area: 'Dubai Marina',
    areaArabic: 'دبي مارينا',
    latitude: 25.0772,
    longitude: 55.1393,
    delivery: usual,
    pickup: { ...usual, preparationMinutes: 15 },
    areas: [
      { name: 'Dubai Marina', nameArabic: 'دبي مارينا', minimum: 40, fee: 5 },
      { name: 'Jumeirah Beach Residence', nameArabic: 'جميرا بيتش ريزيدنس', minimum: 50, fee: 8 },
      { name: 'Bluewaters Island', nameArabic: 'جزيرة بلوواترز', minimum: 75, fee: 12.5 },
    ],
  },
  {
    name: 'Downtown',
    nameArabic: 'وسط المدينة',
    image: brand.downtown,
    timeZone: 'Asia/Dubai',
    email: 'downtown@alnoor.example',
    phone: '+97144325000',
    taxRateBasisPoints: 500,
    taxInclusive: false,
    takesNextDate: false,
    location: 'Sheikh Mohammed bin Rashid Boulevard',
    locationArabic: 'بوليفارد الشيخ محمد بن راشد',
    area: 'Downtown Dubai',
    areaArabic: 'وسط مدينة دبي',
    latitude: 25.1948,
    longitude: 55.2744,
    delivery: { ...usual, accepts: false, hours: townHours },
    pickup: { ...usual, preparationMinutes: 25, takesCash: false, hours: townHours },
    areas: [{ name: 'Downtown Dubai', nameArabic: 'وسط مدينة دبي', minimum: 60, fee: 0 }],
  },
];

/** A restaurant whose prices are in its options, so options are charged for each portion; prices contain the tax. */
export const millers = (brand: Brand): DemoRestaurant => ({
  name: "Miller's Cafe",
  slug: 'millers-cafe',
  country: 'GB',
  outletBand: '1 outlet',
  informer: 'Google',
  chargeOptions: 'each',
  accent: '#14532D',
  logo: brand.millersLogo,
  cover: brand.millersCover,
});

export const millersOutlet: DemoOutlet = {
  name: 'High Street',
  timeZone: 'Europe/London',
  email: 'hello@millers.example',
  phone: '+441134960000',
  taxRateBasisPoints: 2000,
  taxInclusive: true,
  takesNextDate: true,
  location: '12 High Street',
  area: 'Town centre',
  latitude: 53.7997,
  longitude: -1.5492,
  delivery: { ...usual, deliveryMinutes: 50 },
  pickup: usual,
  areas: [
    { name: 'Town centre', minimum: 12, fee: 1.5 },
    { name: 'North side', minimum: 15, fee: 2.5 },
    { name: 'Villages', minimum: 25, fee: 4 },
  ],
};
