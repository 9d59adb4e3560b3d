import Card from '@mui/material/Card';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { type CategoryId, isId } from '#contract/base/ids.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { openEntity } from '../../../components/list/open-entity.ts';
import { Page } from '../../../components/shell/page.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { useUpload } from '../../../components/form/use-upload.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { CategorySelect } from './category-select.tsx';
import { ItemFields } from './item-fields.tsx';
import {
  emptyItem,
  itemField,
  itemFiles,
  type ItemForm,
  itemProblems,
  itemRequest,
  missingOfItem,
} from './item-form.ts';

const text = words.menu.items;

/** /dashboard/items/create?category=... Afterwards the new item is open, for its modifier lists and its outlets. */
export function CreateItem() {
  const { currency } = useRestaurant();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { progress, upload } = useUpload();
  const [category, setCategory] = useNamedCategory();
  const request = (filled: ItemForm) => ({
    ...itemRequest(filled, currency),
    ...(category !== null && filled.type === 'item' && { categoryId: category }),
  });
  const form = useCheckedForm<ItemForm>({
    defaultValues: emptyItem,
    mode: 'onTouched',
    calls: (filled) => [checkedCall('POST /menu/add-items-modifier', request(filled))],
    fieldOf: itemField,
    ownProblems: (filled) => itemProblems(filled, currency),
  });
  const missing = useWatch({ control: form.control, compute: (entered: ItemForm) => missingOfItem(entered, null) });
  return (
    <Page title={text.createTitle} back={{ to: paths.items(), label: text.back }}>
      <Card sx={{ overflow: 'visible' }}>
        <EntityForm
          form={form}
          missing={missing}
          save={(filled) => {
            const files = itemFiles(filled);
            const input = { form: request(filled), ...(files && { files }) };
            return upload(files !== undefined, (client) => client.call('POST /menu/add-items-modifier', input));
          }}
          onSaved={({ item, msg }) => {
            cache.setQueryData(queries.items().queryKey, (items) => items && [...items, item]);
            void cache.invalidateQueries({ queryKey: catalogueKey });
            openEntity('item', item._id);
            showToast({ place: 'bar', tone: 'ok', text: msg });
            void navigate(paths.item(item._id), { replace: true, state: { category } });
          }}
          errors="items"
          fieldOf={itemField}
        >
          <ItemFields
            form={form}
            itemId={null}
            saved={null}
            progress={progress}
            category={<CategorySelect value={category} hint={text.categoryHint} onChange={setCategory} />}
          />
        </EntityForm>
      </Card>
    </Page>
  );
}

/** The category that the page was opened for, until another one is chosen. */
function useNamedCategory() {
  const named = useSearchParams()[0].get('category');
  return useState<CategoryId | null>(named !== null && isId(named) ? (named as CategoryId) : null);
}
