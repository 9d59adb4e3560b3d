import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ItemId } from '#contract/base/ids.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { effectiveBounds, mostPerModifier } from '#contract/menu/option-choice.ts';
import { client } from '../../../api/api.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { PickDialog } from '../../../components/list/pick-dialog.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { SortableList } from '../../../components/list/sortable-list.tsx';
import { useLinkedIds } from '../../../components/list/use-linked-ids.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { formWidth } from '../../../components/form/form-width.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { cacheModifierList, readModifierList } from './cache-modifier-list.ts';
import { NewModifier } from './new-modifier.tsx';

const text = words.menu.modifierLists;

interface AttachedModifiersProps {
  list: ModifierList;
  mayEdit: boolean;
}

/** Modifiers of the list, in its order. Every change is saved at once. */
export function AttachedModifiers({ list, mayEdit }: AttachedModifiersProps) {
  const { currency } = useRestaurant();
  const { ids, link, unlink, reorder } = useModifiers(list);
  const { data: items = [] } = useQuery(queries.items());
  const [isPicking, setPicking] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const modifiers = items.filter((item) => item.type === 'modifier');
  const modifiersById = new Map([...modifiers, ...list.modifierList].map((modifier) => [modifier._id, modifier]));
  const attached = ids.flatMap((id) => modifiersById.get(id) ?? []);
  return (
    <Card component="section" aria-label={text.modifiers} sx={{ p: 2, display: 'grid', gap: 1.5, maxWidth: formWidth }}>
      <div>
        <Typography variant="h2">{text.modifiers}</Typography>
        <Hint>{text.modifiersHint}</Hint>
      </div>
      <TooFew list={list} attached={attached.length} />
      {attached.length === 0 ? (
        <Hint>{text.noModifiers}</Hint>
      ) : (
        <SortableList
          label={text.modifiers}
          rows={attached}
          rowId={(modifier) => modifier._id}
          rowName={(modifier) => modifier.name}
          onReorder={mayEdit ? (rows) => reorder(rows.map((modifier) => modifier._id)) : null}
        >
          {(modifier) => (
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                justifyContent: 'space-between',
                columnGap: 2,
              }}
            >
              <MuiLink
                component={Link}
                to={paths.item(modifier._id)}
                sx={{
                  flex: { xs: '1 0 100%', sm: 1 },
                  minWidth: 0,
                  pt: 1.25,
                  pb: { sm: 1.25 },
                  overflowWrap: 'anywhere',
                }}
              >
                <bdi>{modifier.name}</bdi>
              </MuiLink>
              <Typography variant="body2">{priceText(modifier.price, currency)}</Typography>
              {mayEdit && (
                <Button
                  color="error"
                  onClick={() => {
                    unlink(modifier._id);
                    // The row goes, and the focus must not go with it.
                    addButton.current?.focus();
                  }}
                  sx={{ px: 1 }}
                >
                  {text.remove}
                  <Box component="span" sx={visuallyHidden}>
                    {modifier.name}
                  </Box>
                </Button>
              )}
            </Box>
          )}
        </SortableList>
      )}
      {mayEdit && (
        <>
          <div>
            <Button ref={addButton} variant="outlined" onClick={() => setPicking(true)}>
              {text.addModifiers}
            </Button>
          </div>
          <NewModifier items={items} onMade={(modifier) => link([modifier._id])} />
          <PickDialog
            isOpen={isPicking}
            title={text.addModifiers}
            picks={modifiers
              .filter((modifier) => !ids.includes(modifier._id))
              .map(({ _id, name, nameTranslations, price }) => ({
                id: _id,
                label: name,
                otherNames: nameTranslations,
                detail: priceText(price, currency),
              }))}
            none={text.noMoreModifiers}
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

/** Says that the list asks for more than it offers, which closes every item that has it. */
function TooFew({ list, attached }: { list: ModifierList; attached: number }) {
  const { min } = effectiveBounds(list);
  if (attached * mostPerModifier(list) >= min) return null;
  return <Alert severity="warning">{text.tooFew({ needed: min, attached })}</Alert>;
}

function useModifiers(list: ModifierList) {
  const cache = useQueryClient();
  return useLinkedIds<ItemId>({
    saved: list.modifierList.map((modifier) => modifier._id),
    readSaved: async () => (await readModifierList(cache, list)).modifierList.map((modifier) => modifier._id),
    queueName: `modifiers of ${list._id}`,
    save: async (ids) => {
      const { modifierList: saved, msg } = await client.call('POST /menu/update-modifier-list/:id', {
        params: { id: list._id },
        body: { modifierList: [...ids] },
      });
      cacheModifierList(cache, saved);
      return msg;
    },
    errors: 'setup',
  });
}
