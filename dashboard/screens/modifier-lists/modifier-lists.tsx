import { useQuery } from '@tanstack/react-query';
import type { ModifierList } from '#contract/menus.ts';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/list-table.tsx';
import { deviceDate } from '../../components/outlet-time.ts';
import { words } from '../../messages/words.ts';
import { queries } from '../../queries.ts';

const { modifierLists: text } = words;
const empty = { heading: text.none, sentence: text.noneHint };
const typeOf = (list: ModifierList) => (list.allowMultipleSelection ? text.multiple : text.single);
const filter = {
  label: text.type,
  all: text.allTypes,
  options: [
    { value: 'single', label: text.single },
    { value: 'multiple', label: text.multiple },
  ],
  matches: (list: ModifierList, type: string) => list.allowMultipleSelection === (type === 'multiple'),
};

const columns: readonly Column<ModifierList>[] = [
  { key: 'name', label: text.name, cell: (list) => list.name, sortBy: (list) => list.name, isName: true },
  { key: 'displayName', label: text.displayName, cell: (list) => list.displayName, sortBy: (list) => list.displayName },
  { key: 'type', label: text.type, cell: typeOf, sortBy: typeOf },
  {
    key: 'attached',
    label: text.attached,
    cell: (list) => list.modifierList.length,
    sortBy: (list) => list.modifierList.length,
    isNumber: true,
  },
  { key: 'min', label: text.min, cell: (list) => list.minModifier, sortBy: (list) => list.minModifier, isNumber: true },
  { key: 'max', label: text.max, cell: (list) => list.maxModifier, sortBy: (list) => list.maxModifier, isNumber: true },
  {
    key: 'createdAt',
    label: text.createdAt,
    cell: (list) => (list.createdAt === undefined ? words.list.empty : deviceDate(list.createdAt)),
    sortBy: (list) => list.createdAt ?? null,
  },
];

/** /dashboard/modifier-lists */
export function ModifierLists() {
  return (
    <ListPage
      title={text.title}
      query={useQuery(queries.modifierLists())}
      errors="record"
      columns={columns}
      rowId={(list) => list._id}
      search={{ label: text.search, texts: (list) => [list.name, list.displayName], hasButton: true }}
      filter={filter}
      empty={empty}
      action={null}
    />
  );
}
