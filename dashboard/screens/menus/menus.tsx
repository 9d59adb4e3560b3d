import { useQuery } from '@tanstack/react-query';
import type { Menu } from '#contract/menus.ts';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/list-table.tsx';
import { words } from '../../messages/words.ts';
import { queries } from '../../queries.ts';

const { menus: text } = words;
const empty = { heading: text.none, sentence: text.noneHint };

const columns: readonly Column<Menu>[] = [
  { key: 'name', label: text.name, cell: (menu) => menu.name, sortBy: (menu) => menu.name, isName: true },
  {
    key: 'business',
    label: text.business,
    // The documents show the calories under this head (features D-23).
    cell: (menu) => (menu.calories === null ? words.list.empty : text.calories(menu.calories)),
    sortBy: (menu) => menu.calories,
  },
  { key: 'platform', label: text.platform, cell: (menu) => menu.platform, sortBy: (menu) => menu.platform },
  {
    key: 'state',
    label: text.state,
    cell: (menu) => (menu.state === 'true' ? text.live : text.draft),
    sortBy: (menu) => menu.state === 'true',
  },
];

/** /dashboard/menus */
export function Menus() {
  return (
    <ListPage
      title={text.title}
      query={useQuery(queries.menus())}
      errors="record"
      columns={columns}
      rowId={(menu) => menu._id}
      search={{ label: text.search, texts: (menu) => [menu.name], hasButton: false }}
      filter={null}
      empty={empty}
      action={null}
    />
  );
}
