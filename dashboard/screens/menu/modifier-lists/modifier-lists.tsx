import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ModifierList } from '#contract/menu/menus.ts';
import { effectiveBounds } from '#contract/menu/option-choice.ts';
import { client } from '../../../api/api.ts';
import { useDeleteWithUndo } from '../../../components/list/delete-with-undo.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import type { Column } from '../../../components/list/list-table.tsx';
import { ListFindings } from '../../../components/menu/menu-check.tsx';
import { deviceDate } from '../../../components/order/outlet-time.ts';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { deleteAction, editAction, RowMenu } from '../../../components/list/row-menu.tsx';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';

const text = words.menu.modifierLists;
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

const common: readonly Column<ModifierList>[] = [
  {
    key: 'name',
    label: text.name,
    cell: (list) => <ListName list={list} />,
    sortBy: (list) => list.name,
    isName: true,
    isFreeText: true,
    width: 150,
  },
  {
    key: 'displayName',
    label: text.displayName,
    cell: (list) => list.displayName,
    sortBy: (list) => list.displayName,
    isFreeText: true,
    isLesser: true,
    width: 150,
  },
  { key: 'type', label: text.type, cell: typeOf, sortBy: typeOf, width: 96 },
  {
    key: 'attached',
    label: text.attached,
    cell: (list) => list.modifierList.length,
    sortBy: (list) => list.modifierList.length,
    isNumber: true,
    isLesser: true,
    width: 104,
  },
  {
    key: 'min',
    label: text.min,
    cell: (list) => effectiveBounds(list).min,
    sortBy: (list) => effectiveBounds(list).min,
    isNumber: true,
    width: 84,
  },
  {
    key: 'max',
    label: text.max,
    cell: (list) => effectiveBounds(list).max ?? text.noMax,
    sortBy: (list) => effectiveBounds(list).max ?? Number.POSITIVE_INFINITY,
    isNumber: true,
    width: 88,
  },
  {
    key: 'createdAt',
    isLesser: true,
    label: text.createdAt,
    cell: (list) => (list.createdAt === undefined ? words.general.list.empty : deviceDate(list.createdAt)),
    sortBy: (list) => list.createdAt ?? null,
    width: 104,
  },
];

/** Without `onDelete` the rows are only read. */
function columns(onDelete: ((list: ModifierList) => void) | null): readonly Column<ModifierList>[] {
  if (onDelete === null) return common;
  const cell = (list: ModifierList) => (
    <RowMenu
      name={list.name}
      actions={[editAction(paths.modifierList(list._id)), deleteAction(() => onDelete(list))]}
    />
  );
  return [...common, { key: 'actions', label: words.general.list.actions, cell, isMenu: true, width: 72 }];
}

/** The name, and how many items ask the list. */
function ListName({ list }: { list: ModifierList }) {
  return (
    <Box sx={{ py: 0.5 }}>
      <MuiLink component={Link} to={paths.modifierList(list._id)} sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{list.name}</bdi>
      </MuiLink>
      <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
        {text.usedBy({ count: list.itemList.length })}
      </Typography>
    </Box>
  );
}

/** /dashboard/modifier-lists */
export function ModifierLists() {
  const mayEdit = useMayEditMenu();
  const onDelete = useDeleteWithUndo<ModifierList>({
    listKey: queries.modifierLists().queryKey,
    rowId: (list) => list._id,
    remove: ({ _id: id }) => client.call('DELETE /menu/delete-modifier-list/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /menu/restore-modifier-list/:id', { params: { id } }),
    alsoChanges: [catalogueKey],
    errors: 'setup',
  });
  return (
    <ListPage
      title={text.title}
      query={useQuery(queries.modifierLists())}
      errors="setup"
      columns={columns(mayEdit ? (list) => void onDelete(list) : null)}
      rowId={(list) => list._id}
      isDense
      search={{
        label: text.search,
        texts: (list) => [list.name, list.displayName, ...Object.values(list.displayNameTranslations)],
        hasButton: true,
      }}
      filter={filter}
      empty={empty}
      action={mayEdit ? <CreateListLink /> : null}
      note={mayEdit ? <ListFindings kinds={['modifierList']} /> : undefined}
    />
  );
}

function CreateListLink() {
  return (
    <Button variant="contained" component={Link} to={paths.createModifierList()}>
      {words.general.list.create}
    </Button>
  );
}
