import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { memo } from 'react';
import type { ItemId } from '#contract/base/ids.ts';
import type { Category, Item } from '#contract/menu/menus.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { priceText } from '../../../components/order/price-text.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { useMayEditMenu, useRestaurant } from '../../../components/shell/restaurant.tsx';
import { rowDeletion } from '../../../components/list/row-deletion.ts';
import { SortableList } from '../../../components/list/sortable-list.tsx';
import { words } from '../../../words/words.ts';
import { ItemName } from '../items/item-name.tsx';
import type { ChangeCategories } from './use-categories.ts';

const text = words.menu.categories;

interface CategoryItemsProps {
  category: Category;
  itemsById: ReadonlyMap<ItemId, Item>;
  change: ChangeCategories;
}

/**
 * Items of a category, in the order that guests see. There may be hundreds of rows, drawn again only when they
 * change.
 */
export const CategoryItems = memo(function CategoryItems({ category, itemsById, change }: CategoryItemsProps) {
  const mayEdit = useMayEditMenu();
  const items = itemsOf(category, itemsById);
  if (items.length === 0) return <Hint>{text.noItems}</Hint>;
  const { _id: id } = category;
  const order = (rows: readonly Item[]) => change({ kind: 'order items', id, items: rows.map((item) => item._id) });
  const remove = (item: Item) => {
    const before = items.map((one) => one._id);
    const putBack = () => {
      change({ kind: 'add items', id, items: [item._id] });
      change({ kind: 'order items', id, items: before });
    };
    change(
      { kind: 'remove item', id, item: item._id },
      { onSuccess: ({ msg }) => showToast({ place: 'bar', tone: 'ok', text: msg, undo: putBack }) },
    );
  };
  const beside = (item: Item) => (
    <BesideItem item={item} onRemove={mayEdit ? () => remove(item) : null} category={category} />
  );
  return (
    <SortableList
      label={text.itemsOf({ category: category.name })}
      rows={items}
      rowId={(item) => item._id}
      rowName={(item) => item.name}
      onReorder={mayEdit ? order : null}
      beside={beside}
    >
      {(item) => <ItemName item={item} />}
    </SortableList>
  );
});

/** The items of the category that still exist, in its order. */
export function itemsOf(category: Category, itemsById: ReadonlyMap<ItemId, Item>): Item[] {
  return category.items.flatMap(({ _id }) => itemsById.get(_id) ?? []);
}

interface BesideItemProps {
  item: Item;
  category: Category;
  onRemove: (() => void) | null;
}

function BesideItem({ item, category, onRemove }: BesideItemProps) {
  const { currency } = useRestaurant();
  return (
    <>
      <Box sx={{ flex: 1, typography: 'body2', whiteSpace: 'nowrap' }}>{priceText(item.price, currency)}</Box>
      <EditingArea>
        {onRemove !== null && (
          <IconButton
            aria-label={text.removeItem({ item: item.name, category: category.name })}
            {...rowDeletion(onRemove)}
          >
            <Close fontSize="small" />
          </IconButton>
        )}
      </EditingArea>
    </>
  );
}
