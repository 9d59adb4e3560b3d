/** How many of everything are still to be made, over all tickets of the board (LO-13). Pure functions. */
import type { ItemId } from '#contract/base/ids.ts';
import { optionText } from '../../../components/order/option-texts.ts';
import { linesToMake, type Ticket } from './tickets.ts';
import { readName } from '../../../components/order/read-name.ts';

interface AllDayCount {
  id: string;
  name: string;
  quantity: number;
}
export interface AllDayItem extends AllDayCount {
  /** For how many of them which option was chosen. */
  options: AllDayCount[];
}

/** The most first, then by name. An item that was renamed between two orders goes by the name of the later one. */
export function allDayCounts(tickets: readonly Ticket[]): AllDayItem[] {
  const items = new Map<ItemId, AllDayCount & { options: Map<string, AllDayCount> }>();
  for (const line of tickets.filter(({ kind }) => kind !== 'stopped').flatMap(linesToMake)) {
    const { itemId: id, quantity } = line;
    const name = readName(line);
    const item = items.get(id) ?? { id, name, quantity: 0, options: new Map<string, AllDayCount>() };
    items.set(id, { ...item, name, quantity: item.quantity + quantity });
    for (const option of line.options) {
      const key = `${option._id} ${option.isHalf === true}`;
      const existing = item.options.get(key);
      item.options.set(key, {
        id: key,
        name: optionText(option, 1),
        quantity: (existing?.quantity ?? 0) + quantity,
      });
    }
  }
  return inOrder([...items.values()]).map((item) => ({ ...item, options: inOrder([...item.options.values()]) }));
}

function inOrder<Count extends AllDayCount>(counts: Count[]): Count[] {
  return counts.toSorted((one, other) => other.quantity - one.quantity || one.name.localeCompare(other.name));
}
