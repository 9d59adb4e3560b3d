import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import type { CategoryId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Page } from '../../../components/shell/page.tsx';
import { EntityFindings } from '../../../components/menu/entity-findings.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { EntityPage } from '../../../components/form/entity-page.tsx';
import { useMayEditMenu, useRestaurant } from '../../../components/shell/restaurant.tsx';
import { readOptionalCount } from '../../../components/form/read-number.ts';
import { useRefill } from '../../../components/form/use-refill.ts';
import { useUpload } from '../../../components/form/use-upload.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { useSendCount } from '../inventory/use-send-count.ts';
import { ItemAvailability } from './item-availability.tsx';
import { ItemFields } from './item-fields.tsx';
import {
  itemChanges,
  itemField,
  itemFiles,
  type ItemForm,
  itemForm,
  itemProblems,
  missingOfItem,
  numberInField,
} from './item-form.ts';
import { cacheItem } from './cache-item.ts';
import { GoesWith } from './goes-with.tsx';
import { LinkedLists } from './linked-lists.tsx';

const text = words.menu.items;
const back = { to: paths.items(), label: text.back };

/** /dashboard/items/edit: the item, what guests are asked about it, and where it is sold. */
export function EditItem() {
  const query = useQuery(queries.items());
  const mayEdit = useMayEditMenu();
  return (
    <EntityPage kind="item" query={query} errors="items" title={text.title} back={back}>
      {(item) => (
        <Page title={item.name} back={back} tools={mayEdit ? <CreateAnother /> : null}>
          {mayEdit && <EntityFindings id={item._id} />}
          {mayEdit && <ItemEditor item={item} />}
          {mayEdit && item.type === 'item' && <LinkedLists item={item} />}
          {mayEdit && item.type === 'item' && <GoesWith item={item} />}
          <ItemAvailability item={item} />
        </Page>
      )}
    </EntityPage>
  );
}

/** In the category of the one that was just made. */
function CreateAnother() {
  const { state } = useLocation() as { state: { category?: CategoryId | null } | null };
  return (
    <Button variant="outlined" component={Link} to={paths.createItem(state?.category ?? undefined)}>
      {text.createAnother}
    </Button>
  );
}

function ItemEditor({ item }: { item: Item }) {
  const { currency } = useRestaurant();
  const cache = useQueryClient();
  const { progress, upload } = useUpload();
  const sendCount = useSendCount(item._id, null);
  const saved = itemForm(item, currency);
  const form = useCheckedForm<ItemForm>({
    defaultValues: saved,
    mode: 'onTouched',
    calls: (filled) => [checkedCall('POST /menu/update-items-modifier/:id', itemChanges(saved, filled, currency))],
    fieldOf: itemField,
    ownProblems: (filled) => itemProblems(filled, currency),
  });
  const { refill, seenValues: seen } = useRefill(form, saved);
  const missing = useWatch({ control: form.control, compute: (entered: ItemForm) => missingOfItem(entered, saved) });
  return (
    <Card sx={{ overflow: 'visible' }}>
      <EntityForm
        form={form}
        missing={missing}
        save={(filled) => {
          const files = itemFiles(filled);
          const count = {
            entered: readOptionalCount(filled.quantity),
            seen: readOptionalCount(seen().quantity),
          };
          return sendCount(count, (quantitySeen) => {
            const before = { ...saved, quantity: numberInField(quantitySeen) };
            const changes = itemChanges(before, filled, currency);
            const input = { params: { id: item._id }, form: changes, ...(files && { files }) };
            return upload(files !== undefined, (client) => client.call('POST /menu/update-items-modifier/:id', input));
          });
        }}
        onSaved={({ item: next, msg }) => {
          refill(itemForm(next, currency));
          cacheItem(cache, next);
          if (msg !== undefined) showToast({ place: 'bar', tone: 'ok', text: msg });
        }}
        errors="items"
        fieldOf={itemField}
      >
        <ItemFields form={form} itemId={item._id} saved={saved} progress={progress} />
      </EntityForm>
    </Card>
  );
}
