/**
 * Limits that both sides need, defined once: the schemas, the forms' `maxLength` and the database columns all read them
 * here. Lengths of text are in code points (R76).
 */
import { basketLimits } from '../ordering/basket-limits.ts';

export const limits = {
  ...basketLimits,
  /** Lengths of text. */
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
  gatewayKey: 250,
  payoutId: 100,
  paymentReference: 100,
  /** The issuer of the invoices. The tax number has 15 digits in the United Arab Emirates. */
  legalName: 200,
  taxNumber: 40,
  /** Addresses saved per guest and restaurant. One more replaces the least recently used. */
  addressesPerGuest: 10,
  sku: 64,
  passwordMin: 8,
  passwordMax: 128,

  /** Prices and baskets (R37). Prices are in major units of the currency, as on the wire. */
  maxPrice: 1_000_000_000,
  /** How often one modifier may be chosen for a dish. */
  timesPerModifierMax: 10,
  stockMax: 1_000_000,
  /** Default threshold for low stock, in portions; an item can have its own. */
  lowStock: 5,

  /** Entities that one call on a menu may name (R75). */
  categoriesPerMenuMax: 1000,
  itemsPerCategoryMax: 1000,
  modifiersPerListMax: 200,
  itemsPerListMax: 1000,
  /** Items and modifiers that a restaurant has in all its menus. */
  itemsMax: 3000,
  modifiersMax: 5000,
  itemsChangedMax: 10_000,
  itemsBodyBytes: 2 * 1024 * 1024,
  /** Entities named in an error that blocks a change. */
  namesListedMax: 5,
  priceChangePercentMin: -100,
  priceChangePercentMax: 1000,
  /** Lists of a dish below one another, the one that is always asked among them. */
  nestedListsDeep: 3,
  listsPerItemMax: 50,
  /** Dishes that are suggested beside one. */
  goesWithMax: 6,
  outletsNamedMax: 500,
  caloriesMax: 100_000,

  /**
   * Orders of one guest that wait for acceptance at an outlet: at a table a party sends its rounds before the kitchen has
   * seen the first. Orders that wait for their time count for the day alone: so many in 24 hours until one was completed.
   */
  openOrdersMax: 3,
  openOrdersAtTableMax: 10,
  ordersPerDayUnproven: 10,

  /** Menu import from a file: size accepted, problems reported, and time during which it can be undone. */
  importBytes: 5 * 1024 * 1024,
  importRows: 5000,
  importColumns: 64,
  /** Largest file of an export; in JSON a list is written with each item that has it. */
  exportBytes: 16 * 1024 * 1024,
  importProblemsListedMax: 200,
  importsStoredMax: 20,
  importUndoDays: 30,

  /** Outlets, their parts, and how far ahead a special day can lie. */
  outletsMax: 200,
  areasPerOutletMax: 500,
  /** Delivery areas with a shape, the parts of one shape, its width in degrees, and its metres from the kitchen. */
  zonesPerOutletMax: 50,
  zoneRingsMax: 10,
  /** Points of a shape, those of its holes included, and of all zones of an outlet. */
  zonePointsMax: 300,
  outletZonePointsMax: 5000,
  zonePostcodesMax: 500,
  postcode: 12,
  zoneDegreesMax: 5,
  zoneMetresMax: 100_000,
  /** A file of zones: 5,000 points with all their decimals, and 500 postcodes for each of 50 zones. */
  zonesBodyBytes: 1024 * 1024,
  feeTiersMax: 10,
  specialDaysPerOutletMax: 100,
  diningAreasMax: 50,
  tablesPerOutletMax: 500,
  /** Tables that one call may add. */
  tablesAddedMax: 200,
  tableName: 40,
  tableCode: 40,
  serviceRequestsPerTenMinutes: 6,
  guestName: 40,
  specialDayAheadDays: 730,
  modeMinutesMax: 1440,
  /** Geocoder searches per restaurant. */
  placeSearchesPerMinute: 30,
  /** Geocoder searches by all guests of a restaurant. */
  guestSearchesPerMinute: 120,

  /** Tax rate in percent, with at most two decimals. */
  taxRateMin: 0,
  taxRateMax: 100,
  taxRateDecimals: 2,

  /** Preparation and delivery times. */
  defaultPreparationMinutes: 15,
  defaultDeliveryMinutes: 40,
  periodsPerDayMax: 3,
  timeStepMinutes: 5,
  trialDays: 30,
  undoSeconds: 15,
  promiseMinutesMax: 240,
  /** Minutes that a cancelled order stays on the kitchen's board unless somebody takes note of it. */
  stoppedShownMinutes: 10,
  /** Make-minutes for a portion. */
  makeMinutesMax: 240,
  makeMinutesPerQuarterMax: 1000,

  /** Phone codes (R12 to R15). */
  codeLength: 5,
  codeValidSeconds: 300,
  codeTries: 3,
  codeResendSeconds: 30,
  codesPerTenMinutes: 3,
  codesPerDay: 5,
  wrongCodesPerDay: 10,
  registrationValidSeconds: 600,

  /** Codes that prove the number or the address of alerts. */
  contactCodeLength: 6,
  contactCodeMinutes: 10,
  contactCodesPerDay: 5,
  contactCodesPerRestaurantDay: 20,

  /** Phone codes sent (R16), per hour unless the name says otherwise. */
  codesPerClientAddressHour: 5,
  codesPerClientAddressDay: 20,
  /** Added for each `confirmedForMore` numbers that confirmed a code at the address today: the phones of a dining room. */
  codesMorePerConfirmed: 10,
  confirmedForMore: 5,
  codesPerClientAddressHourMax: 300,
  /** Where the call has the code of a table: as many as phones share its basket. */
  codesPerTableHour: 20,
  codesPerTableDay: 80,
  /** An address has these at least where the call has the code of a table: guests of a dining room share it. */
  codesPerDiningRoomHour: 40,
  codesPerDiningRoomDay: 160,
  codesPerPrefixHour: 20,
  codePrefixDigits: 7,
  /** Half of it is for numbers that have ordered before. */
  codesPerRestaurantHour: 400,
  /** The highest budget of one kind of message that an owner or an admin can set. */
  codesPerDayMax: 20_000,

  /** Staff and invitations. */
  staffMax: 200,
  invitationValidDays: 7,

  /** Confirming an email: mails of an account, the first and those after a correction included. */
  verificationValidHours: 24,
  verificationMailsPerHour: 4,
  verificationMailsPerDay: 12,

  /** Password recovery (R5). */
  resetValidSeconds: 1800,
  resetMailsPerHour: 3,
  resetsPerClientAddressHour: 20,

  /** Second factor: lifetime of a challenge, and tries per challenge. */
  challengeSeconds: 600,
  /** Lifetime of the token with which an admin sets the first second factor up. */
  factorTokenSeconds: 86_400,
  /** Duration of an admin's support access to a restaurant. */
  supportSeconds: 3600,
  challengeTries: 5,
  recoveryCodes: 10,

  /** Passkeys of an account, lifetime of a challenge for one, and characters of a value that a browser sends of one. */
  passkeysMax: 10,
  passkeyChallengeSeconds: 300,
  passkeyName: 60,
  passkeyValue: 8192,

  /**
   * Company sign-in: characters of issuer, client id and secret, of a domain, of keys of our own and of what the provider adds to an
   * address; domains; lifetimes of a begun sign-in, of a mailed link, and of a session that the provider gives nothing to check with.
   */
  companyValue: 500,
  companyDomain: 253,
  companyKey: 100,
  companyCode: 4000,
  companyDomains: 20,
  companySignInSeconds: 600,
  companyLinkSeconds: 1800,
  companyUncheckedSeconds: 3600,
  /** A session is checked so often, and ends when the provider has confirmed it for so long not. */
  companyCheckSeconds: 30,
  companyPatienceHours: 4,
  /** Where the company is required, a PIN opens shared tablets for so long after the company has confirmed its person. */
  companyPinDays: 7,

  /** Shared tablets: consecutive wrong PINs, and the longest delay before one locks itself. */
  pinTries: 5,
  lockMinutesMax: 240,
  lockMinutesDefault: 5,

  /** Printing: lifetime of a waiting ticket, send attempts, and time a printer may be busy with one ticket. */
  printersMax: 100,
  hiddenCategoriesMax: 1000,
  printJobHours: 24,
  printTries: 5,
  printLeaseSeconds: 30,

  /**
   * Ringing devices: heartbeat interval, silence after which a device counts as silent (browsers slow the timers of a
   * hidden page to one a minute), and how long it stays listed.
   */
  heartbeatSeconds: 10,
  deviceSilentSeconds: 30,
  hiddenDeviceSilentSeconds: 90,
  deviceListedHours: 12,
  devicesMax: 100,
  deviceName: 40,

  /** Devices that are reached by push: those of one person, and characters of the address at the push service. */
  pushDevicesPerPersonMax: 10,
  pushEndpoint: 1000,

  /** Escalation of an order that nobody accepts, in minutes since it was placed. */
  escalationDevicesMinutes: 1,
  escalationMailMinutes: 3,
  escalationCallMinutes: 5,
  escalationRejectMinutes: 10,
  escalationMinutesMax: 120,

  /** Minutes for which a guest is asked about a change, unless the outlet has set others. */
  changeAnswerMinutes: 10,
  changesPerOrderMax: 20,

  /** A problem with an order: its sentence and that of its answer; reports and changes of a guest in a day; days of a voucher. */
  problemNote: 500,
  problemReportsPerDay: 20,
  voucherDaysMax: 365,

  /** Slugs that one restaurant can use over time; each stays reserved for it. */
  slugsPerRestaurantMax: 20,
  /** Characters of a domain (RFC 1035). */
  domain: 253,
  /** A basket, and a sign-in, that go to the own domain of a site. */
  handOverBytes: 64 * 1024,

  /** Days until a closed restaurant is erased, and days that the slugs of an erased one stay reserved. */
  reopenDays: 30,
  slugRetiredDays: 730,

  /** Requests (R66, R75, R80). */
  jsonBodyBytes: 64 * 1024,
  /** The largest basket: 50 lines with 20 options, each named twice, from 20 lists, and notes of letters of 4 bytes, are 208 KiB. */
  orderBodyBytes: 256 * 1024,
  jsonDepth: 10,
  jsonKeys: 200,
  listDefault: 50,
  listMax: 200,
  idempotencyKeyMax: 255,

  /** Longest silence of a stream, so that a screen notices a dead connection within 10 s (R60, R61). */
  streamHeartbeatSeconds: 5,

  /** Images (R62 to R64). */
  imageTypes: ['image/jpeg', 'image/png'],
  imageBytes: 5 * 1024 * 1024,
  imagePixels: 25_000_000,
  imageSide: 8000,
  imagePreviewPixels: 150,
  /** Pictures per restaurant (R66); bytes summed over all sizes. */
  picturesMax: 2000,
  pictureBytesMax: 500 * 1024 * 1024,

  /** Screens. */
  pageSizes: [5, 10, 25],
  pageSizeDefault: 5,
  orderHistoryPageSize: 10,
  /** Orders on the history page that shows all. */
  historyAllMax: 1000,
  guestListPageSize: 10,
  /** Guests on the page of the list that shows all. */
  guestsAllMax: 1000,
  /** Orders on the page of a guest. */
  guestOrdersShown: 20,
  /** Length of a note about a guest, and notes about one. */
  /** Offers of a restaurant, the length of a code, the dishes and categories that one names, and its uses. */
  offersMax: 100,
  offerCode: 30,
  offerTargetsMax: 200,
  offerPortionsMax: 20,
  offerUsesMax: 1_000_000,
  /** Stamps of a full card, months for which they are good, stamps that a person gives or takes at once, the length of the reason. */
  stampsNeededMax: 50,
  stampMonthsMax: 36,
  stampsCorrectedMax: 50,
  stampReason: 200,
  /** Newest movements of a card on the page of its guest. */
  stampMovementsShown: 50,
  guestNote: 500,
  notesPerGuest: 50,
  /** Days in one report: a leap year. */
  reportDaysMax: 366,
  mobileBreakpointPixels: 600,
  drawerWidthPixels: 240,
} as const;
