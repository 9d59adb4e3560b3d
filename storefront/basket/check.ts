/** Changes of the lines of a basket since they were chosen, or at another outlet (decision 34; C14). */
import type { OutletId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import { priceLine } from '#contract/ordering/basket-price.ts';
import { checkChoices, type Selection } from '#contract/menu/option-choice.ts';
import { availabilityAt, choiceLists, type Menu } from '../state/menu.ts';
import type { QuoteProblem } from '#contract/ordering/orders.ts';
import type { Place } from '../state/place.ts';
import { storedPrice, lineTotal, optionPrices } from './price.ts';
import type { BasketLine } from './stored-basket.ts';

export type LineChange =
  /** The item cannot be ordered: it left the menu, is sold out, or is not sold at the outlet. */
  | { kind: 'unavailable'; line: BasketLine }
  /** Its menus are not sold at this place and time. */
  | { kind: 'not_now'; line: BasketLine }
  /** The item can be ordered, but not with these options. */
  | { kind: 'options'; line: BasketLine }
  | { kind: 'repriced'; line: BasketLine; seen: MinorUnits; now: MinorUnits };

/** Every line that is no longer what the guest chose, in the order of the basket. */
export function checkBasket(
  menu: Menu,
  lines: readonly BasketLine[],
  { outlet, startsAt }: Pick<Place, 'outlet' | 'startsAt'>,
): LineChange[] {
  return lines.flatMap((line) => checkLine(menu, line, outlet?._id ?? null, startsAt) ?? []);
}

function checkLine(menu: Menu, line: BasketLine, outletId: OutletId | null, startsAt: Date | null): LineChange | null {
  const item = menu.items.get(line._id);
  if (item === undefined) return { kind: 'unavailable', line };
  if (availabilityAt(menu, item, outletId, startsAt) !== 'available') return { kind: 'unavailable', line };
  if (menu.catalogue.over?.includes(item._id)) return { kind: 'not_now', line };
  const lists = choiceLists(menu, item, outletId, startsAt);
  if (checkChoices(lists, selectionsOf(line)).length > 0) return { kind: 'options', line };
  const seen = seenTotal(menu, line);
  const now = lineTotal(menu, line);
  return seen === now ? null : { kind: 'repriced', line, seen, now };
}

/** The lines that nobody can have any more; none where another line needs something else than to be taken out. */
export function linesToRemove(
  lines: readonly BasketLine[],
  { changes, problems }: { changes: readonly LineChange[]; problems: readonly Pick<QuoteProblem, 'line' | 'left'>[] },
): BasketLine[] {
  const broken = lines.flatMap((line, index) => {
    const change = changes.find((one) => one.line.id === line.id);
    const problem = problems.find((one) => one.line === index);
    if (change?.kind === 'unavailable') return [{ line, isGone: true }];
    if (change && change.kind !== 'repriced') return [{ line, isGone: false }];
    return problem === undefined ? [] : [{ line, isGone: problem.left === 0 }];
  });
  return broken.every(({ isGone }) => isGone) ? broken.map(({ line }) => line) : [];
}

/** The chosen options by list. */
export function selectionsOf(line: Pick<BasketLine, 'modifierList'>): Selection<string, BasketLine['_id']>[] {
  const listIds = [...new Set(line.modifierList.map((modifier) => modifier.modifierListId))];
  return listIds.map((listId) => ({
    listId,
    modifierIds: line.modifierList.filter((modifier) => modifier.modifierListId === listId).map(({ _id }) => _id),
  }));
}

/** The line at the prices that the guest saw. */
function seenTotal(menu: Menu, line: BasketLine): MinorUnits {
  return priceLine({
    unitPrice: storedPrice(menu, line.price),
    optionPrices: line.modifierList.map((modifier) => storedPrice(menu, modifier.price)),
    quantity: line.quantity,
    chargeOptions: menu.catalogue.restaurant.chargeOptions,
  });
}

/** The line at today's prices and names, once the guest has been told. */
export function acceptPrices(menu: Menu, line: BasketLine): BasketLine {
  const item = menu.items.get(line._id);
  if (item === undefined) return line;
  const prices = optionPrices(menu, line.modifierList);
  return {
    ...line,
    name: item.name,
    price: item.price,
    modifierList: line.modifierList.map((modifier, index) => ({ ...modifier, price: prices[index]! })),
  };
}
