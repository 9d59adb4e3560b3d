/** The names of a category as two fields have them. */
import type { CategoryId, MenuId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';

export interface CategoryNames {
  name: string;
  /** Empty: not translated. */
  arabic: string;
}

/** The names as the API takes them; translations into other languages stay. */
export function namesRequest({ name, arabic }: CategoryNames, others: Category['nameTranslations'] = {}) {
  return { name: name.trim(), nameTranslations: { ...others, ar: arabic.trim() } };
}

/** The field of the form for one that the API refused. */
export function categoryNamesField(apiField: string): keyof CategoryNames | null {
  if (apiField === 'nameTranslations.ar') return 'arabic';
  return apiField === 'name' ? 'name' : null;
}

export function useCategoryNames(
  defaultValues: CategoryNames,
  target: { menuId: MenuId } | { categoryId: CategoryId },
) {
  return useCheckedForm<CategoryNames>({
    defaultValues,
    calls: (filled) => [checkedCall('POST /menu/add-update-category', { ...target, ...namesRequest(filled) })],
    fieldOf: categoryNamesField,
  });
}
