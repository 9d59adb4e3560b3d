/** How many of everything are still to be made, over all tickets of the board (LO-13). Pure functions. */
import type { ItemId } from '#contract/base/ids.ts';
import { linesToMake, type Ticket } from './tickets.ts';

interface AllDayCount {
  id: ItemId;
  name: string;
  quantity: number;
}
export interface AllDayItem extends AllDayCount {
  /** For how many of them which option was chosen. */
  options: AllDayCount[];
}

/** The most first, then by name. An item that was renamed between two orders goes by the name of the later one. */
export function allDayCounts(tickets: readonly Ticket[]): AllDayItem[] {
  const items = new Map<ItemId, AllDayCount & { options: Map<ItemId, AllDayCount> }>();
  for (const line of tickets.filter(({ kind }) => kind !== 'stopped').flatMap(linesToMake)) {
    const { itemId: id, name, quantity } = line;
    const item = items.get(id) ?? { id, name, quantity: 0, options: new Map<ItemId, AllDayCount>() };
    items.set(id, { ...item, name, quantity: item.quantity + quantity });
    for (const option of line.options) {
      const existing = item.options.get(option._id);
      item.options.set(option._id, {
        id: option._id,
        name: option.name,
        quantity: (existing?.quantity ?? 0) + quantity,
      });
    }
  }
  return inOrder([...items.values()]).map((item) => ({ ...item, options: inOrder([...item.options.values()]) }));
}

function inOrder<Count extends AllDayCount>(counts: Count[]): Count[] {
  return counts.toSorted((one, other) => other.quantity - one.quantity || one.name.localeCompare(other.name));
}
