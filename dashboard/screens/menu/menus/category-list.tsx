import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import type { CategoryId, MenuId } from '#contract/base/ids.ts';
import type { Category, Item } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { useDeleteWithUndo } from '../../../components/list/delete-with-undo.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { SortableList } from '../../../components/list/sortable-list.tsx';
import { words } from '../../../words/words.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { AddItemsDialog } from './add-items-dialog.tsx';
import { AvailabilityDialog } from './availability-dialog.tsx';
import { CategoryActions, type CategoryTask } from './category-actions.tsx';
import { CategoryItems, itemsOf } from './category-items.tsx';
import { CategoryRow, wideCard } from './category-row.tsx';
import { RenameCategory } from './rename-category.tsx';
import type { ChangeCategories, ChangeCategoriesAndWait } from './use-categories.ts';

const text = words.menu.categories;

interface CategoryListProps {
  menuId: MenuId;
  categories: readonly Category[];
  items: readonly Item[];
  outlets: readonly Outlet[];
  change: ChangeCategories;
  changeAndWait: ChangeCategoriesAndWait;
}

export function CategoryList(props: CategoryListProps) {
  const { menuId, categories, items, outlets, change, changeAndWait } = props;
  const mayEdit = useMayEditMenu();
  const [open, setOpen] = useState<readonly CategoryId[]>([]);
  const [task, setTask] = useState<{ kind: CategoryTask; id: CategoryId } | null>(null);
  const idPrefix = useId();
  const itemsById = new Map(items.map((item) => [item._id, item]));
  const isRenaming = ({ _id: id }: Category) => task?.kind === 'rename' && task.id === id;
  const inDialog = categories.find(({ _id }) => task?.id === _id);
  const close = () => setTask(null);
  const toggle = (id: CategoryId) =>
    setOpen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const showResult = { onSuccess: ({ msg }: { msg: string }) => showToast({ place: 'bar', tone: 'ok', text: msg }) };
  const onDelete = useDeleteWithUndo<Category>({
    listKey: queries.categories(menuId).queryKey,
    rowId: (category) => category._id,
    remove: ({ _id: id }) => client.call('POST /menu/delete-category/:id', { params: { id } }),
    restore: ({ _id: id }) => client.call('POST /menu/restore-category/:id', { params: { id } }),
    alsoChanges: [catalogueKey],
    errors: 'setup',
  });
  const actions = (category: Category) => (
    <CategoryActions
      name={category.name}
      isRenaming={isRenaming(category)}
      onStart={(kind) => setTask({ kind, id: category._id })}
      onDelete={() => void onDelete(category)}
    />
  );
  const details = (category: Category) => {
    const { _id: id } = category;
    const isOpen = open.includes(id);
    if (!isOpen && !isRenaming(category)) return null;
    return (
      <Box id={`${idPrefix}${id}`} sx={{ pb: 1.5, px: { xs: 1, sm: 2 } }}>
        {isRenaming(category) && (
          <RenameCategory
            category={category}
            onClose={close}
            onRename={(names) => change({ kind: 'rename', id, ...names }, showResult)}
          />
        )}
        {isOpen && (
          <>
            <Box sx={{ [wideCard]: { display: 'none' } }}>{actions(category)}</Box>
            <CategoryItems category={category} itemsById={itemsById} change={change} />
          </>
        )}
      </Box>
    );
  };
  return (
    <>
      <SortableList
        label={text.list}
        rows={categories}
        rowId={(category) => category._id}
        rowName={(category) => category.name}
        onReorder={mayEdit ? (rows) => change({ kind: 'order categories', ids: rows.map(({ _id }) => _id) }) : null}
        details={details}
      >
        {(category) => (
          <CategoryRow
            category={category}
            itemCount={itemsOf(category, itemsById).length}
            outlets={outlets}
            isOpen={open.includes(category._id)}
            detailsId={`${idPrefix}${category._id}`}
            onToggle={() => toggle(category._id)}
            actions={actions(category)}
          />
        )}
      </SortableList>
      {inDialog !== undefined && task?.kind === 'items' && (
        <AddItemsDialog
          category={inDialog}
          items={items}
          onClose={close}
          onAdd={(added) => {
            close();
            setOpen((before) => [...before, inDialog._id]);
            change({ kind: 'add items', id: inDialog._id, items: added }, showResult);
          }}
        />
      )}
      {inDialog !== undefined && task?.kind === 'availability' && (
        <AvailabilityDialog category={inDialog} outlets={outlets} changeAndWait={changeAndWait} onClose={close} />
      )}
    </>
  );
}
