/** Checks the bounds of a modifier list as entered by a merchant. */
import type { StoredBounds } from './option-choice.ts';

interface BoundsProblem {
  field: 'minModifier' | 'maxModifier';
  code: 'optional_with_minimum' | 'single_minimum' | 'single_maximum' | 'maximum_below_minimum';
}

/**
 * Contradictions in the entered bounds of a list. Stored bounds may have them, and `effectiveBounds` makes sense of
 * them all. Too few modifiers for the minimum are no contradiction: a list is filled after it is made.
 */
export function checkBounds(list: StoredBounds): BoundsProblem[] {
  const { minModifier, maxModifier, allowMultipleSelection, optional = false } = list;
  const problems: BoundsProblem[] = [];
  if (optional && minModifier > 0) problems.push({ field: 'minModifier', code: 'optional_with_minimum' });
  else if (!allowMultipleSelection && minModifier > 1) problems.push({ field: 'minModifier', code: 'single_minimum' });
  if (!allowMultipleSelection && maxModifier > 1) problems.push({ field: 'maxModifier', code: 'single_maximum' });
  else if (maxModifier !== 0 && maxModifier < minModifier) {
    problems.push({ field: 'maxModifier', code: 'maximum_below_minimum' });
  }
  return problems;
}
