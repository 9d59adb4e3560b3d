/** The fixed lists of the documents, spelt as there (core-setup 3; order-operations 5). */
export const outletBands = ['1 outlet', '2 - 5 outlets', '6 - 10 outlets', '10+ outlets'] as const;
export const referralSources = [
  'Google',
  'Instagram',
  'Other restaurant',
  'Facebook',
  'Friend',
  'Radio',
  'Other',
] as const;

/** What the platform says of a restaurant. A new one takes orders at once; a cancelled one takes none. */
export const restaurantStatuses = ['new', 'approved', 'cancelled'] as const;
export type RestaurantStatus = (typeof restaurantStatuses)[number];

export const modes = ['delivery', 'pickup', 'dine-in'] as const;
export type Mode = (typeof modes)[number];

/** As sent and stored; the screens show them as they are. */
export const paymentMethods = [
  'cash on delivery',
  'card on delivery',
  'cash on pickup',
  'card on pickup',
  // Not in the documents, which say nothing of contactless dining (decision 23).
  'cash at table',
  'card at table',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Where a guest came from, as the history is filtered by it. The second is spelt as in the document; both spellings are found. */
export const channels = ['Facebook', 'WhattsApp', 'Google', 'Others'] as const;
export type Channel = (typeof channels)[number];

/** What the fields of the history's search say while they filter nothing (order-operations 5). */
export const historyNoFilter = {
  outlet: 'Outlet',
  status: 'Status',
  channel: 'Channel',
  type: 'Type',
  paymentMethod: 'Payment method',
} as const;
export type HistoryFilter = keyof typeof historyNoFilter;

/** What the history can be sorted by: its columns. */
export const historySorts = [
  'createdAt',
  'id',
  'customer',
  'phone',
  'outlet',
  'type',
  'paymentMethod',
  'status',
  'total',
  'platform',
] as const;
export type HistorySort = (typeof historySorts)[number];

/** How soon orders were accepted, by minutes: from the first, below the second. */
export const acceptSpans = {
  'under-1': [0, 1],
  '1-3': [1, 3],
  '3-5': [3, 5],
  '5-10': [5, 10],
  'over-10': [10, null],
} as const;
export type AcceptSpan = keyof typeof acceptSpans;

/** How ready orders were against their promise, by minutes after it: from the first, below the second. The first two are in time. */
export const readySpans = {
  early: [null, -5],
  'on-time': [-5, 1],
  'late-5': [1, 5],
  'late-10': [5, 10],
  'late-more': [10, null],
} as const;
export type ReadySpan = keyof typeof readySpans;

/** The names of such spans, in their order. */
export const spanNames = <Name extends string>(spans: Record<Name, unknown>) => Object.keys(spans) as [Name, ...Name[]];

/** How an order ended that was cancelled: before somebody accepted it, or after. */
export const endings = ['rejected', 'cancelled'] as const;
export type Ending = (typeof endings)[number];

/** The tables of the reports, as they are exported. */
export const reportTables = [
  'days',
  'hours',
  'outlets',
  'types',
  'payments',
  'channels',
  'tax',
  'items',
  'options',
  'acceptance',
  'readiness',
  'endings',
] as const;
export type ReportTable = (typeof reportTables)[number];

/** What a guest calls a place that things are brought to. */
export const addressNames = ['Home', 'Office', 'Other'] as const;
export type AddressName = (typeof addressNames)[number];

/** Languages that texts of a menu can be given in (decision 32). */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The 14 of Regulation (EU) 1169/2011, Annex II, in its order. */
export const allergens = [
  'gluten',
  'crustaceans',
  'egg',
  'fish',
  'peanuts',
  'soy',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;
export type Allergen = (typeof allergens)[number];

export const diets = ['vegetarian', 'vegan', 'halal', 'kosher', 'gluten-free', 'lactose-free'] as const;
export type Diet = (typeof diets)[number];

export const itemTypes = ['item', 'modifier'] as const;
export type ItemType = (typeof itemTypes)[number];

/** `cloudprnt`: a Star printer, which asks by itself. `escpos`: any other, by a bridge that asks for it in the same way. */
export const printerKinds = ['cloudprnt', 'escpos'] as const;
export type PrinterKind = (typeof printerKinds)[number];

/** Characters in a line: paper of 58 mm has 32, of 80 mm 42 or 48. */
export const ticketWidths = [32, 42, 48] as const;
export type TicketWidth = (typeof ticketWidths)[number];

/** When a ticket is printed by itself: as soon as the order comes, once somebody has accepted it, or never. */
export const printMoments = ['arrival', 'acceptance', 'hand'] as const;
export type PrintMoment = (typeof printMoments)[number];

/** What the printer said of itself when it asked last. */
export const printerConditions = ['ok', 'paper_low', 'paper_out', 'paper_jam', 'cover_open', 'error'] as const;
export type PrinterCondition = (typeof printerConditions)[number];

/** The sound of a device: `locked` until somebody has touched the page, as browsers demand. */
export const deviceSounds = ['on', 'off', 'locked'] as const;
export type DeviceSound = (typeof deviceSounds)[number];

/**
 * How a device is. The first three ring for a new order: `slow` reads the list every few seconds, `background` is another tab or
 * program in front. `muted` rings once an order climbs, `locked` cannot, and of the last two nothing is to be expected.
 */
export const deviceStates = ['ready', 'slow', 'background', 'muted', 'locked', 'silent', 'closed'] as const;
export type DeviceState = (typeof deviceStates)[number];

/** How far an order has climbed that nobody accepts: all devices ring, the mail is out, the call is made. */
export const escalations = ['devices', 'mail', 'call'] as const;
export type Escalation = (typeof escalations)[number];

/** What a server can do where a restaurant does not react: have it called, or send a text message. */
export const callKinds = ['call', 'message'] as const;
export type CallKind = (typeof callKinds)[number];

/** How long a pause is. `until-resumed` switches the mode off, as the switches do. */
export const pauseLengths = ['15-minutes', '30-minutes', '60-minutes', 'next-opening', 'until-resumed'] as const;
export type PauseLength = (typeof pauseLengths)[number];

/** The hours are those of the server's clock, the end of the day and the next opening those of each outlet. */
export const soldOutLengths = ['1-hour', '4-hours', 'end-of-day', 'next-opening', 'until-changed'] as const;
export type SoldOutLength = (typeof soldOutLengths)[number];
