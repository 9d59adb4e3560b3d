import type { ItemId } from '#contract/base/ids.ts';
import type { Category, Item } from '#contract/menu/menus.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { PickDialog } from '../../../components/list/pick-dialog.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { paths } from '../../../routing/paths.ts';
import { words } from '../../../words/words.ts';
import { smallPicture } from '../items/item-name.tsx';

const text = words.menu.categories;

interface AddItemsDialogProps {
  category: Category;
  items: readonly Item[];
  onAdd: (ids: ItemId[]) => void;
  onClose: () => void;
}

/** Ticks the items that a category does not have yet. */
export function AddItemsDialog({ category, items, onAdd, onClose }: AddItemsDialogProps) {
  const { currency } = useRestaurant();
  const has = new Set(category.items.map(({ _id }) => _id));
  const others = items.filter((item) => item.type === 'item' && !has.has(item._id));
  return (
    <PickDialog
      isOpen
      title={text.addItemsTo({ category: category.name })}
      picks={others.map((item) => ({
        id: item._id,
        label: item.name,
        otherNames: item.nameTranslations,
        detail: priceText(item.price, currency),
        picture: item.imageUrl === null ? null : smallPicture(item.imageUrl),
      }))}
      none={text.noneToAdd}
      create={{ to: paths.createItem(category._id), label: text.newItem }}
      onAdd={onAdd}
      onClose={onClose}
    />
  );
}
