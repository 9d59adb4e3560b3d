import TextField from '@mui/material/TextField';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { CategoryId } from '#contract/base/ids.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';

const text = words.menu.items;

interface CategorySelectProps {
  /** Null for none. */
  value: CategoryId | null;
  hint: string;
  onChange: (category: CategoryId | null) => void;
}

/** One category of any menu. */
export function CategorySelect({ value, hint, onChange }: CategorySelectProps) {
  const menus = useQuery(queries.menus());
  const ofMenus = useQueries({ queries: (menus.data ?? []).map(({ _id }) => queries.categories(_id)) });
  const options = (menus.data ?? []).map((menu, index) => ({ menu, categories: ofMenus[index]?.data ?? [] }));
  const isLoading = menus.isPending || ofMenus.some(({ isPending }) => isPending);
  const failed = [menus, ...ofMenus].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return (
      <Failure
        error={failed.error}
        place="setup"
        onRetry={() => void Promise.all([menus, ...ofMenus].map((query) => query.refetch()))}
      />
    );
  }
  if (isLoading) return <LoadingBlock height={70} />;
  if (options.every(({ categories }) => categories.length === 0)) return <Hint>{text.bulkNoCategories}</Hint>;
  return (
    <TextField
      select
      label={text.bulkCategory}
      value={value ?? ''}
      helperText={hint}
      onChange={({ target }) => onChange(target.value === '' ? null : (target.value as CategoryId))}
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
  );
}
