/** The discounts on a basket: which offers apply, in which order, and each line's share (decision 78). Pure, in integers. */
import type { CategoryId, ItemId, OfferId } from '../../base/ids.ts';
import {
  addMoney,
  divideHalfUp,
  type MinorUnits,
  minorUnits,
  MoneyError,
  subtractMoney,
  ZERO,
} from '../../base/money.ts';
import type { Discounts } from '../basket-price.ts';
import type { Offer, OfferBenefit } from './offer.ts';
import { shareDiscount } from './share-discount.ts';

export interface OfferedLine {
  itemId: ItemId;
  categoryIds: readonly CategoryId[];
  quantity: number;
  /** Price of all portions with their chosen options (`priceLine`). */
  total: MinorUnits;
}

interface OfferShares {
  offerId: OfferId;
  /** In the order of the lines. */
  shares: MinorUnits[];
  /** Taken off the delivery fee. */
  delivery: MinorUnits;
}

interface Applied extends Discounts {
  /** In the order in which they were applied. */
  applied: OfferShares[];
}

/**
 * Applies offers whose conditions are met, in a fixed order that does not depend on theirs: offers for groups of portions, the best
 * offer for each line that is left, the best one for the basket that is left, free delivery. A line gets one offer of the first two.
 */
export function applyOffers(
  offers: readonly Offer[],
  lines: readonly OfferedLine[],
  deliveryFee: MinorUnits | null,
): Applied {
  if (lines.some(({ quantity, total }) => !Number.isSafeInteger(quantity) || quantity < 1 || total < 0)) {
    throw new MoneyError('A discount needs whole portions that cost nothing less than 0');
  }
  const inOrder = offers.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const onLines = applyToLines(inOrder, lines);
  const left = lines.map(({ total }, line) => subtractMoney(total, sharesOn(onLines, line)));
  const onBasket = applyToBasket(inOrder, left);
  const free = deliveryFee === null || deliveryFee === 0 ? undefined : inOrder.find(isFreeDelivery);
  const delivery = free === undefined ? ZERO : deliveryFee!;
  const applied = [...onLines, ...onBasket];
  return {
    lines: lines.map((_, line) => sharesOn(applied, line)),
    delivery,
    applied: free === undefined ? applied : [...applied, { offerId: free.id, shares: lines.map(() => ZERO), delivery }],
  };
}

const isFreeDelivery = ({ benefit }: Offer) => benefit.kind === 'free_delivery';

function sharesOn(applied: readonly OfferShares[], line: number): MinorUnits {
  return addMoney(...applied.map(({ shares }) => shares[line]!));
}

function applyToLines(offers: readonly Offer[], lines: readonly OfferedLine[]): OfferShares[] {
  // Asked for each offer, line and group again, and long where offers name many dishes.
  const named = new Map(offers.map((offer) => [offer, linesNamedBy(offer, lines)]));
  const simple = lines.map((line, index) => bestOnLine(named, line, index));
  const free = new Set(lines.keys());
  const applied: OfferShares[] = [];
  for (let best = bestGroup(); best !== null; best = bestGroup()) {
    applied.push({ offerId: best.offer.id, shares: best.shares, delivery: ZERO });
    for (const line of best.claimed) free.delete(line);
  }
  for (const offer of offers) {
    const shares = lines.map((_, line) =>
      free.has(line) && simple[line]?.offer === offer ? simple[line].amount : ZERO,
    );
    if (shares.some((share) => share > 0)) applied.push({ offerId: offer.id, shares, delivery: ZERO });
  }
  return applied;

  /** The group that takes most off beyond what its lines would get singly; null when none takes more. */
  function bestGroup() {
    const groups = offers.filter(isForGroups).map((offer) => {
      const claimed = [...free].filter((line) => named.get(offer)!.has(line));
      const portions = claimed.reduce((sum, line) => sum + lines[line]!.quantity, 0);
      const shares = freePortions(lines, claimed, freeCount(offer, portions));
      const singly = claimed.map((line) => simple[line]?.amount ?? ZERO);
      return { offer, claimed, shares, gain: addMoney(...shares) - addMoney(...singly) };
    });
    return groups.reduce<(typeof groups)[number] | null>(
      (best, group) => (group.gain > (best?.gain ?? 0) ? group : best),
      null,
    );
  }
}

const isForGroups = ({ benefit }: Offer) => benefit.kind === 'free_item' || benefit.kind === 'buy_get';

/** The places of the lines with a dish that the offer names. */
function linesNamedBy({ scope }: Offer, lines: readonly OfferedLine[]): ReadonlySet<number> {
  if (scope === null) return new Set();
  const [items, categories] = [new Set(scope.items), new Set(scope.categories)];
  const isNamed = ({ itemId, categoryIds }: OfferedLine) =>
    items.has(itemId) || categoryIds.some((id) => categories.has(id));
  return new Set(lines.flatMap((line, index) => (isNamed(line) ? [index] : [])));
}

function freeCount({ benefit }: Offer, portions: number): number {
  if (benefit.kind === 'free_item') return Math.min(1, portions);
  if (benefit.kind !== 'buy_get') return 0;
  const group = benefit.buy + benefit.get;
  return Math.floor(portions / group) * benefit.get + Math.max(0, (portions % group) - benefit.buy);
}

/** The cheapest portions of the lines, as what each line saves. Part of a line is rounded down, the whole of it is its total. */
function freePortions(lines: readonly OfferedLine[], among: readonly number[], count: number): MinorUnits[] {
  const shares = lines.map(() => ZERO);
  let left = count;
  for (const line of among.toSorted((one, other) => compareDishes(lines[one]!, lines[other]!))) {
    const { total, quantity } = lines[line]!;
    const free = Math.min(left, quantity);
    shares[line] = minorUnits(Number((BigInt(total) * BigInt(free)) / BigInt(quantity)));
    left -= free;
  }
  return shares;
}

/** By the price of a portion; of equal ones the line of more portions is first, so that fewer lines are cut and rounded. */
function compareDishes(one: OfferedLine, other: OfferedLine): number {
  const difference = BigInt(one.total) * BigInt(other.quantity) - BigInt(other.total) * BigInt(one.quantity);
  return difference === 0n ? other.quantity - one.quantity : difference < 0n ? -1 : 1;
}

function bestOnLine(
  named: ReadonlyMap<Offer, ReadonlySet<number>>,
  line: OfferedLine,
  index: number,
): { offer: Offer; amount: MinorUnits } | null {
  return bestOf([...named.keys()], (offer) =>
    named.get(offer)!.has(index) ? discountOf(offer.benefit, line.total, line.quantity) : ZERO,
  );
}

function applyToBasket(offers: readonly Offer[], left: readonly MinorUnits[]): OfferShares[] {
  const subtotal = addMoney(...left);
  const best = bestOf(offers, ({ scope, benefit }) => (scope === null ? discountOf(benefit, subtotal, 1) : ZERO));
  return best === null ? [] : [{ offerId: best.offer.id, shares: shareDiscount(best.amount, left), delivery: ZERO }];
}

/** The first of the greatest discounts; null where none takes anything off. */
function bestOf(
  offers: readonly Offer[],
  amountOf: (offer: Offer) => MinorUnits,
): { offer: Offer; amount: MinorUnits } | null {
  return offers.reduce<{ offer: Offer; amount: MinorUnits } | null>((best, offer) => {
    const amount = amountOf(offer);
    return amount > (best?.amount ?? 0) ? { offer, amount } : best;
  }, null);
}

/** A percentage is rounded half up to the minor unit; nothing is taken off below zero. */
function discountOf(benefit: OfferBenefit, total: MinorUnits, portions: number): MinorUnits {
  if (benefit.kind === 'amount') {
    const wanted = BigInt(benefit.amount) * BigInt(portions);
    return wanted > BigInt(total) ? total : minorUnits(Number(wanted));
  }
  if (benefit.kind !== 'percent') return ZERO;
  return minorUnits(Number(divideHalfUp(BigInt(total) * BigInt(benefit.basisPoints), 10_000n)));
}
