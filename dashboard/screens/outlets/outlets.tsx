import { useQuery } from '@tanstack/react-query';
import type { Outlet } from '#contract/outlets.ts';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/list-table.tsx';
import { words } from '../../messages/words.ts';
import { queries } from '../../queries.ts';

const { outlets: text } = words;
const empty = { heading: text.none, sentence: text.noneHint };
const onOrOff = (isOn: boolean) => (isOn ? text.on : text.off);

const columns: readonly Column<Outlet>[] = [
  {
    key: 'status',
    label: text.status,
    cell: (outlet) => (outlet.status ? text.active : text.inactive),
    sortBy: (outlet) => outlet.status,
  },
  { key: 'name', label: text.name, cell: (outlet) => outlet.name, sortBy: (outlet) => outlet.name, isName: true },
  {
    key: 'delivery',
    label: text.delivery,
    cell: (outlet) => onOrOff(outlet.delivery),
    sortBy: (outlet) => outlet.delivery,
  },
  { key: 'pickup', label: text.pickup, cell: (outlet) => onOrOff(outlet.pickup), sortBy: (outlet) => outlet.pickup },
];

/** /dashboard/outlets */
export function Outlets() {
  return (
    <ListPage
      title={text.title}
      heading={(outlets) => text.count(outlets.length)}
      query={useQuery(queries.outlets())}
      errors="outlets"
      columns={columns}
      rowId={(outlet) => outlet._id}
      search={{ label: text.search, texts: (outlet) => [outlet.name], hasButton: false }}
      filter={null}
      empty={empty}
      action={null}
    />
  );
}
