import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Finding } from '#contract/menu/menu-check.ts';
import type { Category, Item } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { useDeleteWithUndo } from '../../../components/list/delete-with-undo.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import type { Column } from '../../../components/list/list-table.tsx';
import { ListFindings } from '../../../components/menu/menu-check.tsx';
import { deviceDate } from '../../../components/order/outlet-time.ts';
import { useMayEditMenu, useRestaurant } from '../../../components/shell/restaurant.tsx';
import { deleteAction, editAction, RowMenu } from '../../../components/list/row-menu.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { namesOf } from '../../../components/list/text-search.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { ItemName } from './item-name.tsx';
import type { FindingCode } from '#contract/menu/check/finding.ts';

const text = words.menu.items;
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

/** The address's word for items that no category has; the ids of categories are UUIDs. */
const NO_CATEGORY = 'none';

/** Guests find an item by its category, and so do owners. Modifiers are in none. */
function categoryFilter(categories: readonly Category[]) {
  const itemIds = new Map(categories.map(({ _id, items }) => [String(_id), new Set(items.map((item) => item._id))]));
  const categorized = new Set([...itemIds.values()].flatMap((ids) => [...ids]));
  return {
    label: text.bulkCategory,
    all: text.allCategories,
    options: [
      ...categories.map(({ _id, name }) => ({ value: _id, label: name })),
      { value: NO_CATEGORY, label: text.problems.inNoCategory },
    ],
    matches: ({ _id, type }: Item, category: string) =>
      category === NO_CATEGORY ? type === 'item' && !categorized.has(_id) : itemIds.get(category)?.has(_id) === true,
  };
}

const bulk = {
  labelOf: (item: Item) => words.general.list.tick({ name: item.name }),
  actions: (items: readonly Item[], onDone: () => void) => <BulkEdit items={items} onDone={onDone} />,
};

interface Cells {
  currency: string;
  /** Findings of the menu check, by item. */
  problems: ReadonlyMap<string, readonly Problem[]>;
  /** Null where rows are only read. */
  onDelete: ((item: Item) => void) | null;
}

function columns({ currency, problems, onDelete }: Cells): readonly Column<Item>[] {
  const common: readonly Column<Item>[] = [
    {
      key: 'name',
      label: text.item,
      cell: (item) => <NameCell item={item} problems={problems.get(item._id) ?? []} />,
      sortBy: (item) => item.name,
      isName: true,
      isFreeText: true,
      // With the picture, and the tick before it.
      width: 200,
    },
    { key: 'type', label: text.type, cell: (item) => text.types[item.type], sortBy: (item) => item.type },
    {
      key: 'price',
      label: text.price,
      cell: (item) => priceText(item.price, currency),
      sortBy: (item) => item.price,
      isNumber: true,
      width: 136,
    },
    {
      key: 'createdAt',
      isLesser: true,
      label: text.createdAt,
      cell: (item) => (item.createdAt === undefined ? words.general.list.empty : deviceDate(item.createdAt)),
      sortBy: (item) => item.createdAt ?? null,
    },
  ];
  if (onDelete === null) return common;
  const cell = (item: Item) => (
    <RowMenu name={item.name} actions={[editAction(paths.item(item._id)), deleteAction(() => onDelete(item))]} />
  );
  return [...common, { key: 'actions', label: words.general.list.actions, cell, isMenu: true, width: 72 }];
}

function NameCell({ item, problems }: { item: Item; problems: readonly Problem[] }) {
  return (
    <ItemName item={item}>
      {problems.map((problem) => (
        <Mark key={problem} Icon={WarningAmber} color="warning.main" background="tone.warnSoft">
          {text.problems[problem]}
        </Mark>
      ))}
    </ItemName>
  );
}

type Problem = keyof typeof text.problems;

const marked: Partial<Record<FindingCode, Problem>> = {
  'item.in_no_category': 'inNoCategory',
  'item.no_image': 'noImage',
  'item.free': 'free',
};

/** Findings that are marked at their row. The list's note has the others. */
function problemsByItem(findings: readonly Finding[]): ReadonlyMap<string, readonly Problem[]> {
  const problems = new Map<string, Problem[]>();
  for (const { code, subject } of findings) {
    const problem = marked[code];
    if (problem !== undefined) problems.set(subject.id, [...(problems.get(subject.id) ?? []), problem]);
  }
  return problems;
}

/** Dishes come before the modifiers that are chosen with them; each in their own order. */
function dishesFirst(items: Item[]): Item[] {
  return items.toSorted((one, other) => Number(one.type === 'modifier') - Number(other.type === 'modifier'));
}

/** /dashboard/items */
export function Items() {
  const { currency } = useRestaurant();
  const mayEdit = useMayEditMenu();
  const items = useQuery({ ...queries.items(), select: dishesFirst });
  const { data: findings = [] } = useQuery(queries.menuCheck());
  const { data: categories } = useQuery(queries.allCategories());
  const onDelete = useDeleteWithUndo<Item>({
    listKey: queries.items().queryKey,
    rowId: (item) => item._id,
    remove: ({ _id: id }) => client.call('DELETE /menu/delete-items-modifier/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /menu/restore-items-modifier/:id', { params: { id } }),
    alsoChanges: [catalogueKey],
    errors: 'items',
  });
  return (
    <ListPage
      title={text.title}
      query={items}
      errors="items"
      columns={columns({
        currency,
        problems: problemsByItem(findings),
        onDelete: mayEdit ? (item) => void onDelete(item) : null,
      })}
      rowId={(item) => item._id}
      search={{ label: text.search, texts: (item) => [...namesOf(item), item.sku ?? ''], hasButton: true }}
      filter={filter}
      {...(categories !== undefined && { categories: categoryFilter(categories) })}
      empty={empty}
      action={mayEdit ? <ItemActions isEmpty={items.data?.length === 0} /> : null}
      {...(mayEdit && { bulk })}
      note={mayEdit ? <ListFindings kinds={['item', 'modifier']} /> : undefined}
    />
  );
}

/** A whole menu is brought where there is nothing yet. */
function ItemActions({ isEmpty }: { isEmpty: boolean }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
      {isEmpty && (
        <Button variant="outlined" component={Link} to={paths.importMenu()}>
          {words.menu.import.bring}
        </Button>
      )}
      <Button variant="contained" component={Link} to={paths.createItem()}>
        {words.general.list.create}
      </Button>
    </Box>
  );
}
