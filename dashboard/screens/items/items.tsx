import { useQuery } from '@tanstack/react-query';
import type { Item } from '#contract/menus.ts';
import { amountText } from '../../components/amount.ts';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/list-table.tsx';
import { deviceDate } from '../../components/outlet-time.ts';
import { useRestaurant } from '../../components/restaurant.tsx';
import { words } from '../../messages/words.ts';
import { queries } from '../../queries.ts';
import { ItemName } from './item-name.tsx';

const { items: text } = words;
const empty = { heading: text.none, sentence: text.noneHint };
const filter = {
  label: text.type,
  all: text.allTypes,
  options: [
    { value: 'item', label: text.items },
    { value: 'modifier', label: text.modifiers },
  ],
  matches: (item: Item, type: string) => item.type === type,
};

function columns(currency: string): readonly Column<Item>[] {
  return [
    {
      key: 'name',
      label: text.item,
      cell: (item) => <ItemName item={item} />,
      sortBy: (item) => item.name,
      isName: true,
    },
    { key: 'type', label: text.type, cell: (item) => item.type, sortBy: (item) => item.type },
    {
      key: 'price',
      label: text.price,
      cell: (item) => amountText(item.price, currency),
      sortBy: (item) => item.price,
      isNumber: true,
    },
    {
      key: 'createdAt',
      label: text.createdAt,
      cell: (item) => (item.createdAt === undefined ? words.list.empty : deviceDate(item.createdAt)),
      sortBy: (item) => item.createdAt ?? null,
    },
  ];
}

/** /dashboard/items */
export function Items() {
  const { currency } = useRestaurant();
  return (
    <ListPage
      title={text.title}
      query={useQuery(queries.items())}
      errors="items"
      columns={columns(currency)}
      rowId={(item) => item._id}
      search={{ label: text.search, texts: (item) => [item.name, item.sku ?? ''], hasButton: true }}
      filter={filter}
      empty={empty}
      action={null}
    />
  );
}
