/** Words of the inventory. */
import type { SoldOutLength } from '#contract/base/enumerations.ts';

const lengths: Record<SoldOutLength, string> = {
  '1-hour': '1 hour',
  '4-hours': '4 hours',
  'end-of-day': 'Until the end of the day',
  'next-opening': 'Until the next opening',
  'until-changed': 'Until I say so',
};

export const inventory = {
  title: 'Inventory',
  hint: 'How many portions are left. Empty: not counted. 0: sold out. Orders are counted down by themselves.',
  search: 'Search items and modifiers',
  items: 'Items',
  modifiersOf: (item: string) => `Modifiers of ${item}`,
  /** A long list grows while it is scrolled: a screen reader hears how long it is. */
  found: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  quantityOf: (name: string) => `${name}, quantity left`,
  notCounted: 'Not counted',
  soldOut: 'Sold out',
  soldOutMenu: (name: string) => `Sold out: ${name}`,
  allOutlets: 'At all outlets',
  someOutlets: (count: number) => `${count} outlets`,
  soldOutFor: 'Sold out for',
  lengths,
  available: 'It is back',
  soldOutUntil: (where: string | null, until: string | null) =>
    ['Sold out', ...(where === null ? [] : [`at ${where}`]), ...(until === null ? [] : [`until ${until}`])].join(' '),
  saving: 'Saving',
  saved: 'Saved',
  notSaved: 'Not saved',
  rolledBack: (name: string, sentence: string) => `${name}: ${sentence}. The quantity is as it was.`,
  low: 'Low',
  show: 'Show',
  shown: { all: 'Everything', low: 'Low', 'sold-out': 'Sold out' },
  noneShown: { low: 'Nothing is low', 'sold-out': 'Nothing is sold out' },
  lowAndOut: (low: number, soldOut: number) =>
    [...(low > 0 ? [`${low} low`] : []), ...(soldOut > 0 ? [`${soldOut} sold out`] : [])].join(', '),
  none: 'No items yet',
  noneHint: 'The dishes you sell are counted here.',
  toItems: 'Go to items',
};
