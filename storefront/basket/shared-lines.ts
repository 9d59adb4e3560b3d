/** Lines as the phones at a table tell them to each other. */
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import type { SharedLine, TableSession } from '#contract/dining/table-sessions.ts';
import type { Menu } from '../state/menu.ts';
import type { Words } from '../words/words.ts';
import { selectionsOf } from './check.ts';
import { clearAfterOrder, unsentLines } from './after-order.ts';
import { type BasketLine, type StoredBasket, newKey } from './stored-basket.ts';
import type { TableBasket } from './table-basket.ts';

/**
 * Lines that this phone shares with the table: none once the guest orders elsewhere, and none of a dish that has left
 * the menu.
 */
export function shareInput(
  menu: Menu,
  { items, orderingMode, participant }: StoredBasket,
): { lines: SharedLine[]; name?: string } {
  const name = participant?.name.trim() ?? '';
  return {
    lines: orderingMode === 'Dine-in' ? items.filter((line) => menu.items.has(line._id)).map(sharedLine) : [],
    ...(name === '' ? {} : { name }),
  };
}

/** Whether the table still has a name that was taken back here, or that was of a guest who has logged out. */
export function hasFormerName({ participant }: StoredBasket, table: TableBasket | null): boolean {
  const you = table?.tableSession.participants.find(({ isYou }) => isYou);
  return participant?.name.trim() === '' && you?.isNamed === true;
}

export function shareText(menu: Menu, basket: StoredBasket): string {
  return JSON.stringify(shareInput(menu, basket));
}

function sharedLine(line: BasketLine): SharedLine {
  return {
    id: line.id,
    itemId: line._id,
    selections: selectionsOf(line).map(({ listId, modifierIds }) => ({
      modifierListId: listId as ModifierListId,
      modifierIds: [...modifierIds] as ItemId[],
    })),
    quantity: line.quantity,
    note: line.note,
  };
}

/** The table's shared basket, with names and prices of the menu. */
export function tableBasketFrom(menu: Menu, tableSession: TableSession, sentText: string): TableBasket {
  return {
    tableSession,
    sentText,
    problem: null,
    name: tableSession.participants.find(({ isYou }) => isYou)?.name ?? '',
    otherLines: tableSession.participants.flatMap(({ isYou, number, name, lines }) =>
      isYou ? [] : lines.map((line) => ({ ...basketLine(menu, line), id: `${number} ${line.id}`, guestName: name })),
    ),
  };
}

/** Whether the table has what this phone saw before: its version moves when somebody changes their mind and back, too. */
export function hasSameLines(seen: TableBasket, now: TableBasket): boolean {
  const text = ({ name, otherLines }: TableBasket) => JSON.stringify([name, otherLines]);
  return text(seen) === text(now);
}

/** A guest as this one reads of them: a name that was said, or a number in the language of the page. */
export function guestLabel({ number, name, isNamed }: TableSession['participants'][number], words: Words): string {
  return isNamed ? name : words.guestNumber(number);
}

/** A guest who gave no name has that of the table, which is in English. */
export function guestText(name: string, { guestNumber }: Pick<Words, 'guestNumber'>): string {
  const number = /^Guest (\d+)$/.exec(name)?.[1];
  return number === undefined ? name : guestNumber(Number(number));
}

function basketLine(menu: Menu, { id, itemId, selections, quantity, note }: SharedLine): BasketLine {
  const item = menu.items.get(itemId);
  return {
    id,
    _id: itemId,
    name: item?.name ?? '',
    price: item?.price ?? 0,
    modifierList: selections.flatMap(({ modifierListId, modifierIds }) =>
      modifierIds.map((_id) => {
        const modifier = menu.modifierLists.get(modifierListId)?.modifierList.find((one) => one._id === _id);
        return { _id, name: modifier?.name ?? '', price: modifier?.price ?? 0, modifierListId };
      }),
    ),
    quantity,
    totalPrice: 0,
    note,
  };
}

/**
 * Without what somebody at the table has ordered; what comes now is another order, and of the one before nothing is in doubt. Portions
 * that it cannot have stay. `before` is the table as it was known until now; `unanswered` are the lines of the calls since then, which
 * may have reached it.
 */
export function withoutRemovedLines(
  basket: StoredBasket,
  { removedLineIds, ...now }: TableSession,
  before: TableBasket | null,
  unanswered: readonly SharedLine[],
): StoredBasket {
  const removed = basket.items.filter(({ id }) => removedLineIds.includes(id));
  if (removed.length === 0) return basket;
  const order = ownOrder(now);
  const sentLines = order === null ? before && mostShared(before, unanswered) : basket.sentLines;
  const ordered = removed.map((line) => sentLines?.find(({ id }) => id === line.id) ?? line);
  const items = unsentLines(basket.items, ordered);
  const left = { ...basket, items, idempotencyKey: newKey(), isInDoubt: false, sentLines: null };
  // Its answer may never arrive.
  return order === null ? left : clearAfterOrder(left, order._id, []);
}

/** The newest order of the table, if this phone has sent it. */
function ownOrder({
  orders,
  participants,
}: Pick<TableSession, 'orders' | 'participants'>): TableSession['orders'][number] | null {
  const newest = orders.at(-1);
  const sender = participants.find(({ number }) => number === newest?.participant);
  return sender?.isYou ? newest! : null;
}

/** The lines that an order of another phone can have of this one; of a line that is in it more than once, the most portions come first. */
function mostShared({ tableSession }: TableBasket, unanswered: readonly SharedLine[]): SharedLine[] {
  const known = tableSession.participants.find(({ isYou }) => isYou)?.lines ?? [];
  return [...known, ...unanswered].toSorted((one, other) => other.quantity - one.quantity);
}

/** Whether the table knows everything that this phone has chosen: only then is what is on the screen what would be ordered. */
export function isTableUpToDate(menu: Menu, basket: StoredBasket, table: TableBasket | null): boolean {
  return !isSharing(basket) || table?.sentText === shareText(menu, basket);
}

/** The field that an order of the whole table carries in addition. */
export function sharedBasketInput(basket: StoredBasket, table: TableBasket | null): Pick<NewOrder, 'sharedBasket'> {
  const { participant } = basket;
  if (participant === null || table === null || !isSharing(basket)) return {};
  return {
    sharedBasket: {
      tableSessionId: participant.tableSessionId,
      participantKey: participant.key,
      version: table.tableSession.version,
    },
  };
}

function isSharing({ participant, orderingMode }: StoredBasket): boolean {
  return participant !== null && orderingMode === 'Dine-in';
}
