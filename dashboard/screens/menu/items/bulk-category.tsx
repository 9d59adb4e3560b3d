import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CategoryId } from '#contract/base/ids.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { BulkDialog, type BulkTaskProps } from './bulk-dialog.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.menu.items;

/** Moves the ticked items to a category of any menu. */
export function BulkCategory(props: BulkTaskProps) {
  const { items } = props;
  const [chosen, setChosen] = useState('');
  const menus = useQuery(queries.menus());
  const ofMenus = useQueries({ queries: (menus.data ?? []).map(({ _id }) => queries.categories(_id)) });
  const modifiers = items.filter(({ type }) => type === 'modifier').length;
  const options = (menus.data ?? []).map((menu, index) => ({ menu, categories: ofMenus[index]?.data ?? [] }));
  const isLoading = menus.isPending || ofMenus.some(({ isPending }) => isPending);
  const failed = menus.error ?? ofMenus.find(({ error }) => error !== null)?.error ?? null;
  const change =
    chosen === '' || modifiers > 0 ? null : { kind: 'category' as const, categoryId: chosen as CategoryId };
  return (
    <BulkDialog {...props} title={text.bulkCategoryTitle({ count: items.length })} change={change}>
      {modifiers > 0 ? (
        <Hint>{text.bulkModifiers({ count: modifiers })}</Hint>
      ) : failed !== null ? (
        <Failure
          text={errorText(failed, 'setup')}
          onRetry={() => void Promise.all([menus, ...ofMenus].map((query) => query.refetch()))}
        />
      ) : isLoading ? (
        <Skeleton aria-busy="true" variant="rounded" height={70} />
      ) : options.every(({ categories }) => categories.length === 0) ? (
        <Hint>{text.bulkNoCategories}</Hint>
      ) : (
        <TextField
          select
          label={text.bulkCategory}
          value={chosen}
          helperText={text.bulkCategoryHint}
          onChange={(event) => setChosen(event.target.value)}
          slotProps={{ select: { native: true } }}
        >
          <option value="">{text.bulkChoose}</option>
          {options.map(({ menu, categories }) => (
            <optgroup key={menu._id} label={menu.name}>
              {categories.map((category) => (
                <option key={category._id} value={category._id}>
                  {category.name}
                </option>
              ))}
            </optgroup>
          ))}
        </TextField>
      )}
    </BulkDialog>
  );
}
