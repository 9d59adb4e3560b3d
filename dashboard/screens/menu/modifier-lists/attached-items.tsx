import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ItemId } from '#contract/base/ids.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { IncrementalRows } from '../../../components/list/incremental-rows.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { PickDialog } from '../../../components/list/pick-dialog.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { useLinkedIds } from '../../../components/list/use-linked-ids.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { cacheItem, readItem, readListsById, recentItem } from '../items/cache-item.ts';
import { smallPicture } from '../items/item-name.tsx';
import { type Nested, nestedAgain, nestedAround } from '../items/nested-form.ts';
import { cacheModifierList, readModifierList } from './cache-modifier-list.ts';

const text = words.menu.modifierLists;

/** The items that ask the list. Every change is saved at once. */
export function AttachedItems({ list, mayEdit }: { list: ModifierList; mayEdit: boolean }) {
  const { currency } = useRestaurant();
  const { data: items = [] } = useQuery(queries.items());
  const { ids, link, unlink } = useItems(list);
  const [isPicking, setPicking] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const dishes = items.filter((item) => item.type === 'item');
  const itemsById = new Map([...dishes, ...list.itemList].map((item) => [item._id, item]));
  const attached = ids.flatMap((id) => itemsById.get(id) ?? []);
  return (
    <Card component="section" aria-label={text.items} sx={{ p: 2, display: 'grid', gap: 1.5, maxWidth: formWidth }}>
      <div>
        <Typography variant="h2">{text.items}</Typography>
        <Hint>{text.itemsHint}</Hint>
      </div>
      {attached.length === 0 ? (
        <Hint>{text.noItems}</Hint>
      ) : (
        <Box component="ul" aria-label={text.items} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          <IncrementalRows rows={attached} as="li">
            {(item) => (
              <Box
                key={item._id}
                component="li"
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  columnGap: 1,
                  minHeight: 'var(--row)',
                  borderBlockEnd: 1,
                  borderColor: 'divider',
                }}
              >
                <MuiLink
                  component={Link}
                  to={paths.item(item._id)}
                  sx={{ flex: 1, minWidth: 0, py: 1.25, overflowWrap: 'anywhere' }}
                >
                  <bdi>{item.name}</bdi>
                </MuiLink>
                {mayEdit && (
                  <Button
                    color="error"
                    onClick={() => {
                      unlink(item._id);
                      // The row goes, and the focus must not go with it.
                      addButton.current?.focus();
                    }}
                    sx={{ px: 1 }}
                  >
                    {text.unlink}
                    <Box component="span" sx={visuallyHidden}>
                      {item.name}
                    </Box>
                  </Button>
                )}
              </Box>
            )}
          </IncrementalRows>
        </Box>
      )}
      {mayEdit && (
        <>
          <div>
            <Button ref={addButton} variant="outlined" onClick={() => setPicking(true)}>
              {text.addItems}
            </Button>
          </div>
          <PickDialog
            isOpen={isPicking}
            title={text.addItems}
            picks={dishes
              .filter((item) => !ids.includes(item._id))
              .map(({ _id, name, nameTranslations, price, imageUrl }) => ({
                id: _id,
                label: name,
                otherNames: nameTranslations,
                detail: priceText(price, currency),
                picture: imageUrl === null ? null : smallPicture(imageUrl),
              }))}
            none={text.noMoreItems}
            onAdd={(added) => {
              setPicking(false);
              link(added);
            }}
            onClose={() => setPicking(false)}
          />
        </>
      )}
    </Card>
  );
}

function useItems(list: ModifierList) {
  const cache = useQueryClient();
  return useLinkedIds<ItemId, Nested>({
    saved: list.itemList.map((item) => item._id),
    readSaved: async () => (await readModifierList(cache, list)).itemList.map((item) => item._id),
    // An item that loses the list loses what the list opens there, and what opens it.
    readFacts: async (id) => nestedAround(list._id, (await recentItem(cache, id))?.nestedLists),
    queueName: `items of ${list._id}`,
    save: async (ids, _, restored) => {
      const { modifierList: saved, msg } = await client.call('POST /menu/update-modifier-list/:id', {
        params: { id: list._id },
        body: { itemList: [...ids] },
      });
      // True also where what follows fails.
      cacheModifierList(cache, saved);
      if (restored?.facts !== undefined) await nestAgain(cache, restored.id, restored.facts);
      return msg;
    },
    errors: 'setup',
  });
}

/** Has the item's lists opened as before by what went with its link, beside the present ones. */
async function nestAgain(cache: QueryClient, id: ItemId, lost: Nested): Promise<void> {
  if (lost.length === 0) return;
  const item = await readItem(cache, id);
  if (item === undefined) return;
  const nestedLists = nestedAgain(item.nestedLists, lost, item.modifierList, await readListsById(cache));
  if (nestedLists === null) return;
  const form = { nestedLists, subtype: 'noSnackBar' } as const;
  const { item: saved } = await client.call('POST /menu/update-items-modifier/:id', { params: { id }, form });
  cacheItem(cache, saved);
}
