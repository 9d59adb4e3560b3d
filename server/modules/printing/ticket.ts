/**
 * The content of a ticket, as pieces from top to bottom (PT-01 and PT-03; independent of any printer). Pure: widths,
 * fonts and bytes come later.
 */
import { foodName, foodsOfLine } from '#contract/menu/allergens.ts';
import { addressLines } from '#contract/ordering/address-lines.ts';
import { cancelReasonText } from '#contract/ordering/cancel-reasons.ts';
import { type Currency, fromMajor, toDecimalText } from '#contract/base/money.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { taxNameIn } from '#contract/base/tax-name.ts';
import type { AppliedOffer } from '#contract/ordering/offers/offers.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { countOptions } from '#contract/ordering/count-options.ts';
import { handedOverBy, readyBy, ticketTime } from '#contract/ordering/ready-by.ts';
import { testDishes, type TicketWords, wordsIn } from './words.ts';

/** `large` is read from two metres, `tall` is for dishes. */
export type TextSize = 'normal' | 'tall' | 'large';

export type Piece =
  | { kind: 'rule' }
  | { kind: 'space' }
  | {
      kind: 'text';
      text: string;
      /** Translations, for printers that cannot write the first text. */
      others?: readonly string[];
      /** Comes before the text and is always printable: '2 x'. Further lines begin below the text. */
      mark?: string;
      /** Right-aligned beside the first line. */
      amount?: string;
      size?: TextSize;
      bold?: boolean;
      isCentred?: boolean;
      indent?: number;
    };

export interface TicketOccasion {
  /** `ticket` is for cooking; `cancelled` revokes a printed ticket. */
  kind: 'ticket' | 'cancelled';
  /** The number of tickets of this order that this printer may have printed before, of a changed one those since its change. */
  copiesBefore: number;
  /** A cancelled order that is to be cooked after all. */
  isRestored: boolean;
  /** It takes the place of a ticket of before the order was changed. */
  isChanged: boolean;
  /** Items that are made at another station, and not on this ticket. */
  elsewhere: ReadonlySet<ItemId>;
  /** The restaurant's, by its code of two letters: guests there have a name of their own for the tax. */
  country: string;
  now: Date;
}

/**
 * The pieces of an order's ticket. A slip about a cancelled order has all lines, so that the cook finds the right
 * dishes.
 */
export function ticketPieces(order: Order, occasion: TicketOccasion, words: TicketWords): Piece[] {
  const isCancelled = occasion.kind === 'cancelled' || order.status === 'Cancelled';
  const own = order.cart.filter(({ itemId }) => !occasion.elsewhere.has(itemId));
  // No dish is lost, whatever became of the categories since.
  const lines = own.length === 0 ? order.cart : own;
  const isPart = lines.length < order.cart.length;
  return [
    ...head(order, occasion, isCancelled, words),
    ...(isPart ? [partOf(lines.length, order.cart.length, words)] : []),
    { kind: 'rule' },
    ...lines.flatMap((line) => lineOf(line, order.currency, isCancelled, words)),
    { kind: 'rule' },
    ...(order.specialInstruction === '' ? [] : noteOf(order.specialInstruction, 0, words)),
    // The sums of a part would be nobody's.
    ...(isCancelled || isPart ? [] : [...sums(order, occasion.country, words), { kind: 'rule' } as const]),
    ...guest(order, words),
    { kind: 'space' },
    { kind: 'text', text: words.order(order._id), isCentred: true },
  ];
}

function partOf(lines: number, all: number, words: TicketWords): Piece {
  return { kind: 'text', text: words.part(lines, all), bold: true, isCentred: true };
}

/** Shows the printer's name and abilities: widths, sizes, Arabic, the cut. */
export function testPagePieces(
  printer: { name: string; outletName: string; width: number },
  now: string,
  words: TicketWords,
): Piece[] {
  return [
    { kind: 'text', text: words.testPage, size: 'large', bold: true, isCentred: true },
    { kind: 'text', text: printer.outletName, isCentred: true },
    { kind: 'text', text: printer.name, isCentred: true },
    { kind: 'text', text: now, isCentred: true },
    { kind: 'rule' },
    { kind: 'text', text: words.testRuler(printer.width) },
    { kind: 'text', text: '1234567890'.repeat(5).slice(0, printer.width) },
    { kind: 'text', text: testDishes.western, mark: '1 x', amount: '12.50', size: 'tall', bold: true },
    { kind: 'text', text: testDishes.arabic, mark: '2 x', amount: '25.00', size: 'tall', bold: true },
    { kind: 'rule' },
    { kind: 'text', text: words.testGood, isCentred: true },
  ];
}

function head(
  order: Order,
  { copiesBefore, isRestored, isChanged, now }: TicketOccasion,
  isCancelled: boolean,
  words: TicketWords,
): Piece[] {
  const centred = (text: string, size: TextSize, isThere = true): Piece[] =>
    isThere ? [{ kind: 'text', text, size, bold: true, isCentred: true }] : [];
  const { timeZone } = order.outlet;
  const time = (instant: Date) => ticketTime(instant, timeZone, now, words.locale);
  return [
    ...centred(order.outlet.name, 'normal'),
    ...centred(words.testOrder, 'tall', order.isTest),
    ...centred(words.cancelled, 'large', isCancelled),
    ...centred(words.restored, 'tall', isRestored && !isCancelled),
    ...centred(words.changed, 'large', isChanged && !isCancelled),
    ...centred(words.reprint(copiesBefore), 'tall', copiesBefore > 0),
    ...centred(`#${order.orderName}`, 'large'),
    ...centred(words.mode[order.deliveryMode], 'tall'),
    ...centred(words.table(order.tableName ?? ''), 'large', order.tableName !== null),
    ...centred(order.tableArea ?? '', 'tall', order.tableArea !== null),
    ...(isCancelled
      ? [{ kind: 'text', text: words.doNotCook, bold: true, isCentred: true } as const]
      : centred(words.readyBy(time(readyBy(order))), 'tall')),
    ...centred(
      words.doorBy(time(handedOverBy(readyBy(order), order.travelTime))),
      'tall',
      !isCancelled && order.travelTime > 0,
    ),
    ...(isCancelled && order.cancelReason !== null
      ? [
          {
            kind: 'text',
            text: words.reason(cancelReasonText(order.cancelReason, words.reasons)),
            isCentred: true,
          } as const,
        ]
      : []),
    ...(order.orderDate === null ? [] : centred(words.forTime(time(new Date(order.orderDate))), 'tall')),
    { kind: 'text', text: words.placed(time(new Date(order.createdAt))), isCentred: true },
  ];
}

function lineOf(line: Order['cart'][number], currency: string, isCancelled: boolean, words: TicketWords): Piece[] {
  return [
    {
      kind: 'text',
      ...namesOf(line, words),
      mark: `${line.quantity} x`,
      ...(isCancelled ? {} : { amount: amountOf(line.totalPrice, currency) }),
      size: 'tall',
      bold: true,
    },
    ...countOptions(line.options).map(({ option, times }): Piece => ({
      kind: 'text',
      ...namesOf(option, words),
      mark: option.isHalf ? '+ 1/2' : times === 1 ? '+' : `+ ${times} x`,
      // One that another option opened stands further in, below it.
      indent: optionIndent * (1 + (option.depth ?? 0)),
    })),
    ...(isCancelled ? [] : allergensOf(line, words)),
    ...(line.note === '' ? [] : noteOf(line.note, optionIndent, words)),
    ...(line.guestName === '' ? [] : [forGuest(line.guestName, words)]),
  ];
}

const optionIndent = 2;

/** An Arabic ticket has the Arabic name where there is one; an English one has names as the menu has them. */
function namesOf(
  { name, nameTranslations }: { name: string; nameTranslations: Partial<Record<string, string>> },
  { isRightToLeft }: TicketWords,
): { text: string; others: string[] } {
  const translated = isRightToLeft ? nameTranslations['ar'] : undefined;
  const others = Object.values(nameTranslations).filter((other) => other !== undefined);
  return translated === undefined ? { text: name, others } : { text: translated, others: [name, ...others] };
}

/** Allergens of the dish and its options, as kept with the order: the person who hands it over is asked. */
function allergensOf(line: Order['cart'][number], words: TicketWords): Piece[] {
  const { allergens } = foodsOfLine(line);
  if (allergens.length === 0) return [];
  const text = words.contains(allergens.map((name) => foodName(name, words.language)));
  const others = words.language === 'en' ? [] : [wordsIn.en.contains(allergens)];
  return [{ kind: 'text', text, others, indent: optionIndent }];
}

/** The name of the guest at the table. */
function forGuest(name: string, words: TicketWords): Piece {
  return { kind: 'text', text: name, mark: words.forGuest, indent: optionIndent };
}

/** The guest's own words, line by line as they were written. */
function noteOf(note: string, indent: number, words: TicketWords): Piece[] {
  return note
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text, index) => ({
      kind: 'text',
      text,
      mark: index === 0 ? words.note : '',
      bold: true,
      indent,
    }));
}

function sums(order: Order, country: string, words: TicketWords): Piece[] {
  const { currency, subtotal, taxRate, taxInclusive, taxAmount, deliveryFee, tip, totalPrice, paymentMethod } = order;
  const offersOff = (target: AppliedOffer['off']) => order.offers.filter(({ off }) => off === target);
  const taxName = words.taxNames[taxNameIn(country)];
  const sum = (text: string, amount: number): Piece => ({ kind: 'text', text, amount: amountOf(amount, currency) });
  return [
    sum(words.subtotal, subtotal),
    ...offersOff('basket').map((offer): Piece => ({ ...sum('', -offer.amount), ...namesOf(offer, words) })),
    ...(deliveryFee === null ? [] : [sum(words.deliveryFee, deliveryFee)]),
    ...offersOff('delivery').map((offer): Piece => ({ kind: 'text', ...namesOf(offer, words), indent: optionIndent })),
    ...(taxRate === 0
      ? []
      : [sum(taxInclusive ? words.taxIncluded(taxName, taxRate) : words.tax(taxName, taxRate), taxAmount)]),
    ...(tip === null ? [] : [sum(words.tip, tip)]),
    {
      kind: 'text',
      text: words.total,
      amount: `${currency} ${amountOf(totalPrice, currency)}`,
      size: 'tall',
      bold: true,
    },
    { kind: 'text', text: words.payment[paymentMethod], bold: true },
  ];
}

function guest({ customerName, phoneNo, address, areaName }: Order, words: TicketWords): Piece[] {
  return [
    { kind: 'text', text: customerName || words.deletedGuest, bold: true },
    { kind: 'text', text: phoneNo },
    ...addressLines({ address, areaName }).map((text): Piece => ({ kind: 'text', text })),
    ...(address === null || address.instruction === '' ? [] : noteOf(address.instruction, 0, words)),
  ];
}

/** An amount without the currency, which is beside the total: a line has little room. */
function amountOf(major: number, currency: string): string {
  const known = currency as Currency;
  return toDecimalText(fromMajor(major, known), known);
}
