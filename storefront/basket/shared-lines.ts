/** Lines as the phones at a table tell them to each other. */
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import type { SharedLine, TableSession } from '#contract/dining/table-sessions.ts';
import type { Menu } from '../state/menu.ts';
import type { Words } from '../words/words.ts';
import { selectionsOf } from './check.ts';
import { type BasketLine, type StoredBasket, newKey } from './stored-basket.ts';
import type { TableBasket } from './table-basket.ts';

/** What this phone has for the table: nothing once the guest orders elsewhere, and of no dish that has left the menu. */
export function shareOf(
  menu: Menu,
  { items, orderingMode, participant }: StoredBasket,
): { lines: SharedLine[]; name?: string } {
  const name = participant?.name.trim() ?? '';
  return {
    lines: orderingMode === 'Dine-in' ? items.filter((line) => menu.items.has(line._id)).map(sharedLine) : [],
    ...(name === '' ? {} : { name }),
  };
}

export function sharedText(menu: Menu, record: StoredBasket): string {
  return JSON.stringify(shareOf(menu, record));
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

/** What the table says, with names and prices of the menu. */
export function readTable(menu: Menu, tableSession: TableSession, known: string): TableBasket {
  return {
    tableSession,
    known,
    problem: null,
    name: tableSession.participants.find(({ isYou }) => isYou)?.name ?? '',
    others: tableSession.participants.flatMap(({ isYou, number, name, lines }) =>
      isYou ? [] : lines.map((line) => ({ ...basketLine(menu, line), id: `${number} ${line.id}`, guestName: name })),
    ),
  };
}

/** A guest as this one reads of them: a name that was said, or a number in the language of the page. */
export function guestText({ number, name, isNamed }: TableSession['participants'][number], words: Words): string {
  return isNamed ? name : words.guestNumber(number);
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
        const known = menu.modifierLists.get(modifierListId)?.modifierList.find((one) => one._id === _id);
        return { _id, name: known?.name ?? '', price: known?.price ?? 0, modifierListId };
      }),
    ),
    quantity,
    totalPrice: 0,
    note,
  };
}

/** Without what somebody at the table has ordered; what comes now is another order. */
export function withoutRemovedLines(record: StoredBasket, taken: readonly string[]): StoredBasket {
  const items = record.items.filter(({ id }) => !taken.includes(id));
  return items.length === record.items.length ? record : { ...record, items, idempotencyKey: newKey() };
}

/** Whether the table knows everything that this phone has chosen: only then is what is on the screen what would be ordered. */
export function isTold(menu: Menu, record: StoredBasket, table: TableBasket | null): boolean {
  return !isSharing(record) || table?.known === sharedText(menu, record);
}

/** What goes with an order of the whole table. */
export function sharedBasketOf(record: StoredBasket, table: TableBasket | null): Pick<NewOrder, 'sharedBasket'> {
  const { participant } = record;
  if (participant === null || table === null || !isSharing(record)) return {};
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
