/** Closed lists of values from the specification, in its spelling. */
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

/** The platform's verdict on a restaurant. A new one takes orders at once; a cancelled one takes none. */
export const restaurantStatuses = ['new', 'approved', 'cancelled'] as const;
export type RestaurantStatus = (typeof restaurantStatuses)[number];

/**
 * How far the own domain of a restaurant is: its records are waited for; they were seen, and the certificate is waited for; the
 * site is served there; something that was there is missing.
 */
export const domainStates = ['waiting', 'seen', 'ready', 'failing'] as const;
export type DomainState = (typeof domainStates)[number];

/** The reasons why a site is not at its own domain: those of records first, then those of certificate and server. */
export const domainProblems = [
  'no_answer',
  'not_found',
  'proof_missing',
  'elsewhere',
  'ipv6_elsewhere',
  'taken',
  'certificate',
  'authority',
  'unreachable',
  'other_server',
] as const;
export type DomainProblem = (typeof domainProblems)[number];

/**
 * Messages that restaurants send at the platform's cost: codes that guests sign in with, mails and calls about waiting orders,
 * invitations of staff, texts and mails about cancelled orders, and about orders otherwise.
 */
export const budgetKinds = [
  'guest_code',
  'alert_mail',
  'alert_call',
  'invitation',
  'cancelled_text',
  'cancelled_mail',
  'order_text',
  'order_mail',
] as const;
export type BudgetKind = (typeof budgetKinds)[number];

/** The kinds of account: people of restaurants, and those who run the installation. */
export const userTypes = ['merchant', 'admin'] as const;

/** The roles in a restaurant, from the one that may do everything. */
export const roles = ['owner', 'manager', 'staff'] as const;
export type Role = (typeof roles)[number];

/** Whether a modifier is charged once per order line, or for each portion of it. */
export const chargeOptions = ['once', 'each'] as const;
export type ChargeOptions = (typeof chargeOptions)[number];

export const modes = ['delivery', 'pickup', 'dine-in'] as const;
export type Mode = (typeof modes)[number];

/** How an order is paid, whatever its mode. */
export const payments = ['cash', 'card', 'online'] as const;
export type Payment = (typeof payments)[number];

/** The values on the wire and on screens alike; the database has `payments`. */
export const paymentMethods = [
  'cash on delivery',
  'card on delivery',
  'cash on pickup',
  'card on pickup',
  // An addition to the specification, which has no payments for dine-in.
  'cash at table',
  'card at table',
  // Paid with a gateway before the kitchen hears of the order; offered where a restaurant has connected one.
  'online on delivery',
  'online on pickup',
  'online at table',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The gateways that a restaurant can connect. */
export const gatewayKinds = ['stripe', 'tap'] as const;
export type GatewayKind = (typeof gatewayKinds)[number];

/**
 * `begun`: the guest is at the gateway, and dishes are kept. `authorised`: the money is held, and the order is placed.
 * `captured`: the money is the restaurant's, all or part of which may have been refunded. `released`: it was not taken.
 * `lapsed`: nobody paid in time.
 */
export const paymentStates = ['begun', 'authorised', 'captured', 'released', 'lapsed'] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * Trouble with the money of an order that the kitchen has accepted. `money_gone`: the gateway no longer holds it, and it was never
 * taken. `disputed`: the guest's bank asks for it back.
 */
export const paymentProblems = ['money_gone', 'disputed'] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** Movements of money, each a row of the ledger. `fee` is what the gateway keeps of it. */
export const movementKinds = ['authorised', 'captured', 'released', 'refunded', 'fee'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** How far a transfer of a gateway to the bank is. */
export const payoutStates = ['on_its_way', 'arrived', 'failed'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** The parts of such a transfer: `other` are disputes, corrections, and money that has nothing to do with orders. */
export const payoutKinds = ['captured', 'refunded', 'other'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

/**
 * The channel that brought a guest, a filter of the order history. 'WhattsApp' is the specification's spelling; the
 * filter accepts both.
 */
export const channels = ['Facebook', 'WhattsApp', 'Google', 'Others'] as const;
export type Channel = (typeof channels)[number];

/** Places where a restaurant puts the link to its site, told by `?from=` in it. An order of another link has no source. */
export const orderSources = ['Facebook', 'Instagram', 'WhatsApp', 'Google', 'TikTok', 'Flyer'] as const;
export type OrderSource = (typeof orderSources)[number];
/** The place that a word names, in any case and in the specification's spelling as well; null for any other word. */
export function orderSourceOf(word: string): OrderSource | null {
  const name = word.trim().toLowerCase().replace('whattsapp', 'whatsapp');
  return orderSources.find((source) => source.toLowerCase() === name) ?? null;
}
/** The `platform` of an order that staff entered for a guest on the telephone. */
export const phonePlatform = 'Phone';

/** The placeholder value of each history filter, which filters nothing. */
export const historyNoFilter = {
  outlet: 'Outlet',
  status: 'Status',
  channel: 'Channel',
  type: 'Type',
  paymentMethod: 'Payment method',
} as const;
export type HistoryFilter = keyof typeof historyNoFilter;

/** The columns that the history can be sorted by. */
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

/** The columns that the list of guests can be sorted by. */
export const guestSorts = ['name', 'phone', 'orders', 'spend', 'lastVisit', 'consent'] as const;
export type GuestSort = (typeof guestSorts)[number];

/** The kinds of offers, and the sums that they take something off. */
export const offerKinds = ['percent', 'amount', 'free_item', 'buy_get', 'free_delivery'] as const;
export const offerTargets = ['basket', 'delivery'] as const;
export type OfferTarget = (typeof offerTargets)[number];

/** The ways in which stamps come onto a card, or go. */
export const stampMovementKinds = ['earned', 'used', 'returned', 'taken_back', 'expired', 'granted'] as const;

/** Notes of the restaurant's people about a guest. */
export const noteKinds = ['allergy', 'note'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** The places in which guests agree to hear of offers. */
export const consentSources = ['account', 'checkout'] as const;
export type ConsentSource = (typeof consentSources)[number];

/** Time until acceptance, in minutes: at least the first number, below the second. */
export const acceptSpans = {
  'under-1': [0, 1],
  '1-3': [1, 3],
  '3-5': [3, 5],
  '5-10': [5, 10],
  'over-10': [10, null],
} as const;
export type AcceptSpan = keyof typeof acceptSpans;

/**
 * Minutes from the promised time until ready: at least the first number, below the second. Negative is early; the first
 * two spans count as in time.
 */
export const readySpans = {
  early: [null, -5],
  'on-time': [-5, 1],
  'late-5': [1, 5],
  'late-10': [5, 10],
  'late-more': [10, null],
} as const;
export type ReadySpan = keyof typeof readySpans;

/** The names of the spans, in their order. */
export const spanNames = <Name extends string>(spans: Record<Name, unknown>) => Object.keys(spans) as [Name, ...Name[]];

/** A cancelled order was rejected if nobody had accepted it before. */
export const endings = ['rejected', 'cancelled'] as const;
export type Ending = (typeof endings)[number];

/** The figures of the report of payments: money that came in, without tips, the tips, and what went back or was kept by the gateway. */
export const moneyKinds = ['cash', 'card', 'online', 'tips', 'refunds', 'fees'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** The tables of the reports that can be exported. */
export const reportTables = [
  'days',
  'hours',
  'outlets',
  'types',
  'payments',
  'channels',
  'tax',
  'money',
  'items',
  'options',
  'acceptance',
  'readiness',
  'endings',
] as const;
export type ReportTable = (typeof reportTables)[number];

/** The names a guest can give an address. */
export const addressNames = ['Home', 'Office', 'Other'] as const;

/** Languages that the texts of a menu can be translated into. */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The 14 allergens of Regulation (EU) 1169/2011, Annex II, in its order. */
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

/**
 * `cloudprnt` is a Star printer, which polls the server by itself; `epson` is an Epson printer, which does by Server Direct Print.
 * `escpos` is any other printer, behind a bridge that polls as a Star printer does.
 */
export const printerKinds = ['cloudprnt', 'epson', 'escpos'] as const;
export type PrinterKind = (typeof printerKinds)[number];

/** Characters per line: 58 mm paper has 32, 80 mm paper 42 or 48. */
export const ticketWidths = [32, 42, 48] as const;
export type TicketWidth = (typeof ticketWidths)[number];

/** The moment a ticket prints automatically: when the order arrives, when it is accepted, or only by hand. */
export const printMoments = ['arrival', 'acceptance', 'hand'] as const;
export type PrintMoment = (typeof printMoments)[number];

/** The condition that the printer reported with its last poll. */
export const printerConditions = ['ok', 'paper_low', 'paper_out', 'paper_jam', 'cover_open', 'error'] as const;
export type PrinterCondition = (typeof printerConditions)[number];

/** The sound of a device. `locked` means that nobody has touched the page yet, which browsers require before sound. */
export const deviceSounds = ['on', 'off', 'locked'] as const;

/**
 * The state of a device. The first three ring for a new order: `slow` polls the list every few seconds, `background` is
 * behind another tab or program. `muted` rings only for an escalated order, `locked` cannot ring, and the last two are
 * not heard from.
 */
export const deviceStates = ['ready', 'slow', 'background', 'muted', 'locked', 'silent', 'closed'] as const;
export type DeviceState = (typeof deviceStates)[number];

/** The escalation of an order that nobody accepts: all devices ring, the mail is sent, the voice call is made. */
export const escalations = ['devices', 'mail', 'call'] as const;
export type Escalation = (typeof escalations)[number];

/** The ways this server can alert a restaurant that does not react: a voice call or a text message. */
export const callKinds = ['call', 'message'] as const;
export type CallKind = (typeof callKinds)[number];

/** The length of a pause. `until-resumed` switches the mode off, as its switch does. */
export const pauseLengths = ['15-minutes', '30-minutes', '60-minutes', 'next-opening', 'until-resumed'] as const;
export type PauseLength = (typeof pauseLengths)[number];

/** The minutes by which a busy kitchen makes its promises longer, and for how long; the end of the day is the outlet's own. */
export const busySteps = [10, 20, 30] as const;
export type BusyStep = (typeof busySteps)[number];
export const busyLengths = ['30-minutes', '1-hour', '2-hours', 'end-of-day'] as const;
export type BusyLength = (typeof busyLengths)[number];

/** Hours run on the server's clock; the end of the day and the next opening are the outlet's own. */
export const soldOutLengths = ['1-hour', '4-hours', 'end-of-day', 'next-opening', 'until-changed'] as const;
export type SoldOutLength = (typeof soldOutLengths)[number];

/** The reasons for which guests at a table ask somebody to come. */
export const serviceRequestKinds = ['waiter', 'bill'] as const;
