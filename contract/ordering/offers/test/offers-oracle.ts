/** Decision 78 by portions on a table, for tests: each portion is a card, and shares are dealt out a unit at a time. */
import type { OfferedLine } from '../apply-offers.ts';
import type { Offer } from '../offer.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The amount for each line that this offer would give to one of these lines alone. */
function single({ benefit, scope }: Offer, line: OfferedLine): number {
  if (scope === null || !covers(scope, line)) return 0;
  if (benefit.kind === 'amount') return Math.min(line.total, benefit.amount * line.quantity);
  return benefit.kind === 'percent' ? hundredths(line.total, benefit.basisPoints) : 0;
}

function covers(scope: NonNullable<Offer['scope']>, line: OfferedLine): boolean {
  return [...scope.categories, ...scope.items].some((id) =>
    [...line.categoryIds, line.itemId].some((own) => own === id),
  );
}

/** Small numbers only: exact in doubles. */
function hundredths(total: number, basisPoints: number): number {
  return Math.floor((total * basisPoints + 5000) / 10_000);
}

function free({ benefit, scope }: Offer, lines: OfferedLine[], open: boolean[]): number[] {
  const cards = lines.flatMap((line, index) =>
    open[index]! && scope !== null && covers(scope, line)
      ? Array.from({ length: line.quantity }, () => ({ index, line }))
      : [],
  );
  cards.sort((one, other) => {
    const byPrice = one.line.total * other.line.quantity - other.line.total * one.line.quantity;
    return byPrice || other.line.quantity - one.line.quantity || one.index - other.index;
  });
  let paidInRow = 0;
  let freeInRow = 0;
  let count = 0;
  for (const _ of cards) {
    if (benefit.kind === 'free_item') count = 1;
    if (benefit.kind !== 'buy_get') continue;
    if (paidInRow < benefit.buy) paidInRow++;
    else {
      count++;
      freeInRow++;
      if (freeInRow === benefit.get) [paidInRow, freeInRow] = [0, 0];
    }
  }
  const given = cards.slice(0, count);
  return lines.map((line, index) => {
    const portions = given.filter((card) => card.index === index).length;
    return Math.floor((line.total * portions) / line.quantity);
  });
}

function best<T>(all: readonly T[], worth: (one: T) => number): T | undefined {
  const most = Math.max(0, ...all.map(worth));
  return most === 0 ? undefined : all.find((one) => worth(one) === most);
}

function deal(amount: number, lines: readonly number[]): number[] {
  const whole = sum(lines);
  const dealt = lines.map((line) => Math.floor((amount * line) / whole));
  while (sum(dealt) < amount) {
    // The line that is furthest below its exact share.
    const behind = lines.map((line, index) => amount * line - dealt[index]! * whole);
    const next = behind.indexOf(Math.max(...behind));
    dealt[next] = dealt[next]! + 1;
  }
  return dealt;
}

export function applyByTheBook(offers: readonly Offer[], lines: OfferedLine[], fee: number | null) {
  const applied: { offerId: Offer['id']; shares: number[]; delivery: number }[] = [];
  const give = (offerId: Offer['id'], shares: number[], delivery = 0) => applied.push({ offerId, shares, delivery });
  const open = lines.map(() => true);
  const singly = lines.map((line) => best(offers, (offer) => single(offer, line)));
  const alone = lines.map((line, index) => (singly[index] === undefined ? 0 : single(singly[index], line)));
  const isOf = (offer: Offer, index: number) =>
    open[index]! && offer.scope !== null && covers(offer.scope, lines[index]!);
  for (;;) {
    const group = best(
      offers,
      (offer) => sum(free(offer, lines, open)) - sum(alone.filter((_, index) => isOf(offer, index))),
    );
    if (group === undefined) break;
    give(group.id, free(group, lines, open));
    lines.map((_, index) => isOf(group, index)).forEach((isClaimed, index) => (open[index] &&= !isClaimed));
  }
  for (const offer of offers) {
    const shares = alone.map((amount, index) => (open[index] && singly[index] === offer ? amount : 0));
    if (sum(shares) > 0) give(offer.id, shares);
  }
  const left = lines.map(({ total }, index) => total - sum(applied.map(({ shares }) => shares[index]!)));
  const off = ({ benefit, scope }: Offer) => {
    if (scope !== null) return 0;
    if (benefit.kind === 'amount') return Math.min(benefit.amount, sum(left));
    return benefit.kind === 'percent' ? hundredths(sum(left), benefit.basisPoints) : 0;
  };
  const basket = best(offers, off);
  if (basket !== undefined) give(basket.id, deal(off(basket), left));
  const delivered = offers.find(({ benefit }) => benefit.kind === 'free_delivery');
  if (delivered !== undefined && fee)
    give(
      delivered.id,
      lines.map(() => 0),
      fee,
    );
  return {
    lines: lines.map((_, index) => sum(applied.map(({ shares }) => shares[index]!))),
    delivery: sum(applied.map(({ delivery }) => delivery)),
    applied,
  };
}
