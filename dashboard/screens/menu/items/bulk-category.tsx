import { useState } from 'react';
import type { CategoryId } from '#contract/base/ids.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';
import { BulkDialog, type BulkTaskProps } from './bulk-dialog.tsx';
import { CategorySelect } from './category-select.tsx';

const text = words.menu.items;

/** Moves the ticked items to a category of any menu. */
export function BulkCategory(props: BulkTaskProps) {
  const { items } = props;
  const [chosen, setChosen] = useState<CategoryId | null>(null);
  const modifiers = items.filter(({ type }) => type === 'modifier').length;
  const change = chosen === null || modifiers > 0 ? null : { kind: 'category' as const, categoryId: chosen };
  return (
    <BulkDialog {...props} title={text.bulkCategoryTitle({ count: items.length })} change={change}>
      {modifiers > 0 ? (
        <Hint>{text.bulkModifiers({ count: modifiers })}</Hint>
      ) : (
        <CategorySelect value={chosen} hint={text.bulkCategoryHint} onChange={setChosen} />
      )}
    </BulkDialog>
  );
}
