/** Prices a basket and lists its problems, given the present facts. Pure; quoting and placing both use it. */
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { Mode } from '#contract/base/enumerations.ts';
import type { ErrorCode } from '#contract/base/errors.ts';
import type { ItemId } from '#contract/base/ids.ts';
import {
  type Currency,
  currencyDigits,
  formatMoney,
  fromMajor,
  type MinorUnits,
  MoneyError,
  subtractMoney,
  ZERO,
} from '#contract/base/money.ts';
import { limits } from '#contract/base/limits.ts';
import type { QuoteInput, QuoteProblem } from '#contract/ordering/orders.ts';
import type { OrderLineInput } from '#contract/ordering/order-lines.ts';
import { isSoldOutNow } from '#contract/menu/availability.ts';
import { chargedPrices } from '#contract/menu/free-choices.ts';
import { priceIn } from '#contract/menu/mode-price.ts';
import { arrangeChosen } from '#contract/menu/nested-lists.ts';
import { type BasketPrice, type Discounts, priceBasket } from '#contract/ordering/basket-price.ts';
import { greatestTip } from '#contract/ordering/tips.ts';
import { checkChoices, isHalved } from '#contract/menu/option-choice.ts';
import { type ModeMinutes, promisedMinutes } from '#contract/outlets/busy.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { StockMoves } from '#server/modules/menu/inventory/move-stock.ts';
import { type ExaminedOffers, examineOffers, noOffers } from '../offers/examine-offers.ts';
import { codeOf, newGuest, type OfferGuest } from '../offers/offer-facts.ts';
import { choicesOf } from '../wire.ts';
import { areaProblems, deliverTo } from './deliver-to.ts';
import { choiceLists, lineProblems, menusNotSold } from './line-problems.ts';
import { type ScheduledTime, scheduledTime, modeProblems } from './mode-problems.ts';
import type { BasketFacts, ItemFacts, ListFacts, ModifierFacts, OutletFacts } from './read-basket-facts.ts';

/** A line as it would be ordered. A missing item has no facts and costs nothing. */
export interface ExaminedLine {
  input: OrderLineInput;
  item: ItemFacts | undefined;
  /** In the order in which they were asked. A modifier costs what it is charged at; `depth` is that of its list among nested ones. */
  options: { modifier: ModifierFacts; list: ListFacts; depth: number }[];
  /** An unavailable option, otherwise any other problem with the choice. */
  choiceProblem: { code: 'unavailable'; modifier: ModifierFacts } | { code: 'invalid' } | null;
}

/** `line` is the index in the basket; without one it concerns the whole order. `details` fill the sentence. */
export interface BasketProblem {
  code: QuoteProblem['code'] & ErrorCode;
  details: Record<string, string | string[] | number | null>;
  line?: number;
}

export interface ExaminedBasket {
  facts: BasketFacts & { outlet: OutletFacts };
  lines: ExaminedLine[];
  price: BasketPrice;
  offers: ExaminedOffers;
  /** The most useful first; an order is refused for the first one. */
  problems: BasketProblem[];
  /** All portions of items and options that the basket would take. An option counts with every portion of its line. */
  portions: StockMoves;
  /** Null means as soon as possible. */
  scheduled: ScheduledTime | null;
  /** Minutes of the kitchen's work; 0 in a mode without a limit. */
  makeMinutes: number;
  /** The minutes that the guest is promised, counted from when the kitchen begins. */
  minutes: { preparationTime: number; deliveryTime: number };
}

/** A mode that the outlet never had promises nothing. */
const noMinutes: ModeMinutes = { preparationTime: 0, deliveryTime: 0, busy: null };

function minutesOf(terms: ModeMinutes, at: Date): ExaminedBasket['minutes'] {
  return {
    preparationTime: promisedMinutes('pickup', terms, at),
    deliveryTime: promisedMinutes('delivery', terms, at),
  };
}

/** @throws order.outlet_not_found; request.invalid when the total is above the largest price (R37). */
export function examineBasket(
  read: BasketFacts,
  basket: QuoteInput,
  now: Date,
  guest: OfferGuest = newGuest,
): ExaminedBasket {
  if (read.outlet === null) throw new Refusal('order.outlet_not_found');
  const facts = deliverTo({ ...read, outlet: read.outlet }, basket);
  const { outlet } = facts;
  const later = scheduledTime(outlet, basket);
  // A sold-out item may be back when the kitchen begins.
  const at = later?.firesAt ?? now;
  const items = new Map(facts.items.map((item) => [item.id, itemAt(item, at, basket.deliveryMode)]));
  const lines = basket.items.map((input) => examineLine(input, items.get(input.itemId)));
  const portions = countPortions(lines);
  const unsold = menusNotSold(facts, basket.deliveryMode, now, later);
  const tip = tipOf(basket, facts.currency);
  const full = priceOf(lines, facts, tip, null);
  const offers = offersOf(facts, { outlet, basket, lines, price: full, guest, now });
  const price = offers.discounts === null ? full : priceOf(lines, facts, tip, offers.discounts);
  const problems = [
    ...modeProblems(outlet, basket, now),
    ...areaProblems(facts.area, read.area, basket),
    ...tableProblems(facts, basket),
    ...lines.flatMap((line, index) => lineProblems(line, index, unsold)),
    ...stockProblems(lines, portions),
    ...minimumProblems(facts, price),
    ...tipProblems(facts, basket, price),
  ];
  const minutes = minutesOf(outlet.mode ?? noMinutes, later?.firesAt ?? now);
  const makeMinutes = (outlet.mode?.makeMinutesPerQuarter ?? null) === null ? 0 : makeMinutesOf(lines);
  return { facts, lines, price, offers, problems, portions, scheduled: later, makeMinutes, minutes };
}

/**
 * The item in the mode at that time, with the mode's price. Marked as sold out then, it has no portion left, whatever is counted.
 * So it is with its options.
 */
function itemAt(item: ItemFacts, now: Date, mode: Mode): ItemFacts {
  const lists = item.lists.map((list) => ({
    ...list,
    modifiers: list.modifiers.map((one) => ({ ...withoutSoldOut(one, now), price: priceIn(one, mode) })),
  }));
  return { ...withoutSoldOut(item, now), price: priceIn(item, mode), lists };
}

function withoutSoldOut<Facts extends Pick<ItemFacts, 'quantity' | 'soldOut'>>(facts: Facts, now: Date): Facts {
  return isSoldOutNow(facts.soldOut, now) ? { ...facts, quantity: 0 } : facts;
}

function examineLine(input: OrderLineInput, item: ItemFacts | undefined): ExaminedLine {
  if (item === undefined) return { input, item, options: [], choiceProblem: null };
  const lists = choiceLists(item);
  const { selections, unknown } = choicesOf(input, lists);
  const chosen = selections.flatMap(({ listId, modifierIds }) => {
    const list = item.lists.find(({ id }) => id === listId);
    const modifiers = modifierIds.flatMap((id) => list?.modifiers.find((modifier) => modifier.id === id) ?? []);
    if (list === undefined) return [];
    const prices = chargedPrices(
      modifiers.map(({ price }) => price),
      list.free,
      isHalved(list),
    );
    return modifiers.map((modifier, index) => ({
      listId,
      modifierId: modifier.id,
      modifier: { ...modifier, price: prices[index]! },
      list,
    }));
  });
  const options = arrangeChosen(lists, chosen).map(({ one: { modifier, list }, depth }) => ({ modifier, list, depth }));
  const problems = checkChoices(lists, selections);
  const gone = problems.find(({ code }) => code === 'unavailable')?.modifierId;
  const unavailable = options.find(({ modifier }) => modifier.id === gone)?.modifier;
  if (unavailable) return { input, item, options, choiceProblem: { code: 'unavailable', modifier: unavailable } };
  const isValid = problems.length === 0 && unknown.length === 0;
  return { input, item, options, choiceProblem: isValid ? null : { code: 'invalid' } };
}

/** Null for none, which a tip of 0 is too. @throws request.invalid for more decimals than the currency has. */
function tipOf({ tip }: QuoteInput, currency: Currency): MinorUnits | null {
  if (!tip) return null;
  try {
    return fromMajor(tip, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new Refusal('request.invalid', undefined, {
      tip: fieldProblem('too_many_decimals', { most: currencyDigits(currency) }),
    });
  }
}

function offersOf(
  { offers, areCodesIgnored = false }: BasketFacts,
  {
    outlet,
    basket,
    lines,
    price,
    guest,
    now,
  }: {
    outlet: OutletFacts;
    basket: QuoteInput;
    lines: readonly ExaminedLine[];
    price: BasketPrice;
    guest: OfferGuest;
    now: Date;
  },
): ExaminedOffers {
  const code = codeOf(basket);
  if (offers.length === 0 && code === null) return noOffers;
  const offered = lines.map(({ input, item }) => ({
    itemId: input.itemId,
    categoryIds: item?.categoryIds ?? [],
    quantity: input.quantity,
  }));
  const { deliveryMode: mode, usesStampCard = false } = basket;
  return examineOffers(offers, guest, {
    outlet,
    mode,
    code,
    areCodesIgnored,
    usesStampCard,
    lines: offered,
    price,
    now,
  });
}

function priceOf(
  lines: readonly ExaminedLine[],
  facts: ExaminedBasket['facts'],
  tip: MinorUnits | null,
  discounts: Discounts | null,
): BasketPrice {
  try {
    const price = priceBasket({
      chargeOptions: facts.chargeOptions,
      taxRateBasisPoints: facts.outlet.taxRateBasisPoints,
      taxInclusive: facts.outlet.taxInclusive,
      deliveryFee: facts.area?.fee ?? null,
      freeDeliveryFrom: facts.area?.freeFrom ?? null,
      tip: tip === null ? null : { amount: tip },
      discounts,
      lines: lines.map(({ input, item, options }) => ({
        unitPrice: item?.price ?? ZERO,
        optionPrices: options.map(({ modifier }) => modifier.price),
        quantity: input.quantity,
      })),
    });
    if (price.total <= fromMajor(limits.maxPrice, facts.currency)) return price;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  throw new Refusal('request.invalid', undefined, { items: fieldProblem('order.total_too_large') });
}

function countPortions(lines: readonly ExaminedLine[]): Map<ItemId, number> {
  const portions = new Map<ItemId, number>();
  for (const { input, item, options } of lines) {
    for (const { id } of [...(item ? [item] : []), ...options.map(({ modifier }) => modifier)]) {
      portions.set(id, (portions.get(id) ?? 0) + input.quantity);
    }
  }
  return portions;
}

/** An option counts with every portion of its line. */
function makeMinutesOf(lines: readonly Pick<ExaminedLine, 'input' | 'item' | 'options'>[]): number {
  return lines.reduce((sum, { input, item, options }) => {
    const ofPortion = options.reduce((minutes, { modifier }) => minutes + modifier.makeMinutes, item?.makeMinutes ?? 0);
    return sum + input.quantity * ofPortion;
  }, 0);
}

/** A dine-in order needs a valid code of a table. */
function tableProblems(facts: BasketFacts, { deliveryMode }: QuoteInput): BasketProblem[] {
  return deliveryMode === 'dine-in' && facts.table === null ? [{ code: 'order.table_invalid', details: {} }] : [];
}

/** Portions up to which a guest learns how many are left. Above, nobody is to count what a restaurant sells (R29). */
const portionsToldMax = 5;

/** The details of a shortage, for guests. */
export function toldShortage(item: string, left: number): { item: string; left?: number } {
  return left <= portionsToldMax ? { item, left } : { item };
}

/** Reports more portions than are left, counted over all lines, at the first line without enough. */
function stockProblems(lines: readonly ExaminedLine[], portions: StockMoves): BasketProblem[] {
  const problems: BasketProblem[] = [];
  const left = new Map<ItemId, number>();
  for (const [line, { input, item, options }] of lines.entries()) {
    for (const one of [...(item ? [item] : []), ...options.map(({ modifier }) => modifier)]) {
      if (one.quantity === null || one.quantity === 0 || (portions.get(one.id) ?? 0) <= one.quantity) continue;
      const before = left.get(one.id) ?? one.quantity;
      left.set(one.id, before - input.quantity);
      if (before >= 0 && before < input.quantity) {
        problems.push({ code: 'order.sold_out', details: toldShortage(one.name, one.quantity), line });
      }
    }
  }
  return problems;
}

function minimumProblems({ area, currency }: BasketFacts, { subtotal }: BasketPrice): BasketProblem[] {
  const missing = area === null ? ZERO : missingFor(area.minimum, subtotal);
  if (area === null || missing === ZERO) return [];
  return [
    {
      code: 'order.below_minimum',
      details: {
        area: area.name,
        minimum: formatMoney(area.minimum, currency, 'en'),
        missing: formatMoney(missing, currency, 'en'),
      },
    },
  ];
}

function tipProblems(
  { tipModes, currency }: BasketFacts,
  { deliveryMode }: QuoteInput,
  { tip, subtotal }: BasketPrice,
): BasketProblem[] {
  if (tip === null) return [];
  if (!tipModes.includes(deliveryMode)) return [{ code: 'order.tip_not_taken', details: {} }];
  const most = greatestTip(subtotal);
  if (tip <= most) return [];
  return [{ code: 'order.tip_too_large', details: { most: formatMoney(most, currency, 'en') } }];
}

/** The amount by which a subtotal is short of the minimum; 0 when it is not. */
export function missingFor(minimum: MinorUnits, subtotal: MinorUnits): MinorUnits {
  return subtotal < minimum ? subtractMoney(minimum, subtotal) : ZERO;
}
