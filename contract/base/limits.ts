/**
 * Every number that both sides need, once: the schemas, the forms' `maxLength` and the database columns all read it here.
 * Lengths of text are in code points (R76). Sources: core-setup and order-operations section 9, reliability R numbers.
 */
import { basketLimits } from '../ordering/basket-limits.ts';

export const limits = {
  ...basketLimits,
  /** Texts. */
  name: 100,
  restaurantName: 100,
  slug: 60,
  slugMin: 2,
  email: 254,
  phone: 20,
  description: 2000,
  specialInstruction: 500,
  addressPart: 200,
  reason: 200,
  /** Of who issues the invoices. The number is 15 digits in the United Arab Emirates. */
  legalName: 200,
  taxNumber: 40,
  /** Saved by one guest at one restaurant; the one used longest ago makes room. */
  addressesPerGuest: 10,
  sku: 64,
  passwordMin: 8,
  passwordMax: 128,

  /** Prices and baskets (R37). A price is in major units of the currency, as on the wire. */
  maxPrice: 1_000_000_000,
  modifiersPerLineMax: 20,
  stockMax: 1_000_000,
  /** What is counted is low from here on, unless it says otherwise itself. */
  lowStock: 5,

  /** Menus (R75): how many things one call may name. */
  categoriesPerMenuMax: 1000,
  itemsPerCategoryMax: 1000,
  modifiersPerListMax: 200,
  itemsPerListMax: 1000,
  itemsChangedMax: 10_000,
  itemsBodyBytes: 1024 * 1024,
  /** How many things that are in the way of a change are named. */
  namesTold: 5,
  priceChangePercentMin: -100,
  priceChangePercentMax: 1000,
  listsPerItemMax: 50,
  outletsNamedMax: 500,
  caloriesMax: 100_000,

  /** Import of a menu from a file (features EX-01): what is read, how much of what is wrong is told, how long it can be undone. */
  importBytes: 5 * 1024 * 1024,
  importRows: 5000,
  importProblemsTold: 200,
  importsKept: 20,
  importUndoDays: 30,

  /** Outlets: how many of each there can be, and how far ahead a special day can lie. */
  outletsMax: 200,
  areasPerOutletMax: 500,
  specialDaysPerOutletMax: 100,
  diningAreasMax: 50,
  tablesPerOutletMax: 500,
  /** As many as one call adds. */
  tablesAddedMax: 200,
  tableName: 40,
  tableCode: 40,
  tableCallsPerTenMinutes: 6,
  guestName: 40,
  specialDayAheadDays: 730,
  modeMinutesMax: 1440,
  /** Of a restaurant, to the geocoder. */
  placeSearchesPerMinute: 30,

  /** Tax rate in percent, with two decimals at most (core-setup section 9). */
  taxRateMin: 0,
  taxRateMax: 100,
  taxRateDecimals: 2,

  /** Times (core-setup and order-operations section 9). */
  defaultPreparationMinutes: 15,
  defaultDeliveryMinutes: 40,
  periodsPerDayMax: 3,
  timeStepMinutes: 5,
  trialDays: 30,
  undoSeconds: 15,
  promiseMinutesMax: 240,

  /** Phone codes (decision 20, R12 to R15). */
  codeLength: 5,
  codeValidSeconds: 300,
  codeTries: 3,
  codeResendSeconds: 30,
  codesPerTenMinutes: 3,
  codesPerDay: 5,
  wrongCodesPerDay: 10,
  registrationValidSeconds: 600,

  /** Codes sent (R16), each per hour unless the name says otherwise. */
  codesPerAddressHour: 5,
  codesPerAddressDay: 20,
  codesPerPrefixHour: 20,
  codePrefixDigits: 7,
  codesPerRestaurantHour: 200,
  /** Of one restaurant, as its owner sets it. */
  codesPerDayMax: 20_000,

  /** People of a restaurant (features ST-03, ST-04). */
  staffMax: 200,
  invitationValidDays: 7,
  invitationsPerHour: 30,

  /** Recovery of a password (decision 7, R5). */
  resetValidSeconds: 1800,
  resetMailsPerHour: 3,
  resetsPerAddressHour: 20,

  /** The second factor of a sign-in: how long half a sign-in waits for its code, and how many it may try. */
  challengeSeconds: 600,
  /** How long an admin of the platform may look at a restaurant. */
  supportSeconds: 3600,
  challengeTries: 5,
  recoveryCodes: 10,

  /** Shared tablets: wrong PINs in a row, and the longest wait until one locks itself. */
  pinTries: 5,
  lockMinutesMax: 240,
  lockMinutesDefault: 5,

  /** Tickets: how long one waits for its printer, how often it is sent, and how long a printer may be busy with it. */
  printersMax: 100,
  printJobHours: 24,
  printTries: 5,
  printLeaseSeconds: 30,

  /**
   * Devices that ring: how often each says how it is, after what silence nothing is expected of it (a hidden page has its timers
   * slowed to one a minute), and for how long it is listed.
   */
  heartbeatSeconds: 10,
  deviceSilentSeconds: 30,
  hiddenDeviceSilentSeconds: 90,
  deviceListedHours: 12,
  devicesMax: 100,
  deviceName: 40,

  /** The ladder of an order that nobody accepts, in minutes since it was placed. */
  alarmDevicesMinutes: 1,
  alarmMailMinutes: 3,
  alarmCallMinutes: 5,
  alarmRejectMinutes: 10,
  alarmMinutesMax: 120,

  /** Addresses that one restaurant can have had: each is its own for ever. */
  slugsPerRestaurantMax: 20,

  /** How long a closed restaurant can be opened again, and how long nobody else gets the addresses of one that was erased. */
  closedDays: 30,
  slugRetiredDays: 730,

  /** Requests (R66, R75, R80). */
  jsonBodyBytes: 64 * 1024,
  orderBodyBytes: 32 * 1024,
  jsonDepth: 10,
  jsonKeys: 200,
  listDefault: 50,
  listMax: 200,
  idempotencyKeyMax: 255,

  /** A stream says something at least this often, so that a screen knows within 10 s that its line is dead (R60, R61). */
  streamHeartbeatSeconds: 5,

  /** Images (R62 to R64). */
  imageTypes: ['image/jpeg', 'image/png'],
  imageBytes: 5 * 1024 * 1024,
  imagePixels: 25_000_000,
  imageSide: 8000,
  imagePreviewPixels: 150,
  /** Of a restaurant (R66); bytes of all sizes together. */
  picturesMax: 2000,
  pictureBytesMax: 500 * 1024 * 1024,

  /** Screens (core-setup and order-operations section 9). */
  pageSizes: [5, 10, 25],
  pageSizeDefault: 5,
  orderHistoryPageSize: 10,
  /** Orders on the page that shows all. */
  historyAllMax: 1000,
  /** Of one report: a leap year. */
  reportDaysMax: 366,
  mobileBreakpointPixels: 600,
  drawerWidthPixels: 240,
} as const;
