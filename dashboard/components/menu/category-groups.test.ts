import { expect, test } from 'vitest';
import type { CategoryId } from '#contract/base/ids.ts';
import { categoryGroups } from './category-groups.ts';

const category = (id: string, name: string) => ({ _id: id as CategoryId, name });

test('categories of one name are ticked as one', () => {
  const categories = [category('1', 'Grill'), category('2', 'Drinks'), category('3', 'Starters')];
  expect(categoryGroups([...categories, category('4', 'Drinks')])).toEqual([
    { name: 'Drinks', ids: ['2', '4'] },
    { name: 'Grill', ids: ['1'] },
    { name: 'Starters', ids: ['3'] },
  ]);
});
