import Close from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ItemId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Item } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { PickDialog } from '../../../components/list/pick-dialog.tsx';
import { SortableList } from '../../../components/list/sortable-list.tsx';
import { useLinkedIds } from '../../../components/list/use-linked-ids.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { words } from '../../../words/words.ts';
import { cacheItem, readItem } from './cache-item.ts';
import { ItemName, smallPicture } from './item-name.tsx';

const text = words.menu.items;

/** Dishes that baskets suggest beside this one, in their order (decision 107). Every change is saved at once. */
export function GoesWith({ item }: { item: Item }) {
  return (
    <Card component="section" aria-label={text.goesWith} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Typography variant="h2">{text.goesWith}</Typography>
      <Hint>{text.goesWithHint}</Hint>
      <EditingArea>
        <Dishes item={item} />
      </EditingArea>
    </Card>
  );
}

function Dishes({ item }: { item: Item }) {
  const { currency } = useRestaurant();
  // The page has them already.
  const { data: items = [] } = useQuery(queries.items());
  const { ids, link, unlink, reorder } = useGoesWith(item);
  const [isPicking, setPicking] = useState(false);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const itemsById = new Map(items.map((one) => [one._id, one]));
  const chosen = ids.flatMap((id) => itemsById.get(id) ?? []);
  const room = limits.goesWithMax - chosen.length;
  const remove = (id: ItemId) => {
    unlink(id);
    // The row goes, and the focus must not go with it.
    chooseButton.current?.focus();
  };
  const beside = (dish: Item) => (
    <IconButton aria-label={text.removeGoesWith({ name: dish.name })} onClick={() => remove(dish._id)}>
      <Close fontSize="small" />
    </IconButton>
  );
  return (
    <>
      {chosen.length === 0 ? (
        <Hint>{text.noGoesWith}</Hint>
      ) : (
        <SortableList
          label={text.goesWith}
          rows={chosen}
          rowId={(dish) => dish._id}
          rowName={(dish) => dish.name}
          onReorder={(rows) => reorder(rows.map((dish) => dish._id))}
          beside={beside}
        >
          {(dish) => <ItemName item={dish} />}
        </SortableList>
      )}
      <div>
        {/* It keeps the focus of a removed row, so it is there when the list is full, too. */}
        <Button
          ref={chooseButton}
          variant="outlined"
          aria-disabled={room <= 0}
          onClick={() => setPicking(room > 0)}
          sx={room <= 0 ? { opacity: 0.5 } : undefined}
        >
          {text.chooseGoesWith}
        </Button>
        {room <= 0 && <Hint>{text.goesWithFull({ most: limits.goesWithMax })}</Hint>}
      </div>
      <PickDialog
        isOpen={isPicking}
        title={text.goesWith}
        most={room}
        picks={items
          .filter((one) => one.type === 'item' && one._id !== item._id && !ids.includes(one._id))
          .map((one) => ({
            id: one._id,
            label: one.name,
            otherNames: one.nameTranslations,
            detail: priceText(one.price, currency),
            picture: one.imageUrl === null ? null : smallPicture(one.imageUrl),
          }))}
        none={text.noMoreDishes}
        onAdd={(added) => {
          setPicking(false);
          link(added);
        }}
        onClose={() => setPicking(false)}
      />
    </>
  );
}

function useGoesWith(item: Item) {
  const cache = useQueryClient();
  return useLinkedIds<ItemId>({
    saved: item.goesWith ?? [],
    readSaved: async () => ((await readItem(cache, item._id)) ?? item).goesWith ?? [],
    queueName: `dishes that go with ${item._id}`,
    save: async (ids, isQuiet) => {
      const { item: saved, msg } = await client.call('POST /menu/update-items-modifier/:id', {
        params: { id: item._id },
        form: { goesWith: [...ids], ...(isQuiet && { subtype: 'noSnackBar' }) },
      });
      cacheItem(cache, saved);
      return msg;
    },
    errors: 'items',
  });
}
