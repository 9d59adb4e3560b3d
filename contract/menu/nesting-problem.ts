/** The rule that says which openers the lists of a dish may have: forms, files and the server ask it before they are stored. */
import { limits } from '../base/limits.ts';
import type { NestedList } from './nested-lists.ts';

type NestingProblem = 'not_of_dish' | 'option_unknown' | 'circle' | 'too_deep';

/**
 * The first thing that is wrong with the openers of a dish's lists; null where nothing is. `isModifierOf` says whether a modifier is in a
 * list.
 */
export function nestingProblem(
  lists: readonly NestedList[],
  isModifierOf: (listId: string, modifierId: string) => boolean,
): NestingProblem | null {
  const byId = new Map(lists.map((list) => [list.listId, list]));
  for (const { openedBy } of lists) {
    if (!openedBy) continue;
    if (!byId.has(openedBy.listId)) return 'not_of_dish';
    if (!openedBy.modifierIds.every((id) => isModifierOf(openedBy.listId, id))) return 'option_unknown';
  }
  for (const list of lists) {
    const above = new Set<NestedList>();
    for (let at: NestedList | undefined = list; at; at = at.openedBy ? byId.get(at.openedBy.listId) : undefined) {
      if (above.has(at)) return 'circle';
      above.add(at);
    }
    if (above.size > limits.nestedListsDeep) return 'too_deep';
  }
  return null;
}
