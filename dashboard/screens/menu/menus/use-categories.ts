import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MenuId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { queries } from '../../../api/queries.ts';
import { type CategoryChange, withCategoryChange } from './category-changes.ts';
import { errorText } from '../../../words/error-text.ts';

interface Saved {
  categories: Category[];
  msg: string;
}

/**
 * The categories of a menu as the merchant has arranged them: what is still being saved is shown as if it were saved, and is gone
 * again when saving fails (M12). Changes are saved one after the other, each upon what the last one left.
 */
export function useCategories(menuId: MenuId) {
  const cache = useQueryClient();
  const { queryKey } = queries.categories(menuId);
  const query = useQuery(queries.categories(menuId));
  const mutationKey = ['change categories', menuId];
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as CategoryChange,
  });
  const changing = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (wanted: CategoryChange): Promise<Saved> => {
      const saved = await save(menuId, cache.getQueryData(queryKey) ?? [], wanted);
      // A list that was asked for before this was saved must not put the old one back.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, saved.categories);
      return saved;
    },
    onSuccess: () => void cache.invalidateQueries({ queryKey: queries.menuHasItems().queryKey }),
    onError: (error, { kind }) => {
      // The switch of an outlet says it itself.
      if (kind !== 'outlet') showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
      void cache.invalidateQueries({ queryKey });
    },
  });
  const { mutate: change, mutateAsync: changeAndWait } = changing;
  return { query, categories: query.data && pending.reduce(withCategoryChange, query.data), change, changeAndWait };
}

/** The same functions as long as the page is open. */
export type ChangeCategories = ReturnType<typeof useCategories>['change'];
export type ChangeCategoriesAndWait = ReturnType<typeof useCategories>['changeAndWait'];

async function save(menuId: MenuId, categories: Category[], change: CategoryChange): Promise<Saved> {
  const next = withCategoryChange(categories, change);
  if (change.kind === 'order categories') {
    const body = { menuId, categories: next.map((category) => category._id) };
    const { categories, msg } = await client.call('POST /menu/order-categories', { body });
    return { categories, msg };
  }
  const wanted = next.find((category) => category._id === change.id);
  const { category, msg } = await client.call('POST /menu/add-update-category', {
    body: { menuId, categoryId: change.id, ...(wanted && changedPart(wanted, change.kind)) },
  });
  return { categories: next.map((one) => (one._id === category._id ? category : one)), msg };
}

/** Only what was changed: staff may give no more (R25), and what another person changed stays. */
function changedPart(category: Category, kind: Exclude<CategoryChange['kind'], 'order categories'>) {
  if (kind === 'rename') return { name: category.name, nameTranslations: category.nameTranslations };
  return kind === 'outlet' ? { InActiveOutletIds: category.InActiveOutletIds } : { items: category.items };
}
